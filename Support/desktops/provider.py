# SPDX-License-Identifier: Apache-2.0
"""Measures the provider without a shell: the first answer with the start of the program and warm, memory, wake-ups, and that it ends."""

import statistics
import subprocess
import time

from .session import GNOME, KRUNNER, OUTPUT, PROVIDER, call, expect, main, memory, owner, switches, wait

# Milliseconds from the call to the answer.
WARM, COLD = 50, 100
STARTS, ANSWERS = 10, 50
IDLE = 20  # seconds


def timed(*arguments):
    begin = time.perf_counter()
    answer = call(*arguments)
    return (time.perf_counter() - begin) * 1000, answer


def search():
    """The time of a search and of the rows that GNOME Shell asks for, together."""
    first, (found,) = timed(PROVIDER, *GNOME, "GetInitialResultSet", "(as)", ["annual", "report"])
    expect(found, "nothing was found")
    second, (rows,) = timed(PROVIDER, *GNOME, "GetResultMetas", "(as)", found[:5])
    expect(len(rows) == len(found[:5]) and all(row["name"] for row in rows), "a row is missing")
    return first + second


def end():
    """Ends the provider as a crash does, so that the next call starts it."""
    if process := owner(PROVIDER):
        subprocess.run(["kill", "-KILL", str(process)], check=True)
        wait("the provider has ended", lambda: owner(PROVIDER) is None)


def shown(times):
    return f"median {statistics.median(times):.1f} ms, {min(times):.1f} to {max(times):.1f} ms ({len(times)})"


def test():
    figures = []

    def figure(text):
        figures.append(text)
        print(f"  {text}", flush=True)

    search()
    cold = []
    for _ in range(STARTS):
        end()
        cold.append(search())
    figure(f"search and rows with the start of the program: {shown(cold)}")
    warm = [search() for _ in range(ANSWERS)]
    figure(f"search and rows, warm: {shown(warm)}")
    matches = [timed(PROVIDER, *KRUNNER, "Match", "(s)", "report")[0] for _ in range(ANSWERS)]
    figure(f"matches for KRunner, warm: {shown(matches)}")
    process = owner(PROVIDER)
    anonymous, mapped = memory(process)
    figure(f"resident memory: {anonymous:.1f} MB, and {mapped:.1f} MB of mapped files")
    # The answers have been sent, but threads may not have come to rest yet.
    previous = None

    def rests():
        nonlocal previous
        before, previous = previous, switches(process)
        time.sleep(0.2)
        return before == previous

    wait("the provider rests", rests)
    before = switches(process)
    time.sleep(IDLE)
    wakeups = switches(process) - before
    figure(f"wake-ups in {IDLE} s without a call: {wakeups}")
    wait("the provider ends when nobody asks", lambda: owner(PROVIDER) is None, seconds=90)
    figure("it has ended within 90 s, and a call starts it again")
    search()
    (OUTPUT / "provider.txt").write_text("\n".join(figures) + "\n")
    expect(statistics.median(cold) <= COLD, f"the first answer takes more than {COLD} ms")
    expect(statistics.median(warm) <= WARM, f"an answer takes more than {WARM} ms")
    expect(statistics.median(matches) <= WARM, f"matches take more than {WARM} ms")
    expect(wakeups == 0, "it does not rest")


if __name__ == "__main__":
    main(test)
