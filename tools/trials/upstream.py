"""The service that a fleet asks: one mock for all hosts, its log, and programs that keep a limit of theirs."""
import os
import pathlib
import re
import shutil
import subprocess

import common

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANIFEST = "scripts/services/openlibrary/service.lua"


def install(program, folder, rate):
    """Copies mixhost as `make install` does, with `rate` (such as 600/min) as Open Library's limit.

    Its real limit, one request a second, would make a trial last for hours. Returns the copy's program.
    """
    (folder / "bin").mkdir(parents=True)
    shutil.copy2(program.resolve(), folder / "bin/mixhost")
    share = folder / "share/mixhost"
    for part in ("scripts", "web"):
        shutil.copytree(ROOT / part, share / part)
    shutil.copytree(ROOT / "docs", share / "docs", ignore=shutil.ignore_patterns("pictures"))
    manifest = share / MANIFEST
    declared = 'rate = "1/s"'
    text = manifest.read_text()
    if text.count(declared) != 1:
        raise SystemExit(f"fleet: {MANIFEST} does not declare {declared}")
    manifest.write_text(text.replace(f", {declared}", f', rate = "{rate}"'))
    return folder / "bin/mixhost"


class Mock:
    """One for all hosts, so that its log has the requests of all."""

    def __init__(self, program, folder, *options):
        self.log = folder / "mock.log"
        self.process = subprocess.Popen(
            [str(program), "mock", "--port", "0", "--until-stdin-closes", "--log", str(self.log), *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        address = re.search(r"http://\S+", self.process.stdout.readline())[0]
        self.environment = {
            **os.environ,
            "MIXHOST_UPSTREAM_OPENLIBRARY": f"{address}/openlibrary",
            "MIXHOST_UPSTREAM_COVERS": f"{address}/covers",
            "MIXHOST_BOOKS_PROVIDERS": "openlibrary",
        }

    def stop(self):
        self.process.stdin.close()
        self.process.wait()

    def requests(self):
        """(seconds, path with query, status) of each request to Open Library, in their order."""
        return sorted((entry["begin"], f"{entry['path']}?{entry['query']}", entry["status"])
                      for entry in common.logged(self.log) if entry["path"].startswith("/openlibrary/"))


def most_in(times, seconds):
    """The most of sorted times that any window of that length holds."""
    most = first = 0
    for last, time in enumerate(times):
        while time - times[first] >= seconds:
            first += 1
        most = max(most, last - first + 1)
    return most
