# SPDX-License-Identifier: Apache-2.0
"""Searches in the search window on a virtual display, by keys: pictures of its states, light and dark, in German and Arabic; choosing a result;
a second call; the call of GNOME Shell; and the times, memory and wake-ups."""

import os
import pathlib
import statistics
import subprocess
import sys
import threading
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

from .screen import Screen  # noqa: E402
from .session import AUDITORS, GNOME, OUTPUT, PROVIDER, call, expect, main, memory, owner, uses, wait  # noqa: E402

WINDOW = "org.searchlight.Searchlight"
HOME = pathlib.Path.home()
STARTS = 5
IDLE = 30  # seconds
# Threads of GLib end when they have had nothing to do for 15 seconds.
QUIET = 18
WORDS = ["report", "annual report", "minutes", "garden slugs", "travel", "auditors", "society", "recordings"]
# Milliseconds. The bounds are for pictures that the processor draws.
COLD, MEDIAN, WORST = 200, 20, 40
MEMORY = 100  # MB
VARIABLES = {"GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "atspi", "LOCPATH": str(HOME / "locales")}


class FileManager:
    """A stand-in for the file manager of a desktop. org.freedesktop.FileManager1"""

    DESCRIPTION = """<node><interface name="org.freedesktop.FileManager1">
      <method name="ShowItems"><arg type="as" direction="in"/><arg type="s" direction="in"/></method></interface></node>"""

    def __init__(self):
        self.shown = []
        # The other calls of this process do not run a loop.
        self.bus = Gio.DBusConnection.new_for_address_sync(
            os.environ["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        interface = Gio.DBusNodeInfo.new_for_xml(self.DESCRIPTION).interfaces[0]
        self.bus.register_object("/org/freedesktop/FileManager1", interface, self.answer, None, None)
        Gio.bus_own_name_on_connection(self.bus, "org.freedesktop.FileManager1", Gio.BusNameOwnerFlags.REPLACE, None, None)
        threading.Thread(target=GLib.MainLoop().run, daemon=True).start()
        wait("the file manager has its name", lambda: owner("org.freedesktop.FileManager1") == os.getpid())

    def answer(self, connection, sender, path, interface, method, parameters, invocation):
        self.shown += parameters.unpack()[0]
        invocation.return_value(None)


class Window:
    """A process of the window, which writes what it measures."""

    def __init__(self, screen, **variables):
        self.screen, self.lines = screen, []
        self.begin = time.monotonic()
        self.process = subprocess.Popen(["searchlight", "-times"], env=os.environ | variables, stderr=subprocess.PIPE, text=True)
        os.set_blocking(self.process.stderr.fileno(), False)
        wait("the window is drawn", lambda: "first frame" in self.text())
        self.coldStart = (time.monotonic() - self.begin) * 1000
        self.focus()

    def text(self):
        while line := self.process.stderr.readline():
            self.lines.append(line)
            if not line.startswith("key to results") and not line.startswith("first frame"):
                print("  says:", line.strip(), file=sys.stderr, flush=True)
                expect("CRITICAL" not in line and "WARNING" not in line, f"GTK complains: {line.strip()}")
        return "".join(self.lines)

    def times(self):
        """Milliseconds from keys to frames."""
        self.text()
        return [int(line.split()[-2]) / 1000 for line in self.lines if line.startswith("key to results")]

    def shown(self):
        return self.screen.run("xdotool", "search", "--onlyvisible", "--class", "searchlight").stdout.split()

    def focus(self):
        """Waits until the window is shown and gets the keys."""
        number = wait("the window is shown", self.shown)[0]
        self.screen.run("xdotool", "windowfocus", "--sync", number)

    def type(self, text, delay=130):
        self.screen.run("xdotool", "key", "ctrl+a", "BackSpace")
        before = len(self.times())
        self.screen.run("xdotool", "type", "--delay", str(delay), text)
        wait(f"the results of {text} are drawn", lambda: len(self.times()) > before)

    def key(self, *keys):
        self.screen.run("xdotool", "key", *keys)

    def end(self):
        self.process.terminate()
        self.process.wait()
        wait("the name is free", lambda: owner(WINDOW) is None)


def thumbnail():
    """Makes a picture, and its thumbnail as a file manager does."""
    path = HOME / "Pictures" / "Mountain report.png"
    path.parent.mkdir(exist_ok=True)
    draw = ["-size", "640x420", "gradient:#f6b26b-#3d6a9e", "-fill", "#22344f", "-draw", "polygon 0,420 180,220 300,340 430,180 640,420"]
    subprocess.run(["convert", *draw, str(path)], check=True)
    url = path.as_uri()
    digest = subprocess.run(["md5sum"], input=url, capture_output=True, text=True, check=True).stdout.split()[0]
    cached = HOME / ".cache/thumbnails/large" / f"{digest}.png"
    cached.parent.mkdir(parents=True, exist_ok=True)
    # A percent sign would stand for a property of the picture.
    texts = ["-set", "Thumb::URI", url.replace("%", "%%"), "-set", "Thumb::MTime", str(int(path.stat().st_mtime))]
    subprocess.run(["convert", str(path), "-resize", "256x256", *texts, str(cached)], check=True)
    subprocess.run(["mdimport", str(path.parent)], check=True, stdout=subprocess.DEVNULL)


# The pictures of each style, and what is typed for them.
STATES = {"1-empty": "", "2-results": "report", "3-preview": "mountain", "4-nothing": "zzzqxy", "5-corrected": "anual reprt", "6-no-index": "report"}
STYLES = {
    "light": {}, "dark": {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"},
    "german": {"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de", "LOCPATH": str(HOME / "locales")},
    "arabic": {"LC_ALL": "ar_EG.UTF-8", "LANGUAGE": "ar", "LOCPATH": str(HOME / "locales")},
}


def make_locales():
    (HOME / "locales").mkdir(exist_ok=True)
    for name in ("de_DE", "ar_EG"):
        subprocess.run(["localedef", "-i", name, "-f", "UTF-8", str(HOME / f"locales/{name}.UTF-8")], check=True)


def states(screen, name, variables):
    """Pictures of six states."""
    window = Window(screen, **variables)
    for state, text in list(STATES.items())[:-1]:
        if text:
            window.type(text)
        screen.picture(f"window-{name}-{state}")
    window.end()
    window = Window(screen, **variables, XDG_DATA_HOME=str(HOME / "nothing"))
    window.type(STATES["6-no-index"])
    screen.picture(f"window-{name}-6-no-index")
    window.end()


def names(widget):
    """What a screen reader says of a widget and those in it: roles and names."""
    yield widget.get_role_name(), widget.get_name()
    for index in range(widget.get_child_count()):
        if child := widget.get_child_at_index(index):
            yield from names(child)


def accessible():
    """The roles and names in the window."""
    desktop = Atspi.get_desktop(0)
    programs = [desktop.get_child_at_index(index) for index in range(desktop.get_child_count())]
    return [name for program in programs if program and program.get_name() == "searchlight" for name in names(program)]


def choices(screen):
    """Keys that choose, the second call, and the call of GNOME Shell."""
    opened, files = HOME / "opened", FileManager()
    before = uses(AUDITORS)
    window = Window(screen)
    window.type("report auditors")
    wait("a screen reader sees the result",
         lambda: ("list item", "Report of the auditors.md, ~/Documents/Reports, Best Result") in accessible())
    said = accessible()
    (OUTPUT / "window-names.txt").write_text("".join(f"{role}: {name}\n" for role, name in said))
    expect(("text", "Search files, programs and more") in said, "a screen reader sees no field")
    expect(not [name for role, name in said if role == "push button" and name == "GtkButton"], "a button has no name")
    window.key("Return")
    chosen = wait("the file is opened", lambda: opened.exists() and opened.read_text().split("\n")[0])
    expect(chosen == AUDITORS, f"another file is opened: {chosen}")
    wait("the window is hidden", lambda: not window.shown())
    wait("the choice is recorded", lambda: uses(AUDITORS) == before + 1)
    subprocess.run(["searchlight"], check=True)
    window.focus()
    window.key("ctrl+Return")
    wait("the file is shown in its folder", lambda: pathlib.Path(AUDITORS).as_uri() in files.shown)
    window.key("ctrl+c")
    window.key("Escape", "Escape")
    wait("Escape hides the window", lambda: not window.shown())
    subprocess.run(["searchlight"], check=True)
    window.focus()
    subprocess.run(["searchlight"], check=True)
    wait("and one more hides it", lambda: not window.shown())
    call(PROVIDER, *GNOME, "LaunchSearch", "(asu)", ["annual", "report"], 0)
    wait("GNOME Shell shows the window", window.shown)
    wait("its text is searched", lambda: len(window.times()) > 1)
    screen.picture("window-launched")
    window.end()
    # The message bus starts it.
    call(WINDOW, "/org/searchlight/Searchlight", "org.freedesktop.Application", "ActivateAction", "(sava{sv})", "search", [GLib.Variant("s", "minutes")], {})
    wait("the message bus starts the window", window.shown)
    subprocess.run(["kill", str(owner(WINDOW))], check=True)
    print("  opened, shown in its folder, hidden, called again, and started by the message bus", flush=True)


def switches(process):
    """How often each thread of a process has waited or was interrupted so far."""
    counts = {}
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        lines = (task / "status").read_text().splitlines()
        counts[task.name] = sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)
    return counts


def switchesAfter(seconds, process):
    time.sleep(seconds)
    return switches(process)


def resting(process):
    """The counts of a process that has done nothing for a time; `None` if it has."""
    before = switches(process)
    after = switchesAfter(QUIET, process)
    return after if before == after else None


def figures(screen):
    found = []

    def figure(text):
        found.append(text)
        print(f"  {text}", flush=True)

    cold = []
    for _ in range(STARTS):
        window = Window(screen)
        cold.append(window.coldStart)
        window.end()
    figure(f"first frame: median {statistics.median(cold):.0f} ms, {min(cold):.0f} to {max(cold):.0f} ms ({len(cold)})")
    window = Window(screen)
    window.type("warming")
    before = len(window.times())
    for word in WORDS:
        window.type(word)
    (OUTPUT / "window-times.txt").write_text("".join(window.lines))
    times = sorted(window.times()[before:])
    last = times[int(len(times) * 0.95)]
    figure(f"key to frame: median {statistics.median(times):.1f} ms, 95 % within {last:.1f} ms, at most {times[-1]:.1f} ms ({len(times)})")
    window.key("Escape", "Escape")
    wait("the window is hidden", lambda: not window.shown())
    rest = wait("the process rests", lambda: resting(window.process.pid), seconds=90)
    woken = sum(switchesAfter(IDLE, window.process.pid).values()) - sum(rest.values())
    anonymous, mapped = memory(window.process.pid)
    figure(f"hidden: {woken} wake-ups in {IDLE} s; memory {anonymous:.1f} MB, and {mapped:.1f} MB of mapped files")
    window.end()
    (OUTPUT / "window-figures.txt").write_text("\n".join(found) + "\n")
    bounds = {
        "the hidden window wakes up": woken == 0,
        "the hidden window takes more memory than allowed": anonymous <= MEMORY,
        "the list is drawn too late": statistics.median(times) <= MEDIAN and last <= WORST,
        "the window appears too late": statistics.median(cold) <= COLD,
    }
    return [problem for problem, isKept in bounds.items() if not isKept]


def test():
    make_locales()
    settings = HOME / ".config/gtk-4.0/settings.ini"
    settings.parent.mkdir(parents=True, exist_ok=True)
    # Two pictures of the same state are equal.
    settings.write_text("[Settings]\ngtk-cursor-blink=false\n")
    thumbnail()
    screen = Screen(**VARIABLES)
    # Before this process asks for names, as a screen reader does.
    problems = figures(screen)
    choices(screen)
    for name, variables in STYLES.items():
        states(screen, name, variables)
    expect(not problems, f"{'; '.join(problems)}, with a load of {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(test)
