# SPDX-License-Identifier: Apache-2.0

"""The daemon and the tools in a folder of their own."""

import os
import pathlib
import signal
import subprocess
import time


class Stuck(Exception):
    """The daemon has ended, or does not come to rest."""


class Searchlight:
    # For this time no thread of the daemon or of its workers has run.
    REST = 0.3

    def __init__(self, tools, scratch, configuration):
        self.tools = tools
        self.scratch = scratch
        self.configuration = configuration
        self.daemon = None
        self.log = open(scratch / "log", "ab")
        self.environment = {
            "HOME": scratch / "home", "XDG_DATA_HOME": scratch / "data", "XDG_CONFIG_HOME": scratch / "config",
            "XDG_STATE_HOME": scratch / "state", "XDG_RUNTIME_DIR": scratch / "run", "LC_ALL": "C.UTF-8", "TZ": "UTC", "PATH": "/usr/bin:/bin",
            "XDG_DATA_DIRS": scratch / "share",
            # The daemon does not wait because this computer is busy.
            "SEARCHLIGHT_SYSTEM_ROOT": scratch / "system"}
        for folder in ["home", "run", "config/searchlight"]:
            (scratch / folder).mkdir(parents=True)

    @property
    def store(self):
        return self.scratch / "data" / "searchlight" / "files"

    def tool(self, name, *arguments):
        return subprocess.run([self.tools / name, *arguments], env=self.environment, cwd=self.scratch, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False)

    def configure(self):
        file = self.scratch / "config" / "searchlight" / "searchlight.conf"
        file.write_bytes(self.configuration.text())
        if self.daemon:
            self.daemon.send_signal(signal.SIGHUP)

    def start(self):
        # Permissions shall apply to the daemon even if root runs the test.
        prefix = ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []
        self.daemon = subprocess.Popen(
            [*prefix, self.tools / "mds", "--foreground"], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=self.log,
            # A new configuration must not end a daemon that does not take signals yet.
            preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP]))

    def end(self, signal):
        self.daemon.send_signal(signal)
        self.daemon.wait()

    def workers(self):
        """The processes that the daemon has started."""
        found = []
        for task in self.tasks(self.daemon.pid):
            try:
                found += [int(word) for word in (task / "children").read_text().split()]
            except OSError:
                pass
        return found

    @staticmethod
    def tasks(process):
        try:
            return list(pathlib.Path(f"/proc/{process}/task").iterdir())
        except OSError:
            return []

    def activity(self):
        """The time for which each thread has run; `None` while one runs or waits for a processor."""
        times = {}
        for process in [self.daemon.pid, *self.workers()]:
            for task in self.tasks(process):
                try:
                    if (task / "stat").read_text().rpartition(") ")[2][0] in "RD":
                        return None
                    times[task] = (task / "schedstat").read_text().split()[0]
                except OSError:
                    return None
        return times

    def wait_until_idle(self, limit):
        end = time.monotonic() + limit
        before, since = self.activity(), time.monotonic()
        while time.monotonic() < end:
            if self.daemon.poll() is not None:
                raise Stuck(f"mds has ended with status {self.daemon.returncode}")
            time.sleep(0.05)
            now = self.activity()
            if now is None or now != before:
                before, since = now, time.monotonic()
            elif time.monotonic() - since >= self.REST:
                return
        raise Stuck(f"mds is still busy after {limit} s")

    def is_waiting(self):
        """Whether the daemon says that it will do more by itself."""
        status = self.tool("mdutil", "-s").stdout
        return b", 0 to read" not in status or b"trying again" in status

    def failed(self):
        """The files that could not be read, as `mdutil` lists them."""
        return self.tool("mdutil", "--failed").stdout

    def close(self):
        if self.daemon and self.daemon.poll() is None:
            self.daemon.send_signal(signal.SIGCONT)
            self.end(signal.SIGKILL)
        self.log.close()

    def size(self):
        """The bytes of the index on the disk."""
        total = 0
        for folder, _, names in os.walk(self.store):
            for name in names:
                try:
                    total += os.lstat(os.path.join(folder, name)).st_blocks * 512
                except FileNotFoundError:
                    pass
        return total
