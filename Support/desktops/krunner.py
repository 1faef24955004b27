# SPDX-License-Identifier: Apache-2.0
"""Searches in KRunner on a virtual display, by keys."""

import pathlib
import time

from .screen import Screen
from .session import AUDITORS, KRUNNER, PROVIDER, Failure, Recording, call, expect, main, owner, uses, wait
from .window import FileManager


def reached(condition):
    try:
        return wait("it is reached", condition, seconds=4)
    except Failure:
        return False


def test():
    opened = pathlib.Path.home() / "opened"
    screen = Screen(XDG_CURRENT_DESKTOP="KDE", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")
    calls = Recording("krunner-calls.txt", KRUNNER[1])
    screen.start("krunner", "--daemon")
    wait("KRunner has started", lambda: owner("org.kde.krunner"))
    version = screen.run("krunner", "--version").stdout.split()
    print("  KRunner", version[-1] if version else "of an unknown version", flush=True)
    # Objects follow the name.
    wait("KRunner is shown", lambda: screen.run("xdotool", "search", "--onlyvisible", "--class", "krunner").stdout
         or screen.run("gdbus", "call", "--session", "--dest", "org.kde.krunner", "--object-path", "/App", "--method",
                       "org.kde.krunner.App.display") and False)
    window = screen.run("xdotool", "search", "--onlyvisible", "--class", "krunner").stdout.split()[-1]
    screen.run("xdotool", "windowactivate", "--sync", window)
    screen.picture("krunner-empty")
    before = uses(AUDITORS)
    begin = time.monotonic()
    # Keys are lost until the window has the focus.
    for attempt in (1, 2, 3):
        screen.run("xdotool", "key", "ctrl+a", "BackSpace")
        screen.run("xdotool", "type", "--delay", "4", "report")
        if reached(lambda: 'string "report"' in calls.text()):
            break
    wait("the matches are answered", lambda: "Annual report.txt" in calls.text())
    print(f"  matches are answered {time.monotonic() - begin:.2f} s after the first key, with the start of the provider", flush=True)
    screen.picture("krunner-report")
    # Alone, the row is the first one, whatever other runners find.
    screen.run("xdotool", "type", "--delay", "4", " auditors")
    wait("the longer text is searched", lambda: 'string "report auditors"' in calls.text())
    screen.picture("krunner-report-auditors")
    wait("the first match is chosen", lambda: "Run" in calls.methods() or screen.run("xdotool", "key", "Return") and time.sleep(0.3))
    chosen = wait("the file is opened", lambda: opened.exists() and opened.read_text().strip())
    print("  opened:", pathlib.Path(chosen.splitlines()[0]).name, flush=True)
    expect(chosen.splitlines()[0] == AUDITORS, f"another file is opened: {chosen}")
    wait("the choice is recorded", lambda: uses(AUDITORS) == before + 1)
    # The button of the action needs the pointer; the call is the same.
    files = FileManager()
    call(PROVIDER, *KRUNNER, "Run", "(ss)", "file://" + AUDITORS.replace(" ", "%20"), "show")
    wait("the file is shown in its folder", lambda: pathlib.Path(AUDITORS).as_uri() in files.shown)
    print("  calls:", " ".join(dict.fromkeys(calls.methods())), flush=True)


if __name__ == "__main__":
    main(test)
