"""What is asked: the same questions of every tool, each in the tool's own words."""

import dataclasses
import enum
import os


class Kind(enum.Enum):
    NAME = "name contains"
    SUFFIX = "name ends in"
    WORD = "text has the word"
    WIDTH = "pixel width above"
    IMAGE_COUNT = "count of images"


@dataclasses.dataclass(frozen=True)
class Question:
    key: str
    kind: Kind
    value: str

    @property
    def title(self):
        return f"{self.key}: {self.kind.value} {self.value}".strip()


@dataclasses.dataclass
class Corpus:
    path: str
    files: int = 0
    directories: int = 0
    bytes: int = 0
    questions: tuple = ()

    @property
    def name(self):
        return os.path.basename(self.path)


# The first candidate that occurs in some names, but in few, is taken; and so on. Any tree gets questions it can answer.
SELECTIVE = ["zymurgy", "pgfplots", "readme", "license", "index"]
COMMON = ["test", "config", "img", "doc", "a"]
TWO_LETTERS = ["qx", "xq", "zj"]
SUFFIXES = [".docx", ".dtsi", ".pdf", ".jpg", ".txt"]
MISSING = "nowhere-to-be-found"
SELECTIVE_LIMIT = 50


def survey(path):
    """Walks the corpus once: its size, the questions to ask of it; and its inodes are in memory afterwards."""
    corpus = Corpus(path)
    hits = dict.fromkeys(SELECTIVE + COMMON + TWO_LETTERS, 0)
    suffixes = dict.fromkeys(SUFFIXES, 0)
    has_content = False
    pending = [path]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                name = entry.name.lower()
                for word in hits:
                    hits[word] += word in name
                if entry.is_dir(follow_symlinks=False):
                    corpus.directories += 1
                    pending.append(entry.path)
                    continue
                corpus.files += 1
                size = entry.stat(follow_symlinks=False).st_size
                corpus.bytes += size
                has_content = has_content or size > 0
                for suffix in suffixes:
                    suffixes[suffix] += name.endswith(suffix)

    def first(candidates, counts, wanted):
        return next((word for word in candidates if wanted(counts[word])), candidates[0])

    questions = [
        Question("selective name", Kind.NAME, first(SELECTIVE, hits, lambda count: 0 < count <= SELECTIVE_LIMIT)),
        Question("common name", Kind.NAME, first(COMMON, hits, lambda count: count > corpus.files // 100)),
        Question("two letters", Kind.NAME, first(TWO_LETTERS, hits, lambda count: count == 0)),
        Question("missing name", Kind.NAME, MISSING),
        Question("suffix", Kind.SUFFIX, first(SUFFIXES, suffixes, lambda count: count > 0)),
    ]
    if has_content:
        questions += [
            Question("rare word", Kind.WORD, "pgfplots"),
            Question("common word", Kind.WORD, "kernel"),
            Question("attribute range", Kind.WIDTH, "2000"),
            Question("type count", Kind.IMAGE_COUNT, ""),
        ]
    corpus.questions = tuple(questions)
    return corpus


def warm(path):
    """Reads every file once, so that no tool pays for the first reading."""
    buffer = bytearray(1 << 20)
    for folder, _, names in os.walk(path):
        for name in names:
            full = os.path.join(folder, name)
            if os.path.isfile(full) and not os.path.islink(full):
                with open(full, "rb", buffering=0) as file:
                    while file.readinto(buffer):
                        pass
