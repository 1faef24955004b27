# SPDX-License-Identifier: Apache-2.0

"""Random changes of files and folders by one process.

A writer changes only its own folder in each place, so what it does depends on the seed alone and not on other writers. It reaches the places
through open directories, which keep working while a root or a folder above it has another name.
"""

import os
import random
import stat
import time

from . import contents, system
from .disk import MARKER, TAGS

NAMES = [b"n%d" % number for number in range(8)] + [b"n%d.txt" % number for number in range(12)] + [
    b"\xff\xfe\x80.txt", "ö ü.txt".encode(), b"line\nbreak.txt", b"long" * 50 + b".txt"]
# More entries than that lead to removals.
MAXIMUM_ENTRIES = 160
MAXIMUM_DEPTH = 14
MAXIMUM_OPEN = 4

OPERATIONS = {}


def operation(name, weight=2):
    """Registers a method as the operation of a class, which `--without` turns off."""
    def register(function):
        OPERATIONS[name] = (function, weight)
        return function
    return register


class Tree:
    """What is below a writer's folders at one moment, in a fixed order."""

    def __init__(self, writer):
        self.folders, self.files, self.links, self.others = [], [], [], []
        for place in writer.places:
            self.add(writer, b"%s/w%d" % (place, writer.number))
        # The writer's own folders stay where they are.
        self.movable = [folder for folder in self.folders if folder.count(b"/") > 1]
        self.all = self.movable + self.files + self.links + self.others

    def add(self, writer, folder):
        self.folders.append(folder)
        with os.scandir(writer.real(folder)) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
        for entry in entries:
            path = folder + b"/" + entry.name
            if entry.is_dir(follow_symlinks=False):
                self.add(writer, path)
            elif entry.is_symlink():
                self.links.append(path)
            elif entry.is_file(follow_symlinks=False):
                if entry.name != MARKER:
                    self.files.append(path)
            else:
                self.others.append(path)


class Writer:
    def __init__(self, number, count, seed, places, without):
        self.number, self.seed, self.places = number, seed, places
        # Versions of different writers differ.
        self.version, self.step = number, count
        self.without = without
        self.held = []
        self.shut = []
        self.trace = []
        for place in places:
            os.makedirs(self.real(b"%s/w%d" % (place, number)), exist_ok=True)

    def real(self, path):
        place, _, rest = path.partition(b"/")
        return b"/proc/self/fd/%d/%s" % (self.places[place], rest)

    def run(self, round, count):
        """Makes changes, and returns their descriptions. Folders and files that were shut are open again at the end."""
        self.random = random.Random(f"{self.seed}/{round}/{self.number}")
        self.trace = []
        chosen = {name: entry for name, entry in OPERATIONS.items() if name not in self.without}
        names, weights = list(chosen), [weight for _, weight in chosen.values()]
        for _ in range(count):
            self.tree = Tree(self)
            name = "remove" if len(self.tree.all) > MAXIMUM_ENTRIES else self.random.choices(names, weights)[0]
            try:
                OPERATIONS[name][0](self)
            except (OSError, IndexError) as error:
                # Some changes are impossible, such as a move of a folder into itself.
                self.note("failed", name, str(error).encode())
            if self.random.random() < 0.03:
                time.sleep(self.random.random() / 30)
        while self.shut:
            self.open(0)
        return self.trace

    def note(self, name, *arguments):
        words = b" ".join(repr(argument)[1:].encode() if isinstance(argument, bytes) else str(argument).encode() for argument in arguments)
        self.trace.append(f"{time.time():.6f} w{self.number} {name} {words.decode()}")

    # What the operations choose from

    def pick(self, paths):
        return self.random.choice(paths)

    def folder(self):
        while (folder := self.pick(self.tree.folders)).count(b"/") > MAXIMUM_DEPTH:
            pass
        return folder

    def new(self):
        return self.folder() + b"/" + self.pick(NAMES)

    def may_write(self, path):
        """A file with several names is written only if that is part of the test, and only through names that are watched: nobody reports
        a write through a name that is not indexed, and a scan finds it."""
        return os.lstat(self.real(path)).st_nlink == 1 or ("linked-write" not in self.without and self.may_be_indexed(path))

    def may_be_indexed(self, path):
        """Whether neither a name, nor a marker, nor a folder that is shut keeps a path out of the index, whatever the configuration is."""
        names = path.split(b"/")
        folders = [b"/".join(names[:count]) for count in range(1, len(names))]
        return names[0] != b"out" and not any(name.startswith(b".") or name.endswith(b".noindex") for name in names) \
            and not any(os.path.lexists(self.real(folder + b"/" + MARKER)) for folder in folders) \
            and all(stat.S_IMODE(os.stat(self.real(folder)).st_mode) for folder in folders)

    def await_link(self, path):
        """Waits until a new name has been looked up. If it goes before, nobody can know which file is written through it."""
        status = os.lstat(self.real(path))
        if status.st_nlink > 1:
            self.note("shared", status.st_ino)
            time.sleep(0.1)

    def file(self):
        path = self.pick([file for file in self.tree.files if self.may_write(file)])
        self.await_link(path)
        return path

    def text(self):
        self.version += self.step
        return contents.text(self.version, self.random)

    def write(self, path, flags=os.O_CREAT | os.O_TRUNC):
        if os.path.isdir(self.real(path)):
            raise IsADirectoryError(path)
        if os.path.lexists(self.real(path)):
            if not self.may_write(path):
                raise PermissionError(path)
            self.await_link(path)
        # A FIFO may have this name. Without a reader, it is then an error.
        file = os.open(self.real(path), os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | flags, 0o644)
        os.write(file, self.text())
        return file

    def put(self, path):
        os.close(self.write(path))

    # Files

    @operation("create", 8)
    def create(self):
        path = self.new()
        self.note("create", path)
        self.put(path)

    @operation("write", 4)
    def overwrite(self):
        path = self.file()
        self.note("write", path)
        self.put(path)

    @operation("disguise")
    def disguise(self):
        """A change of the content that leaves size and date as they were."""
        path = self.file()
        status = os.lstat(self.real(path))
        self.note("disguise", path)
        file = os.open(self.real(path), os.O_WRONLY)
        os.write(file, self.text()[:status.st_size].ljust(status.st_size))
        os.close(file)
        os.utime(self.real(path), ns=(status.st_atime_ns, status.st_mtime_ns))

    @operation("append", 3)
    def append(self):
        path = self.file()
        self.note("append", path)
        os.close(self.write(path, os.O_APPEND))

    @operation("hold")
    def hold(self):
        """A file stays open after it was written, until others are held in its place."""
        path = self.file()
        self.note("hold", path)
        self.held.append(self.write(path, os.O_APPEND))
        if len(self.held) > MAXIMUM_OPEN:
            os.close(self.held.pop(self.random.randrange(len(self.held))))

    @operation("truncate")
    def truncate(self):
        path = self.file()
        size = self.random.randint(0, os.lstat(self.real(path)).st_size)
        self.note("truncate", path, size)
        os.truncate(self.real(path), size)

    @operation("save", 3)
    def save(self):
        """As editors save."""
        path = self.file()
        self.note("save", path)
        self.put(path + b"~")
        os.rename(self.real(path + b"~"), self.real(path))

    @operation("unnamed")
    def unnamed(self):
        """A file that gets its name after its content."""
        path = self.new()
        self.note("unnamed", path)
        file = os.open(self.real(os.path.dirname(path)), os.O_TMPFILE | os.O_WRONLY, 0o644)
        os.write(file, self.text())
        try:
            system.link_descriptor(file, self.real(path))
        finally:
            os.close(file)

    @operation("delete", 3)
    def delete(self):
        path = self.pick(self.tree.files + self.tree.links + self.tree.others)
        self.note("delete", path)
        os.unlink(self.real(path))

    # Names

    @operation("rename", 4)
    def rename(self):
        source, target = self.pick(self.tree.files + self.tree.links), self.new()
        self.note("rename", source, target)
        os.rename(self.real(source), self.real(target))

    @operation("replace")
    def replace(self):
        source, target = self.pick(self.tree.files), self.pick(self.tree.files)
        self.note("replace", source, target)
        os.rename(self.real(source), self.real(target))

    @operation("exchange")
    def exchange(self):
        one, other = self.pick(self.tree.all), self.pick(self.tree.all)
        self.note("exchange", one, other)
        system.exchange(self.real(one), self.real(other))

    @operation("move", 6)
    def move(self):
        """A folder moves within the roots, or into or out of them."""
        source, target = self.pick(self.tree.movable), self.new()
        self.note("move", source, target)
        os.rename(self.real(source), self.real(target))

    @operation("link")
    def link(self):
        source, target = self.pick(self.tree.files), self.new()
        self.note("link", source, target)
        os.link(self.real(source), self.real(target))

    @operation("linked-write")
    def linked_write(self):
        """A file with two names changes through one of them."""
        source, target = self.pick(self.tree.files), self.new()
        self.note("linked-write", source, target)
        os.link(self.real(source), self.real(target))
        self.put(self.pick([path for path in [source, target] if self.may_write(path)]))

    @operation("symlink")
    def symlink(self):
        source, target = self.pick(self.tree.all), self.new()
        self.note("symlink", source, target)
        os.symlink(b"../" * self.random.randrange(3) + os.path.basename(source), self.real(target))

    # Attributes

    @operation("chmod", 1)
    def chmod(self):
        path = self.pick(self.tree.files + self.tree.movable)
        mode = self.pick([0o600, 0o644]) if path in self.tree.files else self.pick([0o700, 0o755])
        self.note("chmod", path, oct(mode))
        os.chmod(self.real(path), mode)

    @operation("shut")
    def shut_entry(self):
        """The daemon may not read an entry for some time."""
        path = self.pick(self.tree.files + self.tree.movable)
        self.note("shut", path)
        # Stays open here, because it may get another name before it is opened again.
        entry = os.open(self.real(path), os.O_RDONLY | os.O_NOFOLLOW)
        self.shut.append((entry, stat.S_IMODE(os.fstat(entry).st_mode)))
        os.fchmod(entry, 0)
        if len(self.shut) > MAXIMUM_OPEN:
            self.open(self.random.randrange(len(self.shut)))

    def open(self, index):
        entry, mode = self.shut.pop(index)
        os.fchmod(entry, mode or 0o700)
        os.close(entry)

    @operation("tags")
    def tags(self):
        paths = [self.file()] + self.tree.movable
        path = self.pick(paths)
        tags = b",".join(self.random.sample([b"red", b"blue", b"green"], self.random.randint(1, 2)))
        self.note("tags", path, tags)
        if self.random.random() < 0.3:
            os.removexattr(self.real(path), TAGS)
        else:
            os.setxattr(self.real(path), TAGS, tags)

    @operation("date")
    def date(self):
        path = self.file()
        date = self.random.randrange(-(1 << 31), 1 << 33)
        self.note("date", path, date)
        os.utime(self.real(path), (date, date))

    # Folders

    def make_tree(self, path):
        os.mkdir(self.real(path))
        for _ in range(self.random.randrange(4)):
            self.put(path + b"/" + self.pick(NAMES))
        if self.random.random() < 0.4:
            self.make_tree(path + b"/" + self.pick([b"d", b"e"]))

    @operation("tree", 5)
    def tree_operation(self):
        path = self.new()
        self.note("tree", path)
        self.make_tree(path)

    @operation("chain")
    def chain(self):
        """A new folder that gets other names while files are created in it."""
        path = self.new()
        self.note("chain", path)
        self.make_tree(path)
        for number in range(self.random.randint(1, 3)):
            following = os.path.dirname(path) + b"/chain%d" % number
            os.rename(self.real(path), self.real(following))
            path = following
            self.put(path + b"/" + self.pick(NAMES))

    @operation("storm", 1)
    def storm(self):
        """Folders take each other's names and places, faster than the daemon follows."""
        if len(self.tree.movable) < 3:
            return
        folders = self.random.sample(self.tree.movable, 3)
        self.note("storm", *folders)
        for _ in range(self.random.randint(5, 60)):
            source, target = self.pick(folders), self.pick(folders) + self.pick([b"", b"/x", b"/y"])
            try:
                if self.random.random() < 0.3:
                    self.put(source + b"/" + self.pick(NAMES))
                elif self.random.random() < 0.5:
                    os.rename(self.real(source), self.real(target))
                    folders.append(target)
                else:
                    system.exchange(self.real(source), self.real(target))
            except OSError:
                pass

    @operation("special", 1)
    def special(self):
        """Something that is not indexed takes a name, and sometimes that of a file."""
        path = self.random.choice([self.new(), self.pick(self.tree.files)])
        self.note("special", path)
        os.mkfifo(self.real(path + b"~"))
        os.rename(self.real(path + b"~"), self.real(path))

    @operation("deep")
    def deep(self):
        path = self.folder()
        self.note("deep", path)
        while path.count(b"/") < MAXIMUM_DEPTH:
            path += b"/" + self.pick([b"d", b"e", b"f"])
            os.makedirs(self.real(path), exist_ok=True)
        self.put(path + b"/" + self.pick(NAMES))

    @operation("burst", 1)
    def burst(self):
        """More files in one folder than are looked up one by one."""
        path = self.new()
        self.note("burst", path)
        os.mkdir(self.real(path))
        for number in range(self.random.randint(60, 90)):
            self.put(path + b"/b%d.txt" % number)
        for number in range(0, 60, self.random.randint(1, 3)):
            os.unlink(self.real(path + b"/b%d.txt" % number))

    def remove_tree(self, path):
        real = self.real(path)
        if stat.S_ISDIR(os.lstat(real).st_mode):
            for name in sorted(os.listdir(real)):
                self.remove_tree(path + b"/" + name)
            os.rmdir(real)
        else:
            os.unlink(real)

    @operation("remove", 3)
    def remove(self):
        path = self.pick(self.tree.movable)
        self.note("remove", path)
        self.remove_tree(path)

    @operation("again")
    def again(self):
        """A folder that is removed and made again at once."""
        path = self.pick(self.tree.movable)
        self.note("again", path)
        self.remove_tree(path)
        self.make_tree(path)

    @operation("morph")
    def morph(self):
        """A folder becomes a file, or a file a folder."""
        path = self.pick(self.tree.files + self.tree.movable)
        self.note("morph", path)
        was_file = path in self.tree.files
        self.remove_tree(path)
        if was_file:
            self.make_tree(path)
        else:
            self.put(path)

    # Exclusion

    @operation("marker")
    def marker(self):
        path = self.pick(self.tree.movable) + b"/" + MARKER
        self.note("marker", path)
        if os.path.exists(self.real(path)):
            os.unlink(self.real(path))
        else:
            os.close(os.open(self.real(path), os.O_CREAT, 0o644))

    def rename_with(self, name, change):
        path = self.pick(self.tree.movable)
        folder, last = os.path.split(path)
        target = folder + b"/" + change(last)
        self.note(name, path, target)
        os.rename(self.real(path), self.real(target))

    @operation("noindex")
    def noindex(self):
        self.rename_with("noindex", lambda name: name.removesuffix(b".noindex") if name.endswith(b".noindex") else name[:200] + b".noindex")

    @operation("hide")
    def hide(self):
        self.rename_with("hide", lambda name: name[1:] if name.startswith(b".") else b"." + name[:200])
