# SPDX-License-Identifier: Apache-2.0

"""What the daemon is told to index."""

import dataclasses
import fnmatch


@dataclasses.dataclass
class Configuration:
    roots: list
    excluded: list = dataclasses.field(default_factory=list)
    name_patterns: list = dataclasses.field(default_factory=list)
    hidden: bool = False
    marks: bool = False

    def excludes_name(self, name):
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in self.name_patterns)

    def text(self):
        lines = [b"root = " + root for root in self.roots] + [b"exclude = " + path for path in self.excluded]
        lines += [b"exclude-name = " + pattern for pattern in self.name_patterns]
        lines += [b"workers = 2", b"hidden = " + (b"yes" if self.hidden else b"no")]
        return b"\n".join(lines + [b"file-system-marks = " + (b"yes" if self.marks else b"no"), b""])
