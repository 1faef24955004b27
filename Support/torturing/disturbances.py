# SPDX-License-Identifier: Apache-2.0

"""What happens to the roots, to the daemon and to its workers while files change."""

import os
import pathlib
import signal
import time

from . import system

DISTURBANCES = {}


def disturbance(name):
    """Registers a method as the disturbance of a class, which `--without` turns off."""
    def register(function):
        DISTURBANCES[name] = function
        return function
    return register


def queue_length():
    return int(pathlib.Path("/proc/sys/fs/inotify/max_queued_events").read_text())


class Disturber:
    # Moving a root away takes it out of the index; moving it back brings it in again.
    AWAY = b".away"

    def __init__(self, searchlight, roots, ancestor):
        self.searchlight, self.roots, self.ancestor = searchlight, roots, ancestor
        self.trace = []
        self.mounted = []

    def run(self, random, names):
        """Makes up to three disturbances of the named classes, at random moments."""
        self.random = random
        self.trace = []
        for _ in range(random.randrange(4) if names else 0):
            time.sleep(random.random() / 3)
            name = random.choice(names)
            self.note(name)
            DISTURBANCES[name](self)

    def note(self, *words):
        self.trace.append(f"{time.time():.6f} {' '.join(str(word) for word in words)}")

    # The daemon

    @disturbance("restart")
    def restart(self):
        self.searchlight.end(self.random.choice([signal.SIGKILL, signal.SIGTERM]))
        time.sleep(self.random.random() / 10)
        self.searchlight.start()

    @disturbance("workers")
    def kill_workers(self):
        for process in self.searchlight.workers():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    @disturbance("tools")
    def use_tools(self):
        """Other processes change the index."""
        # What is imported outside of the configured roots would stay in the index.
        root = self.random.choice(self.searchlight.configuration.roots)
        arguments = self.random.choice([["mdimport", root], ["mdimport", root + b"/w2"], ["mdutil", "-E"], ["mdutil", "--purge"],
                                        ["mdutil", "--repair"], ["mdutil", "-r", "public.plain-text"]])
        self.note(*arguments)
        self.searchlight.tool(*arguments)

    @disturbance("overflow")
    def overflow(self):
        """More events than the kernel's queue holds, while the daemon is stopped."""
        daemon = self.searchlight.daemon
        daemon.send_signal(signal.SIGSTOP)
        # Events of one file in a row would become one.
        for folder in [self.roots[0], self.roots[0] + self.AWAY]:
            if os.path.isdir(folder):
                files = [folder + b"/flood%d" % number for number in range(2)]
                for file in files:
                    os.close(os.open(file, os.O_CREAT, 0o644))
                for _ in range(queue_length() // 2 + 500):
                    for file in files:
                        os.utime(file)
        time.sleep(self.random.random() / 5)
        daemon.send_signal(signal.SIGCONT)

    @disturbance("reload")
    def reload(self):
        """Another configuration."""
        configuration = self.searchlight.configuration
        match self.random.randrange(4):
            case 0: configuration.roots = self.random.choice([self.roots, self.roots[:1], self.roots[1:]])
            case 1: configuration.excluded = self.random.choice([[], [self.roots[0] + b"/w0"], [root + b"/w1" for root in self.roots]])
            case 2: configuration.name_patterns = self.random.choice([[], [b"n1*"], [b"d", b"*.txt"]])
            case 3: configuration.hidden = not configuration.hidden
        self.note("configuration", configuration)
        self.searchlight.configure()

    # The roots

    def toggle(self, path):
        """Moves a folder away or back, and sometimes the other way at once."""
        for _ in range(self.random.randint(1, 2)):
            source, target = (path, path + self.AWAY) if os.path.lexists(path) else (path + self.AWAY, path)
            self.note("rename", os.fsdecode(source), os.fsdecode(target))
            os.rename(source, target)
            time.sleep(self.random.choice([0, self.random.random() / 5]))

    @disturbance("root")
    def move_root(self):
        # The second root has another name while a folder above it has.
        self.toggle(self.roots[0])

    @disturbance("ancestor")
    def move_ancestor(self):
        self.toggle(self.ancestor)

    @disturbance("mount")
    def mount(self):
        """A file system in memory appears in the first root or goes."""
        self.attach("memory", system.mount_memory)

    @disturbance("bind")
    def bind(self):
        """A writer's folder also appears elsewhere in the root."""
        self.attach("bound", lambda point: system.bind(self.roots[0] + b"/w0", point))

    def attach(self, name, mount):
        root = self.roots[0]
        if not os.path.isdir(root):
            return
        point = root + b"/" + name.encode()
        if point in self.mounted:
            system.unmount(point)
            self.mounted.remove(point)
        else:
            os.makedirs(point, exist_ok=True)
            mount(point)
            self.mounted.append(point)
            with open(point + b"/mounted%d.txt" % self.random.randrange(5), "w") as file:
                file.write("a0\n")
        self.note(name, "mounted" if point in self.mounted else "unmounted")

    def close(self):
        for path in [self.ancestor, *self.roots]:
            if os.path.lexists(path + self.AWAY):
                os.rename(path + self.AWAY, path)
        for point in self.mounted:
            system.unmount(point)
