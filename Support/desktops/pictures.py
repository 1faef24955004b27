# SPDX-License-Identifier: Apache-2.0
"""Takes the pictures of the documentation: a search on a terminal, mdfind -i, and the search window, in a home that this script builds."""

import pathlib
import shlex
import subprocess
import time

from .screen import Screen
from .session import OUTPUT, main, wait
from .window import VARIABLES, Window, thumbnail

HOME = pathlib.Path.home()
FILES = {
    "Documents/Reports/Quarterly report 2025.txt": "Sales in the third quarter were a fifth above those of the year before.\n",
    "Documents/Budget.csv": "month;rent;leeks\nJanuary;800;12\n",
    "Code/report.py": "def report(rows):\n    return sum(rows)\n",
    "Mail/1.eml": """From: Ada Lovelace <ada@example.org>
To: Charles Babbage <charles@example.org>
Subject: Report on the engine
Date: Mon, 2 Nov 2026 10:00:00 +0100
Content-Type: text/plain; charset=utf-8

The report is ready. It weaves algebraical patterns.
""",
}
TERMINAL = ["xterm", "-fa", "DejaVu Sans Mono", "-fs", "11", "-fg", "#e6e6e6", "-bg", "#1e2026", "-b", "12", "-ls", "-xrm", "*allowColorOps: false"]


def terminal(screen, name, title, size, *command):
    """A terminal with a program, whose number is returned."""
    process = screen.start(*TERMINAL, "-T", title, "-geometry", size, "-e", *command)
    number = wait(f"{title} is shown", lambda: screen.run("xdotool", "search", "--onlyvisible", "--name", title).stdout.split())[0]
    screen.run("xdotool", "windowfocus", "--sync", number)
    return process, number


def take(screen, name, number):
    """Takes a picture of a window when two of them are equal."""
    path, previous = OUTPUT / f"{name}.png", None
    while True:
        screen.run("import", "-window", number, "-strip", str(path))
        content = screen.run("identify", "-format", "%#", str(path)).stdout
        if content and content == previous:
            return
        previous = content
        time.sleep(0.4)


def test():
    for name, text in FILES.items():
        path = HOME / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    settings = HOME / ".config/gtk-4.0/settings.ini"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("[Settings]\ngtk-cursor-blink=false\n")
    thumbnail()
    subprocess.run(["mdimport", str(HOME)], check=True, stdout=subprocess.DEVNULL)
    screen = Screen(**VARIABLES)
    commands = ["mdfind '\"annual report\"'", "mdfind from:ada", "mdfind --context -limit 1 'better than the year before'", "mdfind -regex '^quarterly.*20[0-9]+'"]
    script = "; echo; ".join(f"printf '$ %s\\n' {shlex.quote(command)}; {command}" for command in commands)
    process, number = terminal(screen, "search", "search", "92x17", "sh", "-c", f"{script}; tput civis; exec sleep 1000")
    take(screen, "search", number)
    process.terminate()
    process, number = terminal(screen, "interactive", "interactive", "92x24", "mdfind", "-i")
    screen.run("xdotool", "type", "--delay", "60", "report")
    take(screen, "interactive", number)
    process.terminate()
    window = Window(screen)
    window.type("report")
    window.key("Down", "Down")
    take(screen, "window", window.shown()[0])
    window.end()


if __name__ == "__main__":
    main(test)
