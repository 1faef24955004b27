# SPDX-License-Identifier: Apache-2.0

"""The entries that the index has, as the tools print them."""

import base64
import calendar
import json
import os
import time

from . import contents
from .entry import Entry

ATTRIBUTES = ["kMDItemContentType", "kMDItemFSSize", "kMDItemFSContentChangeDate", "kMDItemFSCreationDate", "kMDItemUserTags",
              "kMDItemFSNodeCount"]
KINDS = {"public.folder": "folder", "public.symlink": "link"}


class Index:
    def __init__(self, searchlight, unchecked):
        self.searchlight = searchlight
        self.unchecked = unchecked

    def entries(self):
        """All entries without their words."""
        options = [word for name in ATTRIBUTES for word in ("-attr", name)]
        lines = self.searchlight.tool("mdfind", "-json", *options, 'kMDItemFSName == "*"').stdout.splitlines()
        return dict(self.entry(json.loads(line)) for line in lines)

    def entry(self, object):
        exact = object.get("kMDItemPathBytes")
        path = base64.b64decode(exact) if exact else os.fsencode(object["kMDItemPath"])
        kind = KINDS.get(object.get("kMDItemContentType"), "file")
        dated = kind != "folder" or "folder-dates" not in self.unchecked
        return path, Entry(
            kind, object.get("kMDItemFSSize"), seconds(object["kMDItemFSContentChangeDate"]) if dated else 0,
            seconds(object["kMDItemFSCreationDate"]), tuple(object.get("kMDItemUserTags", ())),
            object.get("kMDItemFSNodeCount"))

    def add_words(self, entries):
        """Adds the words that searches find in the contents."""
        words = {}
        for word in contents.WORDS:
            for path in self.searchlight.tool("mdfind", "-0", f'kMDItemTextContent == "{word}"').stdout.split(b"\0")[:-1]:
                words.setdefault(path, set()).add(word)
        for path, found in words.items():
            if path in entries:
                entries[path].words = frozenset(found)


def seconds(date):
    return calendar.timegm(time.strptime(date, "%Y-%m-%dT%H:%M:%SZ"))
