# SPDX-License-Identifier: Apache-2.0
"""What the parts of the test have in common, inside of a session: calls on the message bus, waiting, and measuring processes."""

import os
import pathlib
import subprocess
import sys
import time

from gi.repository import Gio, GLib

PROVIDER = "org.searchlight.Searchlight.SearchProvider"
GNOME = ("/org/searchlight/Searchlight/SearchProvider", "org.gnome.Shell.SearchProvider2")
KRUNNER = ("/runner", "org.kde.krunner1")
AUDITORS = str(pathlib.Path.home() / "Documents/Reports/Report of the auditors.md")
OUTPUT = pathlib.Path(os.environ["OUTPUT"])

bus = Gio.bus_get_sync(Gio.BusType.SESSION)


class Failure(Exception):
    pass


def expect(condition, message):
    if not condition:
        raise Failure(message)


def wait(what, condition, seconds=30):
    """Waits until a condition has a value, and returns that."""
    end = time.monotonic() + seconds
    while True:
        if value := condition():
            return value
        if time.monotonic() > end:
            raise Failure(f"never: {what}")
        time.sleep(0.02)


def call(name, path, interface, method, signature=None, *arguments, seconds=20):
    parameters = GLib.Variant(signature, arguments) if signature else None
    return bus.call_sync(name, path, interface, method, parameters, None, Gio.DBusCallFlags.NONE, seconds * 1000, None).unpack()


def owner(name):
    """The number of the process that has a name on the bus; `None` if nobody has it."""
    try:
        return call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID", "(s)", name)[0]
    except GLib.Error:
        return None


class Recording:
    """The calls of interfaces, and all answers, as dbus-monitor(1) writes them."""

    def __init__(self, name, *interfaces):
        self.path = OUTPUT / name
        rules = [f"interface='{interface}'" for interface in interfaces] + ["type='method_return'", "type='error'"]
        self.process = subprocess.Popen(["dbus-monitor", "--session", *rules], stdout=open(self.path, "w"))
        wait("dbus-monitor listens", lambda: self.path.stat().st_size > 0)

    def text(self):
        return self.path.read_text()

    def methods(self):
        """The names of the methods that were called, in order."""
        objects = [f"path={GNOME[0]};", f"path={KRUNNER[0]};"]
        lines = [line for line in self.text().splitlines() if line.startswith("method call") and any(path in line for path in objects)]
        return [line.rsplit("member=", 1)[1] for line in lines]


def uses(path):
    """How often a file was opened, as the index has it."""
    shown = subprocess.run(["mdls", "-raw", "-name", "kMDItemUseCount", path], capture_output=True, text=True).stdout
    return int(shown) if shown.isdigit() else 0


def memory(process):
    """Anonymous and shared memory of a process, and the mapped files in memory, in MB."""
    fields = {}
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        name, _, value = line.partition(":")
        if name in ("RssAnon", "RssShmem", "RssFile"):
            fields[name] = int(value.split()[0]) / 1024
    return fields["RssAnon"] + fields["RssShmem"], fields["RssFile"]


def switches(process):
    """How often the threads of a process have waited or were interrupted so far: it grows with every wake-up."""
    count = 0
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if "ctxt_switches" in line:
                count += int(line.split()[1])
    return count


def main(test):
    try:
        test()
    except Failure as failure:
        print(f"  FAILED: {failure}", flush=True)
        sys.exit(1)
