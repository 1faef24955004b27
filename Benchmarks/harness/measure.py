# SPDX-License-Identifier: Apache-2.0

"""The cost of running a program: time, processor time and memory of its whole process tree."""

import ctypes
import dataclasses
import os
import pathlib
import signal
import subprocess
import threading
import time

SAMPLING_INTERVAL = 0.05
QUIET_SECONDS = 5.0
QUIET_CPU = 0.02
PR_SET_CHILD_SUBREAPER = 36

_ticks = os.sysconf("SC_CLK_TCK")


class Failure(Exception):
    """A measured program failed. The text names the program and the reason."""


@dataclasses.dataclass
class Cost:
    seconds: float
    cpu_seconds: float
    peak_memory: int  # RssAnon + RssShmem of all processes at one moment, bytes
    peak_mapped: int  # the same for RssFile
    processes: dict[str, int]  # program name: the largest RssAnon + RssShmem of one of its processes, bytes
    finished: bool  # False: stopped at the time limit


def adopt_orphans():
    """Makes double-forked daemons children of this process, so that they can be measured and ended."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def descendants(root):
    """The processes below `root`, parents first. Processes that end meanwhile are omitted."""
    found, waiting = [], [root]
    while waiting:
        process = waiting.pop()
        try:
            tasks = os.listdir(f"/proc/{process}/task")
        except OSError:
            continue
        for task in tasks:
            try:
                children = pathlib.Path(f"/proc/{process}/task/{task}/children").read_text().split()
            except OSError:
                continue
            found += map(int, children)
            waiting += map(int, children)
    return found


class Sampler:
    """Measures all processes below this one until it is stopped."""

    def __init__(self):
        self.cpu = {}  # (process, start time): processor seconds at the last sample
        self.names = {}
        self.peak_memory = self.peak_mapped = 0
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.follow, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.thread.join()

    def follow(self):
        while not self.stopping.wait(SAMPLING_INTERVAL):
            self.sample()

    def sample(self):
        memory = mapped = 0
        for process in descendants(os.getpid()):
            try:
                status = pathlib.Path(f"/proc/{process}/status").read_text()
                fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            sizes = {line.split(":")[0]: line.split() for line in status.splitlines()}
            own = sum(int(sizes[key][1]) * 1024 for key in ("RssAnon", "RssShmem") if key in sizes)
            name = sizes["Name"][1]
            self.names[name] = max(self.names.get(name, 0), own)
            memory += own
            mapped += int(sizes["RssFile"][1]) * 1024 if "RssFile" in sizes else 0
            self.cpu[(process, fields[19])] = (int(fields[11]) + int(fields[12])) / _ticks
        self.peak_memory = max(self.peak_memory, memory)
        self.peak_mapped = max(self.peak_mapped, mapped)

    def cpu_seconds(self):
        return sum(list(self.cpu.values()))


def end_descendants():
    """Ends all processes below this one, first with SIGTERM, then with SIGKILL."""
    for number, patience in ((signal.SIGTERM, 10), (signal.SIGKILL, 5)):
        for process in descendants(os.getpid()):
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass
        deadline = time.monotonic() + patience
        while descendants(os.getpid()) and time.monotonic() < deadline:
            reap()
            time.sleep(0.05)
    reap()


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def run(command, environment, log, limit, daemon=False):
    """Runs an indexer to its end and returns its cost.

    A daemon does not end. It counts as finished when all its processes together used almost no processor time for five
    seconds, which are not counted.
    """
    time_of_children()  # excludes children of earlier runs
    with open(log, "ab") as output, Sampler() as sampler:
        start = time.monotonic()
        child = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        try:
            finished, seconds = (wait_quiet if daemon else wait_end)(child, sampler, start, limit)
        finally:
            # The times from wait() include processes that were too short-lived for a sample.
            sampler.sample()
            collected = time_of_children()
            end_descendants()
        if not daemon and finished and child.returncode:
            raise Failure(f"{command[0]} ended with status {child.returncode}: {last_line(log)}")
    return Cost(seconds, max(sampler.cpu_seconds(), collected), sampler.peak_memory, sampler.peak_mapped, sampler.names, finished)


_collected_before = 0.0


def time_of_children():
    """Processor seconds of the children that were reaped since the last call."""
    global _collected_before
    times = os.times()
    total = times.children_user + times.children_system
    result, _collected_before = total - _collected_before, total
    return result


def wait_end(child, _, start, limit):
    try:
        child.wait(limit)
        return True, time.monotonic() - start
    except subprocess.TimeoutExpired:
        return False, time.monotonic() - start


def wait_quiet(child, sampler, start, limit):
    active, used = start, 0.0
    while True:
        time.sleep(0.25)
        now = time.monotonic()
        if sampler.cpu_seconds() - used > QUIET_CPU:
            active, used = now, sampler.cpu_seconds()
        if child.poll() is not None:
            return True, active - start
        if now - active > QUIET_SECONDS and used > 0:
            return True, active - start
        if now - start > limit:
            return False, now - start


def last_line(log):
    lines = pathlib.Path(log).read_text(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"


def time_once(command, environment, limit=60):
    """Seconds of a whole process from its creation to its end, and its exit status. Its output goes to /dev/null."""
    null = os.open(os.devnull, os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, descriptor) for descriptor in (0, 1, 2)]
    start = time.perf_counter()
    process = os.posix_spawnp(command[0], command, environment, file_actions=actions)
    # Waiting with a timeout would poll. A timer that kills the process costs nothing if it does not fire.
    signal.signal(signal.SIGALRM, lambda *_: os.kill(process, signal.SIGKILL))
    signal.setitimer(signal.ITIMER_REAL, limit)
    status = os.waitpid(process, 0)[1]
    seconds = time.perf_counter() - start
    signal.setitimer(signal.ITIMER_REAL, 0)
    os.close(null)
    return seconds, os.waitstatus_to_exitcode(status)


def size_on_disk(path):
    """Allocated bytes of a file, or of all files below a folder. Holes of sparse files are not counted."""
    path = pathlib.Path(path)
    if not path.exists():
        raise Failure("the indexer ended well but left no index")
    if not path.is_dir():
        return path.stat().st_blocks * 512
    return sum(entry.lstat().st_blocks * 512 for entry in path.rglob("*") if not entry.is_symlink())
