# SPDX-License-Identifier: Apache-2.0

"""The questions. All tools get the same ones, each in its own query language."""

import dataclasses
import enum
import json
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
    path: str  # absolute
    files: int = 0
    left_out: int = 0  # number of files in folders that Searchlight never indexes
    directories: int = 0
    bytes: int = 0
    questions: tuple = ()

    @property
    def name(self):
        return os.path.basename(self.path)


# Candidates in order of preference. The first one with a suitable number of hits is used, so that every corpus has questions with hits.
SELECTIVE = ["zymurgy", "pgfplots", "readme", "license", "index"]
COMMON = ["test", "config", "img", "doc", "a"]
TWO_LETTERS = ["qx", "xq", "zj"]
MANY_LETTERS = ["er", "in", "co"]
SUFFIXES = [".docx", ".dtsi", ".pdf", ".jpg", ".txt"]
# Folders that Searchlight never indexes. Peers exclude them, too, if they can be configured to.
LEFT_OUT = ["node_modules", "__pycache__", "lost+found"]
MISSING = "nowhere-to-be-found"
SELECTIVE_LIMIT = 50
SELECTIVE_SHARE = 1 / 10_000


def survey(corpus):
    """Walks the corpus, and determines its size and the questions.

    Afterwards all inodes and contents are in memory, so that no tool has to read them from the disk.
    """
    path = corpus.path
    # A word in the path of the corpus is in every path, so a tool that searches whole paths would find every file.
    hits = {word: 0 for word in SELECTIVE + COMMON + TWO_LETTERS + MANY_LETTERS if word not in path.lower()}
    suffixes = dict.fromkeys(SUFFIXES, 0)
    buffer = bytearray(1 << 20)
    pending = [(path, False)]
    while pending:
        folder, is_left_out = pending.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name.lower()
                for word in hits:
                    hits[word] += word in name
                if entry.is_dir(follow_symlinks=False):
                    corpus.directories += 1
                    pending.append((entry.path, is_left_out or entry.name in LEFT_OUT))
                    continue
                corpus.files += 1
                corpus.left_out += is_left_out
                size = entry.stat(follow_symlinks=False).st_size
                corpus.bytes += size
                if size > 0 and entry.is_file(follow_symlinks=False):
                    warm(entry.path, buffer)
                for suffix in suffixes:
                    suffixes[suffix] += name.endswith(suffix)

    def first(candidates, counts, wanted):
        return next((word for word in candidates if word in counts and wanted(counts[word])), candidates[0])

    questions = [
        Question("selective name", Kind.NAME, first(SELECTIVE, hits, lambda count: 0 < count <= max(SELECTIVE_LIMIT, corpus.files * SELECTIVE_SHARE))),
        Question("common name", Kind.NAME, first(COMMON, hits, lambda count: count > corpus.files // 100)),
        Question("two letters", Kind.NAME, first(TWO_LETTERS, hits, lambda count: count == 0)),
        Question("two letters, many hits", Kind.NAME, first(MANY_LETTERS, hits, lambda count: count > corpus.files // 20)),
        Question("missing name", Kind.NAME, MISSING),
        Question("suffix", Kind.SUFFIX, first(SUFFIXES, suffixes, lambda count: count > 0)),
    ]
    if corpus.bytes:
        questions += [
            Question("rare word", Kind.WORD, "pgfplots"),
            Question("common word", Kind.WORD, "kernel"),
            Question("attribute range", Kind.WIDTH, "2000"),
            Question("type count", Kind.IMAGE_COUNT, ""),
        ]
    corpus.questions = tuple(questions)


def keep_survey(corpus, file):
    figures = dataclasses.asdict(corpus)
    figures["questions"] = [[question.key, question.kind.value, question.value] for question in corpus.questions]
    file.write_text(json.dumps(figures))


def take_survey(corpus, file):
    """Restores the survey of an earlier run."""
    figures = json.loads(file.read_text())
    figures["questions"] = tuple(Question(key, Kind(kind), value) for key, kind, value in figures["questions"])
    figures.pop("path")
    for name, value in figures.items():
        setattr(corpus, name, value)


def warm(path, buffer):
    with open(path, "rb", buffering=0) as file:
        while file.readinto(buffer):
            pass
