# SPDX-License-Identifier: Apache-2.0

"""An entry of a folder, as the disk has it and as the index has it."""

import dataclasses


@dataclasses.dataclass
class Entry:
    kind: str
    size: int | None
    modified: int
    # Not compared if the file system does not record it.
    born: int | None
    tags: tuple
    # The number of indexed entries in a folder.
    children: int | None
    words: frozenset = frozenset()

    def differences(self, found):
        """The names and values of what differs in the other entry."""
        return [f"{name} is {show(getattr(found, name))} instead of {show(value)}"
                for name, value in vars(self).items() if getattr(found, name) != value and (name, value) != ("born", None)]


def show(value):
    return " ".join(sorted(value)) or "nothing" if isinstance(value, (frozenset, tuple)) else str(value)


def compare(expected, found):
    """The differences by path."""
    differences = {}
    for path in expected.keys() | found.keys():
        if path not in found:
            differences[path] = [f"{expected[path].kind} is missing from the index"]
        elif path not in expected:
            differences[path] = [f"{found[path].kind} is in the index only"]
        elif parts := expected[path].differences(found[path]):
            differences[path] = parts
    return differences
