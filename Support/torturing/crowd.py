# SPDX-License-Identifier: Apache-2.0

"""Several threads that exchange and move the same folders at once.

What each of them tries depends on the seed alone, and what becomes of it on the others.
"""

import os
import random
import threading
import time

from . import system

FOLDERS = [b"d%d" % number for number in range(40)]
THREADS = 6
MAXIMUM_CHANGES = 60


class Crowd:
    def __init__(self, seed, place):
        self.seed = seed
        self.root = b"/proc/self/fd/%d/crowd" % place
        for folder in FOLDERS:
            os.makedirs(self.real(folder))
            for name in [b"one", b"two"]:
                with open(self.real(folder + b"/" + folder + name + b".txt"), "w") as file:
                    file.write("a0\n")

    def real(self, path):
        return self.root + b"/" + path

    def run(self, round):
        """Makes changes, and returns their descriptions."""
        trace = []
        threads = [threading.Thread(target=self.change, args=(random.Random(f"{self.seed}/{round}/crowd {number}"), trace))
                   for number in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return trace

    def change(self, choice, trace):
        moves = choice.choice([0, 0, 0.3])
        pause = choice.choice([0, 0.003])
        for _ in range(choice.randint(1, MAXIMUM_CHANGES)):
            one, other = choice.sample(FOLDERS, 2)
            inside = other + b"/" + choice.choice([b"x", b"y"])
            try:
                if choice.random() >= moves:
                    name = "exchange"
                    system.exchange(self.real(one), self.real(other))
                else:
                    name = "move"
                    one, other = choice.choice([(one, inside), (inside, one)])
                    os.rename(self.real(one), self.real(other))
                trace.append(f"{time.time():.6f} wc {name} {one.decode()} {other.decode()}")
            except OSError:
                pass
            if pause:
                time.sleep(choice.random() * pause)
