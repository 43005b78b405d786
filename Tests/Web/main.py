"""Runs the checks of the page: main.py MIXHOST [WORD of a check's name].

Without a word the groups run side by side, each with a server and a browser of its own; then what is
measured, alone.
"""

import pathlib
import subprocess
import sys
import tempfile
import time
import traceback

from playwright.sync_api import sync_playwright

import check_books
import check_demo
import check_faults
import check_feed
import check_host
import check_kinds
import check_lists
import check_match
import check_orders
import check_playlist
import check_screens
import check_shell
import check_sign_in
import check_work
import figures
from served import Served
from world import World

# Modules, and what the mock of the server does.
GROUPS = {
    "page": ((check_shell, check_kinds, check_lists), ""),
    "screens": ((check_screens, check_orders), ""),
    "programs": ((check_feed, check_host, check_faults), ""),
    "works": ((check_sign_in, check_playlist, check_books, check_match), ""),
    # Time that is left is known once some rows are done.
    "slow": ((check_work,), "latency=200ms"),
    "demo": ((check_demo,), None),
    "figures": ((figures,), ""),
}


def checks(group):
    for module in GROUPS[group][0]:
        for name, function in vars(module).items():
            if name.startswith("check_") and callable(function):
                yield name.removeprefix("check_").replace("_", " "), function


def told():
    """Where in the checks it failed, and why."""
    kind, error, trace = sys.exc_info()
    own = [frame for frame in traceback.extract_tb(trace) if "/Tests/Web/" in frame.filename]
    return "".join(traceback.format_list(own)) + "".join(traceback.format_exception_only(kind, error))


def run(world, wanted):
    """Runs checks; how many there were, and how many failed."""
    failed = 0
    for name, function in wanted:
        begin = time.monotonic()
        world.problems.clear()
        try:
            note = function(world)
            assert not world.problems, "; ".join(world.problems[:3])
            print(f"web: {name} ok ({time.monotonic() - begin:.1f} s){': ' + note if note else ''}", flush=True)
        except Exception:
            failed += 1
            print(f"web: {name} FAILED\n{told()}", flush=True)
            for problem in world.problems[:3]:
                print(f"web:   {problem}", flush=True)
        finally:
            # A page that a failed check leaves open would count in later ones.
            world.close()
    return len(wanted), failed


def run_group(mixhost, group, words=""):
    wanted = [(name, function) for name, function in checks(group) if words in name]
    if not wanted:
        return 0, 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(mixhost, pathlib.Path(folder), mock=GROUPS[group][1])
        try:
            return run(World(playwright, server), wanted)
        finally:
            server.stop()


def run_all(mixhost):
    """Each group in a process of its own; what is measured, after the others."""
    counts = []

    def end(process):
        out, _ = process.communicate()
        *lines, last = out.splitlines() or ["", "0 1"]
        print("\n".join(lines), flush=True)
        counts.append(tuple(int(word) for word in last.split()) if process.returncode == 0 else (1, 1))

    def begin(group):
        return subprocess.Popen([sys.executable, __file__, mixhost, "--group", group],
                                stdout=subprocess.PIPE, text=True)

    together = [begin(group) for group in GROUPS if group != "figures"]
    for process in together:
        end(process)
    end(begin("figures"))
    return sum(total for total, _ in counts), sum(failed for _, failed in counts)


def main():
    mixhost, *words = sys.argv[1:]
    if words[:1] == ["--group"]:
        print(*run_group(mixhost, words[1]))
        return
    begin = time.monotonic()
    if words:
        counts = [run_group(mixhost, group, " ".join(words)) for group in GROUPS]
        total, failed = (sum(each) for each in zip(*counts))
    else:
        total, failed = run_all(mixhost)
    print(f"web: {total - failed} of {total} checks, {time.monotonic() - begin:.0f} s")
    sys.exit(0 if failed == 0 and total > 0 else 1)


if __name__ == "__main__":
    main()
