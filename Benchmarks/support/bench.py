"""Shared by the axes: building peers, servers that end with the driver, runs in turns, tables with targets, and the
record in .build/bench."""

import contextlib
import ctypes
import datetime
import functools
import json
import math
import os
import platform
import re
import signal
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = os.path.join(ROOT, ".build/bench")
# A fraction of the sizes and rounds, to see that an axis works: its figures then say little.
SCALE = float(os.environ.get("SCALE", "1"))
RECORD = os.path.join(WORK, "results.json" if SCALE == 1 else "trial.json")
AGAINST = os.environ.get("AGAINST")
if AGAINST and not os.path.exists(AGAINST):
    sys.exit(f"bench: there is no record {AGAINST}")


def installed(built):
    """A program as `make install` puts it, without debug symbols: a copy of its time, if it is built."""
    target = os.path.join(WORK, "mixhost")
    if not os.path.exists(built):
        return built
    if not os.path.exists(target) or os.path.getmtime(target) != os.path.getmtime(built):
        os.makedirs(WORK, exist_ok=True)
        subprocess.run(["strip", "--strip-all", "--preserve-dates", "-o", target, built], check=True)
    return target


MIXHOST = os.environ.get("MIXHOST") or installed(os.path.join(ROOT, ".build/release/mixhost"))


def scaled(size, least=1):
    """A size under SCALE."""
    return max(least, round(size * SCALE))


def rounds(count):
    """ROUNDS, or `count` under SCALE."""
    return int(os.environ.get("ROUNDS", scaled(count)))


def compile_c(source, name, *libraries):
    """Compiles a C or C++ peer unless it is newer than its source; returns its path."""
    os.makedirs(WORK, exist_ok=True)
    target = os.path.join(WORK, name)
    if not os.path.exists(target) or os.path.getmtime(target) < os.path.getmtime(source):
        compiler = ["g++", "-std=c++17"] if source.endswith(".cpp") else ["gcc", "-std=gnu11"]
        subprocess.run(
            [*compiler, "-O2", "-Wall", "-Wextra", "-o", target, source, *libraries], check=True)
    return target


@functools.cache
def launcher():
    """The program that measures others from outside."""
    return compile_c(os.path.join(ROOT, "Benchmarks/support/launch.c"), "launch")


def run(command, seen=lambda line: None):
    """Runs a command and shows each line of its output to `seen`. Fails as it fails.

    Returns its output, wall seconds, CPU seconds and peak memory in MB.
    """
    with tempfile.NamedTemporaryFile("r") as report, tempfile.TemporaryFile("w+") as errors:
        lines = []
        with subprocess.Popen(
                [launcher(), report.name, *command], stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT) as child:
            for line in child.stdout:
                seen(line)
                lines.append(line)
        output = "".join(lines)
        if child.returncode != 0:
            errors.seek(0)
            sys.exit(f"{' '.join(command)}: exit {child.returncode}\n{output[-2000:]}{errors.read()}")
        wall, cpu, peak = map(float, report.read().split())
    return output, wall, cpu, peak / 1024


def words(*command):
    """The numbers that a program prints, as a function for `in_turns`."""
    return lambda: tuple(float(word) for word in run(list(command))[0].split())


def _end_with_parent():
    """In a child: it gets SIGTERM when the driver ends, however that is (prctl, PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


@contextlib.contextmanager
def answering(delay=0, file=None):
    """The C server of Benchmarks/http for the length of a `with`: its address."""
    program = compile_c(os.path.join(ROOT, "Benchmarks/http/server.c"), "http-server")
    child = subprocess.Popen(
        [program, str(delay), *([file] if file else [])], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        preexec_fn=_end_with_parent)
    try:
        yield f"http://127.0.0.1:{child.stdout.readline().strip()}/search"
    finally:
        # It serves until its standard input ends.
        child.stdin.close()
        child.wait()
        child.stdout.close()


def in_turns(rounds, peers):
    """Runs every peer once a round, so that drift of the machine hits all alike.

    `peers` maps a name to a function that returns a tuple of figures; returns name -> medians.
    """
    figures = {name: [] for name in peers}
    for _ in range(rounds):
        for name, measure in peers.items():
            figures[name].append(measure())
    return {name: tuple(statistics.median(column) for column in zip(*rows))
            for name, rows in figures.items()}


def _end(kind, error, trace):
    """Ctrl-C is not a fault of the driver: everything it started has ended by now."""
    if issubclass(kind, KeyboardInterrupt):
        os._exit(130)
    sys.__excepthook__(kind, error, trace)


sys.excepthook = _end
signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(143))


def place():
    """The commit, with a plus where files differ from it, and the machine."""
    def git(*arguments):
        return subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True).stdout.strip()
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    changed = "+" if git("status", "--porcelain", "--untracked-files=no") else ""
    return (f"{git('rev-parse', '--short', 'HEAD') or 'unknown'}{changed}, {os.cpu_count()} × "
            f"{model.group(1).strip() if model else platform.machine()}, Linux {platform.release()}")


def read(path):
    """A record: axes by name."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


class Axis:
    """One axis while it is measured: prints its tables, and records their figures when it ends without an error.

    AGAINST names an earlier record: figures that differ by a tenth or more are printed beside it.
    """

    def __init__(self, name, measures):
        self.name, self.missed, self.figures = name, [], {}
        self.about = f"{datetime.date.today().isoformat()}, {place()}, load {os.getloadavg()[0]:.1f}"
        print(f"  {measures}\n  {self.about}", flush=True)

    def __enter__(self):
        return self

    def __exit__(self, kind, _error, _trace):
        if kind is not None:
            return
        record = read(RECORD)
        record[self.name] = {"about": self.about, "scale": SCALE, "figures": self.figures}
        os.makedirs(WORK, exist_ok=True)
        with open(RECORD, "w", encoding="utf-8") as file:
            json.dump(record, file, indent=1, ensure_ascii=False)
        if self.missed:
            print("  below target: " + "; ".join(self.missed))
        if AGAINST:
            self.compare(read(AGAINST).get(self.name, {}))

    def table(self, case, header, rows, targets=None):
        """Prints a table and records its figures; NaN is a figure that does not exist.

        A column "x PEER" is the ratio of the figure before it. `targets` maps a column, such as "ms" or "ms x C", to
        (">=" or "<=", a number); they hold for the rows that begin with "mixhost".
        """
        shown = [header] + [
            [row[0]] + ["-" if math.isnan(value) else f"{value:,.2f}" for value in row[1:]] for row in rows]
        widths = [max(map(len, column)) for column in zip(*shown)]
        print(f"  {case}:")
        for row in shown:
            print("  " + row[0].ljust(widths[0]) + "".join(
                "  " + cell.rjust(width) for cell, width in zip(row[1:], widths[1:])), flush=True)
        names = [header[place - 1] + " " + name if name.startswith("x ") else name for place, name in enumerate(header)]
        for row in rows:
            for name, value in list(zip(names, row))[1:]:
                if not math.isnan(value):
                    self.figures[f"{case}: {row[0]}: {name}"] = float(f"{value:.5g}")
                    self._judge(case, row[0], name, value, (targets or {}).get(name))

    def _judge(self, case, row, name, value, target):
        if target and row.startswith("mixhost"):
            relation, bound = target
            if not (value >= bound if relation == ">=" else value <= bound):
                self.missed.append(f"{case}, {row}, {name}: {value:.2f}, not {relation} {bound:g}")

    def compare(self, earlier):
        """Prints the figures that differ from those of an earlier record."""
        print(f"  against {earlier.get('about', 'nothing')}:")
        for name, was in earlier.get("figures", {}).items():
            now = self.figures.get(name)
            if now is not None and was and abs(now / was - 1) >= 0.1:
                print(f"  {name}  {was:,.5g} -> {now:,.5g}  {(now / was - 1) * 100:+.0f} %")
