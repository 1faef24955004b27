# SPDX-License-Identifier: Apache-2.0

"""Many changes in a short time, while the resources of the daemon are watched."""

import os
import pathlib
import random
import time

from . import contents
from .configuration import Configuration
from .searchlight import Searchlight, Stuck


class Growth(Exception):
    """A resource grew although the number of files did not."""


class Soak:
    FOLDERS = 40
    FILES = 50
    # Changes after which the daemon is given time to follow, so that its queue does not overflow.
    BURST = 4000
    # Seconds between two samples.
    INTERVAL = 10
    # By this factor and amount the last samples may exceed those after the start.
    FACTOR = 1.25
    SLACK = {"memory": 4 << 20, "descriptors": 4, "index": 4 << 20, "log": 4096}

    def __init__(self, tools, scratch, seed):
        self.root = os.fsencode(scratch / "files")
        self.random = random.Random(seed)
        self.version = 0
        os.makedirs(self.root)
        self.searchlight = Searchlight(tools, scratch, Configuration([self.root]))
        self.searchlight.configure()
        self.searchlight.start()
        self.samples = []

    def run(self, events, seconds):
        """Returns 0. Prints a table of the samples."""
        began, made = time.monotonic(), 0
        print("  seconds      changes  memory KiB  descriptors  index KiB  log B", flush=True)
        next_sample = 0
        try:
            while made < events and (elapsed := time.monotonic() - began) < seconds:
                for _ in range(self.BURST):
                    self.change()
                made += self.BURST
                self.searchlight.wait_until_idle(120)
                if elapsed >= next_sample:
                    next_sample = elapsed + self.INTERVAL
                    self.sample(elapsed, made)
            self.sample(time.monotonic() - began, made)
        finally:
            self.searchlight.close()
        self.judge()
        return 0

    def change(self):
        """One change that leaves about as many files as there were."""
        folder = self.root + b"/d%d" % self.random.randrange(self.FOLDERS)
        path = folder + b"/f%d.txt" % self.random.randrange(self.FILES)
        choice = self.random.random()
        try:
            if choice < 0.5:
                self.version += 1
                with open(path, "wb") as file:
                    file.write(contents.text(self.version, self.random))
            elif choice < 0.7:
                os.unlink(path)
            elif choice < 0.95:
                os.rename(path, folder + b"/f%d.txt" % self.random.randrange(self.FILES))
            else:
                os.rename(folder, self.root + b"/d%d" % self.random.randrange(self.FOLDERS))
        except FileNotFoundError:
            os.makedirs(folder, exist_ok=True)
        except OSError:
            # The other folder is not empty.
            pass

    def sample(self, elapsed, made):
        process = pathlib.Path(f"/proc/{self.searchlight.daemon.pid}")
        if self.searchlight.daemon.poll() is not None:
            raise Stuck("mds has ended")
        memory = next(line for line in (process / "status").read_text().splitlines() if line.startswith("RssAnon"))
        values = {"memory": int(memory.split()[1]) << 10, "descriptors": len(list((process / "fd").iterdir())),
                  "index": self.searchlight.size(), "log": (self.searchlight.scratch / "log").stat().st_size}
        self.samples.append(values)
        print(f"{elapsed:9.0f} {made:12,} {values['memory'] >> 10:11,} {values['descriptors']:12,} {values['index'] >> 10:10,} "
              f"{values['log']:6,}", flush=True)

    def judge(self):
        """Compares the largest values of the last third with those of the second; the first third is for warming up."""
        third = len(self.samples) // 3
        if not third:
            return
        for name, slack in self.SLACK.items():
            early = max(sample[name] for sample in self.samples[third:-third])
            late = max(sample[name] for sample in self.samples[-third:])
            if late > early * self.FACTOR + slack:
                raise Growth(f"{name} has grown from {early:,} to {late:,}")
