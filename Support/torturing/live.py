# SPDX-License-Identifier: Apache-2.0

"""A live search for everything, whose reports must add up to the index."""

import os
import subprocess


class LiveSearch:
    def __init__(self, searchlight):
        self.process = subprocess.Popen(
            [searchlight.tools / "mdfind", "-live", "-0", 'kMDItemFSName == "*"'], env=searchlight.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=searchlight.log)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.paths = set()
        self.rest = b""

    def read(self):
        """Reads what was reported since the last call, and returns the paths found so far."""
        while more := self.process.stdout.read():
            *reports, self.rest = (self.rest + more).split(b"\0")
            for report in reports:
                match report[:2]:
                    case b"+ ": self.paths.add(report[2:])
                    case b"- ": self.paths.discard(report[2:])
                    case _ if report: self.paths.add(report)
        return self.paths

    def close(self):
        self.process.kill()
        self.process.wait()
