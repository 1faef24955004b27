# SPDX-License-Identifier: Apache-2.0

"""A home folder of its own for a daemon and the tools."""

import os
import pathlib
import random
import signal
import subprocess
import sys
import time

WORDS = "amber basalt cedar delta ember fjord glacier harbor island juniper kelp lagoon meadow nectar opal prairie quartz river".split()


class Home:
    """Folders for one index, and the tools that use them."""

    def __init__(self, root, tools, files=None):
        """
        - files: The folder to index; None for a new one. If `root` has an index from before, it is used.
        """
        self.root, self.tools, self.files = root, tools, os.path.abspath(files or os.path.join(root, "files"))
        for name in ("config/searchlight", "data", "state", "run"):
            os.makedirs(os.path.join(root, name), mode=0o700, exist_ok=True)
        os.makedirs(self.files, mode=0o700, exist_ok=True)
        pathlib.Path(root, "config/searchlight/searchlight.conf").write_text(f"root = {self.files}\n")
        self.environment = dict(
            os.environ, HOME=root, XDG_CONFIG_HOME=f"{root}/config", XDG_DATA_HOME=f"{root}/data", XDG_STATE_HOME=f"{root}/state",
            XDG_RUNTIME_DIR=f"{root}/run")
        self.log = os.path.join(root, "log")

    def fill(self, count):
        choose = random.Random(1)
        for number in range(count):
            folder = os.path.join(self.files, f"folder{number // 100}")
            os.makedirs(folder, exist_ok=True)
            text = " ".join(choose.choice(WORDS) for _ in range(300))
            pathlib.Path(folder, f"file{number}.txt").write_text(text)

    def start(self):
        self.daemon = subprocess.Popen([f"{self.tools}/mds", "--foreground"], env=self.environment, stderr=open(self.log, "w"))

    def stop(self):
        self.daemon.send_signal(signal.SIGTERM)
        self.daemon.wait()

    def finds(self, *query):
        answer = subprocess.run([f"{self.tools}/mdfind", "-count", *query], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return answer.stdout.strip() not in (b"", b"0")

    def wait(self, text):
        while text not in pathlib.Path(self.log).read_text():
            if self.daemon.poll() is not None:
                sys.exit(f"mds ended: {pathlib.Path(self.log).read_text()}")
            time.sleep(0.05)

    def count(self, *query):
        answer = subprocess.run([f"{self.tools}/mdfind", "-count", *query], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return int(answer.stdout.strip() or 0)
