# SPDX-License-Identifier: Apache-2.0

"""The entries that the index must have: those on the disk that the configuration does not exclude."""

import os
import stat

from . import contents, system
from .entry import Entry

MARKER = b".metadata_never_index"
TAGS = "user.xdg.tags"


class Disk:
    def __init__(self, configuration, unchecked):
        self.configuration = configuration
        self.root_count = len(configuration.roots)
        self.unchecked = unchecked

    def entries(self):
        found = {}
        for root in self.configuration.roots:
            # A root within an excluded or missing folder is not expected here: the roots lie apart.
            if os.path.isdir(root) and root not in self.configuration.excluded:
                self.add(root, found)
        return found

    def is_whole(self):
        """Whether all roots are there, and nothing in them is excluded by the configuration."""
        configuration = self.configuration
        return not configuration.excluded and not configuration.name_patterns and len(configuration.roots) == self.root_count \
            and all(map(os.path.isdir, configuration.roots))

    def add(self, path, found):
        """Adds an entry with everything in it, and returns whether it is indexed."""
        status = os.lstat(path)
        if stat.S_ISDIR(status.st_mode):
            marked = os.path.lexists(os.path.join(path, MARKER))
            children = [] if marked else [name for name in os.listdir(path) if self.is_included(path, name)]
            count = sum(self.add(os.path.join(path, name), found) for name in children)
            dates = status.st_mtime_ns // 10**9 if "folder-dates" not in self.unchecked else 0
            found[path] = Entry("folder", None, dates, system.birth(path), tags(path), count)
        elif stat.S_ISREG(status.st_mode):
            with open(path, "rb") as file:
                words = contents.words(file.read())
            found[path] = Entry("file", status.st_size, status.st_mtime_ns // 10**9, system.birth(path), tags(path), None, words)
        elif stat.S_ISLNK(status.st_mode):
            found[path] = Entry("link", status.st_size, status.st_mtime_ns // 10**9, system.birth(path), (), None)
        else:
            return False
        return True

    def is_included(self, folder, name):
        if name.startswith(b".") and not self.configuration.hidden:
            return False
        path = os.path.join(folder, name)
        if path in self.configuration.excluded or self.configuration.excludes_name(name):
            return False
        return not (name.endswith(b".noindex") and os.path.isdir(path) and not os.path.islink(path))


def tags(path):
    try:
        value = os.getxattr(path, TAGS, follow_symlinks=False)
    except OSError:
        return ()
    return tuple(value.decode().split(","))
