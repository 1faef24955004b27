# SPDX-License-Identifier: Apache-2.0
"""Adds "Search Here with Searchlight" to the menus of folders in Nautilus, which loads this file if python3-nautilus is installed."""

import subprocess

from gi.repository import GObject, Nautilus


class SearchHere(GObject.GObject, Nautilus.MenuProvider):
    # Nautilus 43 and later pass only the files; earlier versions passed the window before them.
    def get_background_items(self, *arguments):
        return self.items(arguments[-1])

    def get_file_items(self, *arguments):
        files = arguments[-1]
        return self.items(files[0]) if len(files) == 1 and files[0].is_directory() else []

    def items(self, folder):
        location = folder.get_location()
        # A folder of another computer or of the trash has no path.
        path = location.peek_path() if location else None
        if not path:
            return []
        item = Nautilus.MenuItem(
            name="Searchlight::SearchHere", label="Search Here with Searchlight", tip="Search this folder and its subfolders")
        item.connect("activate", lambda _: subprocess.Popen(["searchlight-menu", "-onlyin", path], stdin=subprocess.DEVNULL))
        return [item]
