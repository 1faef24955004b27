# SPDX-License-Identifier: Apache-2.0

"""What the files contain: words from which the version of a file can be read.

A version is a number. Each of its digits to the base four is a word that names the position and the digit, such as `c2`. A search for each
of the 32 words thus gives every version that the index has, and shows a version that should have gone, or a mixture of two.
"""

import re

POSITIONS = "abcdefgh"
WORDS = frozenset(f"{position}{digit}" for position in POSITIONS for digit in range(4))


def text(version, random):
    """The text of a version, of a random length."""
    digits = [f"{position}{version >> 2 * index & 3}" for index, position in enumerate(POSITIONS)]
    return (" ".join(digits) + "\n" + "filler " * random.randrange(20)).encode()


def words(content):
    """The words of versions in a content."""
    return frozenset(re.findall("[a-z0-9]+", content.decode())) & WORDS
