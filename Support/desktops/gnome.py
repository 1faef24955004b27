# SPDX-License-Identifier: Apache-2.0
"""Searches in the overview of GNOME Shell without a display, by keys, and reads the rows through the accessibility interface."""

import json
import os
import pathlib
import shutil
import subprocess
import time

import gi
from gi.repository import GLib

from .session import AUDITORS, GNOME, OUTPUT, PROVIDER, Failure, Recording, call, expect, main, owner, uses, wait
from .window import STATES, STYLES, make_locales, thumbnail

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

SHELL = ("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell")
WINDOW = "org.searchlight.Searchlight"
# Codes of evdev.
KEYS = dict(zip("qwertyuiop", range(16, 26))) | dict(zip("asdfghjkl", range(30, 39))) | dict(zip("zxcvbnm", range(44, 51)))
KEYS |= {" ": 57, "Escape": 1, "Return": 28, "Super": 125}


class Shell:
    def __init__(self):
        environment = os.environ | {"DBUS_SYSTEM_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"], "XDG_CURRENT_DESKTOP": "GNOME"}
        command = ["gnome-shell", "--headless", "--wayland", "--no-x11", "--unsafe-mode", "--virtual-monitor", "1280x800"]
        self.process = subprocess.Popen(command, env=environment, stdout=open(OUTPUT / "gnome-shell.log", "w"), stderr=subprocess.STDOUT)
        # What the bus starts has its environment, not that of the shell.
        os.environ |= {"WAYLAND_DISPLAY": "wayland-0", "XDG_SESSION_TYPE": "wayland", "GSK_RENDERER": "cairo"}
        subprocess.run(["dbus-update-activation-environment", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "GSK_RENDERER"], check=True)
        wait("GNOME Shell has started", lambda: self.state("Main.overview.visible && !Main.overview.animationInProgress") == "true")
        remote = ("org.gnome.Mutter.RemoteDesktop", "/org/gnome/Mutter/RemoteDesktop", "org.gnome.Mutter.RemoteDesktop")
        self.keyboard, = call(*remote, "CreateSession")
        call(remote[0], self.keyboard, remote[2] + ".Session", "Start")

    def state(self, expression):
        """The value of an expression in the shell, as JSON."""
        try:
            isDone, value = call(*SHELL, "Eval", "(s)", expression)
        except GLib.Error:
            return None
        return value if isDone else None

    def press(self, *keys):
        for key in keys:
            for isDown in (True, False):
                call("org.gnome.Mutter.RemoteDesktop", self.keyboard, "org.gnome.Mutter.RemoteDesktop.Session", "NotifyKeyboardKeycode", "(ub)",
                     KEYS[key], isDown)

    def type(self, text, before=""):
        """Types a text behind another one. A key that is pressed while the shell is still busy may be lost."""
        for length in range(1, len(text) + 1):
            entry = before + text[:length]
            self.press(text[length - 1])
            try:
                wait("a letter arrives", lambda: self.entry() == entry, seconds=3)
            except Failure:
                self.press(text[length - 1])
                wait(f"the letter {text[length - 1]!r} arrives, and not {self.entry()!r}", lambda: self.entry() == entry, seconds=3)

    def entry(self):
        return (self.state("Main.overview.searchEntry.text") or "").strip('"')

    def picture(self, name):
        path = str(OUTPUT / f"{name}.png")
        isDone, used = call("org.gnome.Shell.Screenshot", "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot", "Screenshot", "(bbs)",
                            False, False, path)
        expect(isDone and pathlib.Path(used).stat().st_size > 0, "there is no picture")


def texts(accessible, depth=0):
    """The names of what is shown below an accessible object."""
    found = []
    try:
        if name := accessible.get_name():
            found.append(name)
        for index in range(min(accessible.get_child_count(), 200)):
            child = accessible.get_child_at_index(index)
            if child and depth < 40 and child.get_state_set().contains(Atspi.StateType.VISIBLE):
                found += texts(child, depth + 1)
    except GLib.Error:
        pass  # it has gone meanwhile
    return found


def shown():
    Atspi.set_timeout(2000, 2000)
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        if application and application.get_name() == "gnome-shell":
            return texts(application)
    return []


def test():
    opened = pathlib.Path.home() / "opened"
    calls = Recording("gnome-calls.txt", GNOME[1])
    shell = Shell()
    print("  GNOME Shell", subprocess.run(["gnome-shell", "--version"], capture_output=True, text=True).stdout.split()[-1], flush=True)
    expect(owner(PROVIDER) is None, "the provider runs before anybody has searched")
    before = uses(AUDITORS)
    begin = time.monotonic()
    shell.type("report")
    rows = wait("rows of Searchlight", lambda: [row for row in shown() if "Annual report.txt" in row] and shown())
    print(f"  rows are shown {time.monotonic() - begin:.2f} s after the first key, with the start of the provider", flush=True)
    (OUTPUT / "gnome-rows.txt").write_text("\n".join(rows) + "\n")
    wait("the group has the name of Searchlight", lambda: any("Searchlight" in row for row in shown()))
    # The row is not that of the first letters.
    wait("the passage for the whole text", lambda: any("annual report of the society" in row for row in shown()))
    shell.picture("gnome-report")
    expect(any("Report of the auditors.md" in row for row in rows), "a file is missing")
    # A longer text is searched afresh.
    shell.type(" auditors", "report")
    wait("the rows of the longer text", lambda: (now := shown()) and any("auditors.md" in row for row in now)
         and not any("Annual report.txt" in row for row in now))
    shell.picture("gnome-report-auditors")
    expect({"GetInitialResultSet", "GetSubsearchResultSet", "GetResultMetas"} <= set(calls.methods()), f"calls: {calls.methods()}")
    # Return right after a change may choose nothing.
    for attempt in (1, 2, 3):
        shell.press("Return")
        if reached(calls, "ActivateResult"):
            break
    expect("ActivateResult" in calls.methods(), "Return has not chosen the row")
    chosen = wait("the file is opened", lambda: opened.exists() and opened.read_text().strip())
    print("  opened:", pathlib.Path(chosen.splitlines()[0]).name, flush=True)
    expect(chosen.splitlines()[0] == AUDITORS, f"another file is opened: {chosen}")
    wait("the choice is recorded", lambda: uses(AUDITORS) == before + 1)
    launch(shell, calls)
    print("  calls:", " ".join(dict.fromkeys(calls.methods())), flush=True)


def launch(shell, calls):
    """Shows all results by the header of the group, and else by a call."""
    # The key may come while the overview is still being hidden.
    wait("the overview is gone", lambda: shell.state("Main.overview.visible || Main.overview.animationInProgress") == "false")
    isShown = "Main.overview.visible && !Main.overview.animationInProgress"
    for attempt in (1, 2, 3):
        shell.press("Super")
        if settles(lambda: shell.state(isShown) == "true"):
            break
    wait("the overview", lambda: shell.state(isShown) == "true")
    shell.type("report")
    wait("rows of Searchlight", lambda: any("Annual report.txt" in row for row in shown()))
    header = """
      (() => { const view = Main.overview._overview._controls._searchController._searchResults; const displays = view._providers.map(p => p.display);
        const display = displays.find(d => d && d.provider.id.includes("earchlight")); display.providerInfo.emit("clicked", 0); return true; })()
    """
    if shell.state(header) != "true" or not reached(calls, "LaunchSearch"):
        print("  LaunchSearch: the header cannot be clicked, so the call is made without the shell", flush=True)
        call(PROVIDER, *GNOME, "LaunchSearch", "(asu)", ["report"], 0)
    if shutil.which("searchlight"):
        return window(shell)
    terminal = pathlib.Path.home() / "terminal"
    command = wait("all results are shown in a terminal", lambda: terminal.exists() and terminal.read_text().split("\n"))
    expect(command[1:4] == ["-i", "--", "report"], f"the terminal runs {command}")
    print("  LaunchSearch runs:", " ".join(command[:4]).replace(command[0], pathlib.Path(command[0]).name), flush=True)


SHOWN = f"global.get_window_actors().some(a => a.meta_window.get_wm_class() == '{WINDOW}')"


def window(shell):
    """The search window, which GNOME Shell shows as a client of its own."""
    wait("the search window has its name", lambda: owner(WINDOW))
    wait("the shell shows the search window", lambda: shell.state(SHOWN) == "true")
    shell.state("Main.overview.hide()")
    wait("the overview is gone", lambda: shell.state("Main.overview.visible") == "false")
    # Results, and the preview behind them, are drawn within a second.
    time.sleep(1)
    shell.picture("gnome-window-launched")
    clients = json.loads(shell.state("global.get_window_actors().map(a => a.meta_window.get_client_type())") or "[]")
    print("  LaunchSearch shows the search window", "on Wayland" if clients == [0] else f"as clients {clients}", flush=True)
    subprocess.run(["kill", str(owner(WINDOW))], check=True)
    make_locales()
    thumbnail()
    for name, variables in STYLES.items():
        for state, text in STATES.items():
            picture(shell, f"gnome-window-{name}-{state}", text, variables)


def picture(shell, name, text, variables):
    """A picture of the window with a text."""
    wait("no window is shown", lambda: owner(WINDOW) is None and shell.state(SHOWN) == "false")
    if name.endswith("no-index"):
        variables = variables | {"XDG_DATA_HOME": str(pathlib.Path.home() / "nothing")}
    process = subprocess.Popen(["searchlight"], env=os.environ | variables)
    wait("the shell shows the search window", lambda: shell.state(SHOWN) == "true")
    wait("the window has the keys", lambda: shell.state(f"global.display.focus_window?.get_wm_class() == '{WINDOW}'") == "true")
    for letter in text:
        shell.press(letter)
        time.sleep(0.05)
    time.sleep(1)
    shell.picture(name)
    process.terminate()
    process.wait()


def reached(calls, method):
    """Whether a call reaches the provider within some seconds."""
    return settles(lambda: method in calls.methods())


def settles(condition):
    """Whether a condition has a value within some seconds."""
    try:
        return wait("it happens", condition, seconds=4)
    except Failure:
        return False


if __name__ == "__main__":
    main(test)
