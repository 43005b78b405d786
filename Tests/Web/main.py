"""Runs the checks of the page: main.py MIXHOST [WORD of a check's name]."""

import pathlib
import sys
import tempfile
import time
import traceback

from playwright.sync_api import sync_playwright

import check_kinds
import check_lists
import check_screens
import check_shell
from served import Served
from world import World


def checks():
    for module in (check_shell, check_kinds, check_lists, check_screens):
        for name, function in vars(module).items():
            if name.startswith("check_") and callable(function):
                yield name.removeprefix("check_").replace("_", " "), function


def told():
    """Where in the checks it failed, and why."""
    kind, error, trace = sys.exc_info()
    own = [frame for frame in traceback.extract_tb(trace) if "/Tests/Web/" in frame.filename]
    return "".join(traceback.format_list(own)) + "".join(traceback.format_exception_only(kind, error))


def run(world, words=""):
    failed = total = 0
    for name, function in checks():
        if words and words not in name:
            continue
        total += 1
        begin = time.monotonic()
        world.problems.clear()
        try:
            note = function(world)
            assert not world.problems, "; ".join(world.problems[:3])
            print(f"web: {name} ok ({time.monotonic() - begin:.1f} s){': ' + note if note else ''}", flush=True)
        except Exception:
            failed += 1
            print(f"web: {name} FAILED\n{told()}", file=sys.stderr, flush=True)
            for problem in world.problems[:3]:
                print(f"web:   {problem}", file=sys.stderr)
        finally:
            # What a failed check leaves open, later ones would count.
            world.close()
    print(f"web: {total - failed} of {total} checks")
    return failed == 0 and total > 0


def main():
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(sys.argv[1], pathlib.Path(folder))
        try:
            good = run(World(playwright, server), " ".join(sys.argv[2:]))
        finally:
            server.stop()
    print(f"web: {time.monotonic() - begin:.0f} s")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
