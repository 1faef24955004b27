# SPDX-License-Identifier: Apache-2.0
"""A user with a private home, an installation of Searchlight, and an index of some files."""

import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

NAME = "searchlight-test"
REPORT = """The annual report of the society begins with a list of members, and lists are of no interest.
Only then comes what everybody looks for: the annual figures, which were better than those of the year before.
"""
FILES = {
    "Documents/Annual report.txt": REPORT,
    "Documents/Minutes.txt": "The society met twice. It accepted the annual report without discussion, and then had tea.\n",
    "Documents/Reports/Report of the auditors.md": "# Auditors\n\nNothing is missing.\n",
    "Music/Reportage.txt": "A list of recordings.\n",
    "Notes/Garden.txt": "Leeks, beans, and a report on slugs.\n",
    "Notes/House.txt": "The roof. A reporter asked about it.\n",
    "Notes/Travel.txt": "Report to the desk at nine.\n",
}


# Stand-ins for programs that would need a desktop. They write their arguments to files in the home folder.
PROGRAMS = {"xdg-open": "opened", "xdg-terminal-exec": "terminal"}
STAND_IN = """#!/bin/sh
printf '%s\\n' "$@" >>"$HOME/{file}"
"""


class User:
    """An ordinary user. The shells refuse to run as root, or behave differently."""

    def __init__(self, repository, configuration, home=None):
        """The path of the home folder must be free; without one, it is in a temporary folder."""
        self.repository, self.configuration, self.home = repository, configuration, home

    def __enter__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="searchlight-desktop-"))
        self.prefix, self.home = self.root / "prefix", self.home or self.root / "home"
        self.home.mkdir()
        self.isNew = NAME not in {entry.pw_name for entry in pwd.getpwall()}
        if self.isNew:
            subprocess.run(["useradd", "--system", "--home-dir", self.home, "--shell", "/bin/bash", NAME], check=True)
        self.install()
        for name, text in FILES.items():
            path = self.home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (self.home / "bin").mkdir()
        for name, file in PROGRAMS.items():
            path = self.home / "bin" / name
            path.write_text(STAND_IN.format(file=file))
            path.chmod(0o755)
        (self.root / "run").mkdir(mode=0o700)
        # The session runs what is in Support/desktops, also if the user may not enter the folder of the repository.
        shutil.copytree(self.repository / "Support" / "desktops", self.root / "desktops")
        subprocess.run(["chown", "-R", f"{NAME}:", self.home, self.root / "run"], check=True)
        self.root.chmod(0o755)
        self.call(["mdimport", *sorted({str(self.home / name.split("/")[0]) for name in FILES})])
        return self

    def __exit__(self, *error):
        self.end()
        if self.isNew:
            subprocess.run(["userdel", "--force", NAME], stderr=subprocess.DEVNULL, check=True)
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.rmtree(self.root, ignore_errors=True)

    def processes(self):
        """Only this test has processes of this user."""
        shown = subprocess.run(["ps", "-o", "pid=,stat=", "-u", NAME], capture_output=True, text=True).stdout.split()
        return [int(number) for number, state in zip(shown[::2], shown[1::2]) if not state.startswith("Z")]

    def end(self):
        """Ends what a session has left."""
        while processes := self.processes():
            for process in processes:
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.05)

    def install(self):
        command = ["make", "--no-print-directory", "install", f"PREFIX={self.prefix}", f"SYSCONFDIR={self.root}/etc"]
        command.append(f"CONFIGURATION={self.configuration}")
        subprocess.run(command, cwd=self.repository, check=True, stdout=subprocess.DEVNULL)

    def install_client(self):
        """Whether the public client of the Model Context Protocol is there."""
        folder = self.root / "client"
        # The user may not be able to run another python3 on the path.
        subprocess.run(["/usr/bin/python3", "-m", "venv", folder], check=True)
        status = subprocess.run([folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "mcp>=2.3,<3"]).returncode
        return status == 0

    def python(self, part):
        """The interpreter that runs a part."""
        return self.root / "client/bin/python3" if part == "assistant" else "python3"

    @property
    def variables(self):
        return {
            "HOME": str(self.home), "USER": NAME, "LOGNAME": NAME, "XDG_RUNTIME_DIR": f"{self.root}/run", "LANG": "C.UTF-8",
            "PATH": f"{self.home}/bin:{self.prefix}/bin:/usr/bin:/bin", "XDG_DATA_DIRS": f"{self.prefix}/share:/usr/share", "GSETTINGS_BACKEND": "memory",
            "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1", "OUTPUT": f"{self.root}/output",
        }

    def command(self, arguments):
        assignments = [f"{name}={value}" for name, value in self.variables.items()]
        return ["setpriv", f"--reuid={NAME}", f"--regid={NAME}", "--clear-groups", "--", "env", "-i", *assignments, *arguments]

    def call(self, arguments):
        subprocess.run(self.command(arguments), cwd=self.home, check=True, stdout=subprocess.DEVNULL)

    def run(self, part, output):
        """Runs a part of the test in a session of its own, and returns its exit status."""
        results = self.root / "output"
        shutil.rmtree(results, ignore_errors=True)
        results.mkdir()
        for file in PROGRAMS.values():
            (self.home / file).unlink(missing_ok=True)
        shutil.chown(results, NAME, NAME)
        command = self.command(["dbus-run-session", "--", str(self.python(part)), "-m", f"desktops.{part}"])
        with open(output / f"{part}.log", "a") as log:
            status = subprocess.run(["timeout", "--kill-after=10", "480", *command], cwd=self.home, stderr=log).returncode
        self.end()
        shutil.copytree(results, output, dirs_exist_ok=True)
        return status
