# SPDX-License-Identifier: Apache-2.0
"""A virtual display."""

import os
import subprocess
import time

from .session import OUTPUT, wait


class Screen:
    """A display with a window manager, by which keys are typed and pictures are taken."""

    def __init__(self, **variables):
        # Xvfb writes the number of the display when it listens.
        server = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        os.environ |= {"DISPLAY": f":{server.stdout.readline().strip()}", "XDG_SESSION_TYPE": "x11", **variables}
        self.start("openbox")
        wait("openbox manages windows", lambda: self.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK").stdout.count("0x"))
        # What the bus starts has its environment, not this one.
        self.run("dbus-update-activation-environment", "DISPLAY", "XDG_SESSION_TYPE", *variables)

    def start(self, *command):
        return subprocess.Popen(command, stdout=open(OUTPUT / f"{command[0]}.log", "w"), stderr=subprocess.STDOUT)

    def run(self, *command):
        return subprocess.run(command, capture_output=True, text=True)

    def picture(self, name):
        """Waits until two pictures are equal: programs paint within 250 ms."""
        path = OUTPUT / f"{name}.png"
        previous = None
        end = time.monotonic() + 10
        while time.monotonic() < end:
            self.run("import", "-window", "root", str(path))
            content = self.run("identify", "-format", "%#", str(path)).stdout
            if content == previous:
                return
            previous = content
            time.sleep(0.4)
