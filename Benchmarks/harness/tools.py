# SPDX-License-Identifier: Apache-2.0

"""The measured tools: Searchlight and its peers, each with its own index in a private folder."""

import glob
import os
import pathlib
import shutil
import subprocess

from .questions import LEFT_OUT, Kind


class Tool:
    key = name = ""
    programs: tuple = ()  # if one is missing, the tool is "not installed"
    package = ""  # the package whose version is recorded
    daemon = False
    statuses = (0,)  # exit statuses of a successful query

    def __init__(self, corpus, folder):
        self.corpus, self.folder = corpus, pathlib.Path(folder)

    def program(self, name):
        # updatedb is in a folder that only root's PATH contains.
        return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin")

    def missing(self):
        return [name for name in self.programs if self.program(name) is None]

    def version(self):
        answer = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", self.package], capture_output=True, text=True, check=False)
        return answer.stdout or "unknown"

    def environment(self):
        """The caller's environment, with all folders for files of programs inside the private folder."""
        inherited = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        places = {"HOME": "home", "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_CACHE_HOME": "cache",
                  "XDG_STATE_HOME": "state", "XDG_RUNTIME_DIR": "runtime", "TMPDIR": "tmp"}
        for name, place in places.items():
            path = self.folder / place
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            inherited[name] = str(path)
        return inherited

    def prepare(self):
        """Writes the tool's configuration."""

    def index_command(self):
        raise NotImplementedError

    def index_path(self):
        raise NotImplementedError

    def query(self, question):
        """The command for `question`; None if the tool does not support it."""
        raise NotImplementedError

    def listing(self, question):
        """The command for a `question` of names that terminates each path with a NUL; None if the tool has none."""
        return None


class Searchlight(Tool):
    key, name = "searchlight", "Searchlight"
    programs = ("mdimport", "mdfind")

    def __init__(self, corpus, folder, binaries, revision):
        super().__init__(corpus, folder)
        self.binaries, self.revision = binaries, revision

    def program(self, name):
        return shutil.which(name, path=self.binaries)

    def version(self):
        return self.revision

    def prepare(self):
        # The peers index hidden files, too.
        folder = self.folder / "config" / "searchlight"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / "searchlight.conf").write_text("hidden = yes\n")

    def index_command(self):
        return [self.program("mdimport"), self.corpus.path]

    def index_path(self):
        return self.folder / "data" / "searchlight"

    def query(self, question):
        find = self.program("mdfind")
        match question.kind:
            case Kind.NAME:
                return [find, "-name", question.value]
            case Kind.SUFFIX:
                return [find, f'kMDItemFSName == "*{question.value}"c']
            case Kind.WORD:
                return [find, f'kMDItemTextContent == "{question.value}"']
            case Kind.WIDTH:
                return [find, f"kMDItemPixelWidth > {question.value}"]
            case Kind.IMAGE_COUNT:
                return [find, "-count", 'kMDItemContentTypeTree == "public.image"']

    def listing(self, question):
        find, *rest = self.query(question)
        return [find, "-0", *rest]


class Plocate(Tool):
    """The same question as for Searchlight: in the last component of the path, ignoring case."""

    key, name, package = "plocate", "plocate", "plocate"
    programs = ("plocate", "updatedb.plocate")
    statuses = (0, 1)  # 1: no hit
    options = ("-i", "-b")

    def database(self):
        return str(self.folder / "plocate.db")

    def index_command(self):
        return [self.program("updatedb.plocate"), "-l", "0", "-U", self.corpus.path, "-o", self.database(),
                "--prunepaths", "", "--prunenames", " ".join(LEFT_OUT), "--prunefs", "", "--prune-bind-mounts", "no"]

    def index_path(self):
        return self.database()

    def query(self, question):
        match question.kind:
            case Kind.NAME:
                return [self.program("plocate"), "-d", self.database(), *self.options, question.value]
            case Kind.SUFFIX:
                return [self.program("plocate"), "-d", self.database(), *self.options, f"*{question.value}"]
            case _:
                return None

    def listing(self, question):
        locate, *rest = self.query(question)
        return [locate, "-0", *rest]


class PlainPlocate(Plocate):
    """The fastest mode: anywhere in the path, case-sensitive. Uses the same database."""

    name = "plocate, plain"
    options = ()


class Recoll(Tool):
    key, name, package = "recoll", "Recoll", "recollcmd"
    programs = ("recollindex", "recollq")

    def configuration(self):
        return self.folder / "recoll"

    def prepare(self):
        self.configuration().mkdir(parents=True, exist_ok=True)
        # Quoted, because the name of a folder may contain spaces.
        (self.configuration() / "recoll.conf").write_text(f'topdirs = "{self.corpus.path}"\nskippedPaths = \nloglevel = 2\n')

    def index_command(self):
        return [self.program("recollindex"), "-c", str(self.configuration())]

    def index_path(self):
        return self.configuration() / "xapiandb"

    def query(self, question):
        ask = [self.program("recollq"), "-c", str(self.configuration()), "-b", "-n", "0"]
        match question.kind:
            case Kind.NAME:
                # The option for names, -f, finds nothing in version 1.34.
                return [*ask, f"filename:*{question.value}*"]
            case Kind.SUFFIX:
                return [*ask, f"ext:{question.value.lstrip('.')}"]
            case Kind.WORD:
                return [*ask, question.value]
            case _:
                return None


class LocalSearch(Tool):
    key, name, package = "localsearch", "LocalSearch", "tracker-miner-fs"
    programs = ("dbus-run-session", "gsettings", "tracker3", "/usr/libexec/tracker-miner-fs-3", "/usr/libexec/tracker-extract-3")
    daemon = True
    schema = "org.freedesktop.Tracker3.Miner.Files"

    def environment(self):
        return super().environment() | {"GSETTINGS_BACKEND": "keyfile"}

    def prepare(self):
        literal = "['" + self.corpus.path.replace("\\", "\\\\").replace("'", "\\'") + "']"
        for key, value in (("index-recursive-directories", literal), ("index-single-directories", "[]"), ("initial-sleep", "0"),
                           ("index-applications", "false")):
            subprocess.run(["gsettings", "set", self.schema, key, value], env=self.environment(), check=True)

    def index_command(self):
        # The extractor is a second service that the bus starts on demand.
        return ["dbus-run-session", "--", "/usr/libexec/tracker-miner-fs-3", "--initial-sleep=0"]

    def index_path(self):
        return self.folder / "cache" / "tracker3" / "files"

    def query(self, question):
        value = question.value
        match question.kind:
            case Kind.NAME:
                pattern = f'?file nfo:fileName ?name . FILTER(CONTAINS(LCASE(?name), "{value}"))'
            case Kind.SUFFIX:
                pattern = f'?file nfo:fileName ?name . FILTER(STRENDS(LCASE(?name), "{value}"))'
            case Kind.WORD:
                pattern = f'?content fts:match "{value}" ; nie:isStoredAs ?file'
            case Kind.WIDTH:
                pattern = f"?content nfo:width ?width ; nie:isStoredAs ?file . FILTER(?width > {value})"
            case Kind.IMAGE_COUNT:
                return self.sparql("SELECT (COUNT(?image) AS ?count) { ?image a nfo:Image }")
        return self.sparql(f"SELECT DISTINCT ?file {{ {pattern} }}")

    def sparql(self, query):
        return [self.program("tracker3"), "sparql", "-d", str(self.index_path()), "-q", query]


class Baloo(Tool):
    key, name, package = "baloo", "Baloo", "baloo-kf5"
    programs = ("dbus-run-session", "baloo_file", "baloosearch")
    daemon = True

    def environment(self):
        return super().environment() | {"QT_QPA_PLATFORM": "offscreen"}

    def missing(self):
        # Without these plugins, Baloo runs but does not index text.
        extractors = glob.glob("/usr/lib/*/qt5/plugins/kf5/kfilemetadata/*.so")
        return super().missing() + ([] if extractors else ["libkf5filemetadata-bin"])

    def prepare(self):
        self.environment()
        (self.folder / "config" / "baloofilerc").write_text(
            "[Basic Settings]\nIndexing-Enabled=true\n\n"
            f"[General]\nfolders[$e]={self.corpus.path}\nindex hidden folders=true\nonly basic indexing=false\n")

    def index_command(self):
        return ["dbus-run-session", "--", self.program("baloo_file")]

    def index_path(self):
        return self.folder / "data" / "baloo" / "index"

    def query(self, question):
        ask = [self.program("baloosearch"), "-l", "1000000000"]
        match question.kind:
            case Kind.NAME:
                return [*ask, f"filename:{question.value}"]
            case Kind.SUFFIX:
                return [*ask, f"filename:*{question.value}"]
            case Kind.WORD:
                return [*ask, question.value]
            case Kind.WIDTH:
                return [*ask, f"width>{question.value}"]
            case Kind.IMAGE_COUNT:
                return None


PEERS = {tool.key: tool for tool in (Plocate, LocalSearch, Baloo, Recoll)}
