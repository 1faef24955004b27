# SPDX-License-Identifier: Apache-2.0

"""Rounds of random changes, each followed by a comparison of the index with the disk."""

import multiprocessing
import os
import random
import re
import time

from . import system
from .configuration import Configuration
from .crowd import Crowd
from .disk import Disk
from .disturbances import DISTURBANCES, Disturber
from .entry import compare
from .index import Index
from .live import LiveSearch
from .operations import OPERATIONS, Writer
from .searchlight import Searchlight, Stuck

# Switches off a comparison instead of an operation.
CHECKS = ["folder-dates", "live"]
CLASSES = [*OPERATIONS, *DISTURBANCES, "crowd", *CHECKS]


class Disagreement(Exception):
    """The daemon has nothing left to do, but the index differs from the disk."""


class Torture:
    WRITERS = 3
    MAXIMUM_OPERATIONS = 120
    # Seconds for which the daemon has rested and the differences have stayed the same.
    PATIENCE = 4
    # After these changes, the daemon examines files at intervals, for half a minute and sometimes a whole one.
    SLOW_CLASSES = {"hold", "linked-write", "truncate"}
    # It also does more by itself if it has said so.
    WAITING_PATIENCE = 75
    # Differences in a report.
    SHOWN = 12

    def __init__(self, tools, scratch, seed, without, limit, ballast, marks=False):
        self.seed, self.without, self.limit = seed, without, limit
        base = os.fsencode(scratch)
        # The places are below different folders, so that one can move without the other.
        self.roots = [base + b"/files/r0", base + b"/upper/lower/r1"]
        places = {b"r0": self.roots[0], b"r1": self.roots[1], b"out": base + b"/outside"}
        for path in places.values():
            os.makedirs(path)
        self.searchlight = Searchlight(tools, scratch, Configuration(list(self.roots), marks=marks))
        self.disk = Disk(self.searchlight.configuration, without)
        self.index = Index(self.searchlight, without)
        self.disturber = Disturber(self.searchlight, self.roots, base + b"/upper")
        self.disturbances = [name for name in DISTURBANCES if name not in without]
        if {"mount", "bind"} & set(self.disturbances):
            system.enter_mount_namespace()
        places = {name: os.open(path, os.O_PATH) for name, path in places.items()}
        self.writers = [self.start(self.serve, number, places) for number in range(self.WRITERS)]
        self.crowd = None if "crowd" in without else self.start(self.serve_crowd, places[b"r0"])
        self.ballast = ballast
        self.live = None
        self.trace = []
        # The inodes of files that were written while they had several names.
        self.shared = set()

    def begin(self):
        """Starts the daemon and the live search."""
        for number in range(self.ballast):
            folder = self.roots[0] + b"/ballast/%d" % (number // 50)
            os.makedirs(folder, exist_ok=True)
            with open(folder + b"/%d.txt" % number, "w") as file:
                file.write("ballast")
        self.searchlight.configure()
        self.searchlight.start()
        self.settle()
        if "live" not in self.without:
            self.live = LiveSearch(self.searchlight)

    def start(self, serve, *arguments):
        here, there = multiprocessing.Pipe()
        multiprocessing.Process(target=serve, args=(there, *arguments), daemon=True).start()
        return here

    def serve(self, pipe, number, places):
        writer = Writer(number, self.WRITERS, self.seed, places, self.without)
        while True:
            pipe.send(writer.run(*pipe.recv()))

    def serve_crowd(self, pipe, place):
        crowd = Crowd(self.seed, place)
        while True:
            pipe.send(crowd.run(pipe.recv()))

    def round(self, number):
        """Makes changes and waits until the index agrees with the disk. Returns the number of changes."""
        choice = random.Random(f"{self.seed}/{number}")
        for pipe in self.writers:
            pipe.send((number, choice.randint(1, choice.choice([3, 20, self.MAXIMUM_OPERATIONS]))))
        if self.crowd:
            self.crowd.send(number)
        self.disturber.run(choice, self.disturbances)
        pipes = self.writers + ([self.crowd] if self.crowd else [])
        self.trace = sorted(sum((pipe.recv() for pipe in pipes), self.disturber.trace))
        self.shared |= {int(match[1]) for line in self.trace if (match := re.search(r" w\d shared (\d+)$", line))}
        self.settle()
        if self.disk.is_whole():
            self.shared = set()
        return len(self.trace)

    def settle(self):
        """Waits until the index agrees with the disk, as long as the daemon does something about it."""
        before, since = None, time.monotonic()
        while True:
            self.searchlight.wait_until_idle(self.limit)
            differences = self.compare()
            if differences != before:
                before, since = differences, time.monotonic()
            if not differences:
                break
            is_waiting = self.SLOW_CLASSES - self.without or self.searchlight.is_waiting()
            if time.monotonic() - since > (self.WAITING_PATIENCE if is_waiting else self.PATIENCE):
                raise Disagreement(self.report(differences))
        verified = self.searchlight.tool("mdutil", "--verify")
        if verified.returncode:
            raise Disagreement(f"mdutil --verify: {(verified.stdout + verified.stderr).decode(errors='replace')}")

    def compare(self):
        expected, found = self.disk.entries(), self.index.entries()
        if not self.disk.is_whole():
            # These files may have been written through a name that is excluded at present, or in a root that is away. Nobody reports that;
            # the crawl when the name is indexed again finds it. What is left to compare is that they are there.
            for path in expected.keys() & found.keys():
                if os.lstat(path).st_ino in self.shared:
                    expected[path] = found[path]
        unread = {path: entry.words for path, entry in expected.items()}
        for entry in expected.values():
            entry.words = frozenset()
        differences = compare(expected, found)
        if not differences and self.live:
            reported = self.live.read()
            differences = {path: ["the live search has not reported it"] for path in found.keys() - reported}
            differences |= {path: ["the live search has not reported that it is gone"] for path in reported - found.keys()}
        if differences:
            return differences
        self.index.add_words(found)
        failed = self.searchlight.failed()
        for path, words in unread.items():
            # A file whose import was killed is not read again until it changes.
            expected[path].words = found[path].words if path in failed else words
        return compare(expected, found)

    def report(self, differences):
        """The differences, and the changes that concern them."""
        paths = sorted(differences)[:self.SHOWN]
        lines = [f"  {os.fsdecode(path)!r}: {'; '.join(differences[path])}" for path in paths]
        names = {repr(name)[2:-1] for path in paths for name in path.split(b"/")[-3:] if not re.fullmatch(rb"r\d|w\d|files|lower", name)}
        pattern = re.compile("|".join(rf"[/']{re.escape(name)}[/']" for name in names) or "$^")
        related = [line for line in self.trace if pattern.search(line) or " w" not in line]
        return "\n".join([f"{len(differences)} entries differ:", *lines, "changes that concern them:", *(f"  {line}" for line in related[-80:])])

    def heal(self):
        """Whether a scan repairs what events did not."""
        try:
            if self.searchlight.daemon.poll() is not None:
                self.searchlight.start()
            self.searchlight.configure()
            self.settle()
        except (Disagreement, Stuck):
            return False
        return True

    def close(self):
        if self.live:
            self.live.close()
        self.searchlight.close()
        self.disturber.close()
