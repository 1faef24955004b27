# SPDX-License-Identifier: Apache-2.0

"""The texts of a corpus, selected once for all engines, and the questions."""

import dataclasses
import enum
import os


class Form(enum.Enum):
    WORD = "word"
    PHRASE = "phrase"
    PREFIX = "prefix"


@dataclasses.dataclass(frozen=True)
class TextQuestion:
    form: Form
    value: str  # in lower case; every engine ignores case

    @classmethod
    def parse(cls, argument):
        """`word:kernel`, `phrase:the linux kernel` or `prefix:kern`."""
        form, colon, value = argument.partition(":")
        if not colon or form not in {form.value for form in Form} or not value.replace(" ", "").isalnum() or value != value.lower():
            raise ValueError(f"'{argument}' is not word:…, phrase:… or prefix:… with words in lower case")
        return cls(Form(form), value)

    def __str__(self):
        return f"{self.form.value}:{self.value}"


# From rare to common, on `debian`.
QUESTIONS = [TextQuestion.parse(argument) for argument in (
    "word:nowheretobefound", "word:zymurgy", "word:pgfplots", "word:quaternion", "word:scheduler", "word:kernel", "word:include", "word:the",
    "phrase:circular dependency detected", "phrase:linux kernel mailing list", "phrase:not yet implemented",
    "phrase:gnu general public license", "phrase:the end of the", "phrase:is the", "phrase:static int",
    "prefix:pgfpl", "prefix:kern", "prefix:str", "prefix:s",
)]


def texts(path):
    """The texts below `path`: regular, non-empty files in UTF-8 without NUL bytes, in the bytewise order of their names."""
    pending = [os.fsencode(path)]
    while pending:
        with os.scandir(pending.pop()) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
        for entry in entries:
            if entry.is_file(follow_symlinks=False):
                with open(entry.path, "rb", buffering=0) as file:
                    content = file.readall()
                if content and is_text(content):
                    yield entry.path, len(content)
        pending += [entry.path for entry in reversed(entries) if entry.is_dir(follow_symlinks=False)]


def is_text(content):
    if b"\0" in content:
        return False
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def write_list(path, destination):
    """Writes the paths of the texts, each terminated by a NUL. Returns their number and bytes. Afterwards all texts are in memory."""
    count = size = 0
    with open(destination, "wb") as file:
        for text, length in texts(path):
            file.write(text + b"\0")
            count += 1
            size += length
    return count, size
