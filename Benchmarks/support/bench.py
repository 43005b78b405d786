"""What the drivers share: building peers, running them in turns, servers that end with the driver, tables of medians."""

import contextlib
import ctypes
import functools
import math
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MIXHOST = os.environ.get("MIXHOST", os.path.join(ROOT, ".build/release/mixhost"))
WORK = os.path.join(ROOT, ".build/bench")
# A fraction of the sizes and rounds, to see that an axis works: its figures then say little, and the record names it.
SCALE = float(os.environ.get("SCALE", "1"))


def scaled(size, least=1):
    """A size under SCALE."""
    return max(least, round(size * SCALE))


def rounds(count):
    """ROUNDS, or `count` under SCALE."""
    return int(os.environ.get("ROUNDS", scaled(count)))


def surroundings(env=None):
    """The environment of what a driver runs: peers in Python find this folder."""
    return {**os.environ, "PYTHONPATH": os.path.join(ROOT, "Benchmarks/support"), **(env or {})}


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
def python():
    """A Python that has the peers of Benchmarks/requirements.txt, or None without a network."""
    tool = [os.path.join(ROOT, "tools/venv"), "bench", "Benchmarks/requirements.txt"]
    done = subprocess.run(tool, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    if done.returncode == 3:
        return None
    if done.returncode != 0:
        sys.exit(done.returncode)
    return os.path.join(done.stdout.strip(), "bin/python3")


def run(command, env=None):
    """Runs a command; returns its output, wall seconds and CPU seconds. Fails as it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        env=surroundings(env))
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, wall, cpu


def _end_with_parent():
    """In a child: it gets SIGTERM when the driver ends, however that is (prctl, PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


@contextlib.contextmanager
def running(command, env=None):
    """A server for the length of a `with`: its process, whose first line of output may be read."""
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, preexec_fn=_end_with_parent,
        env=surroundings(env))
    try:
        yield child
    finally:
        child.stdin.close()
        child.terminate()
        try:
            child.wait(20)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        child.stdout.close()


@contextlib.contextmanager
def serving(delay=0, file=None, tls=None):
    """The C server of Benchmarks/http (https with `tls`, a certificate and its key): its process and address."""
    program = compile_c(os.path.join(ROOT, "Benchmarks/http/server.c"), "http-server", "-lssl", "-lcrypto")
    with running([program, str(delay), file or "-", *(tls or [])]) as child:
        scheme = "https" if tls else "http"
        yield child, f"{scheme}://127.0.0.1:{child.stdout.readline().strip()}/search"


@contextlib.contextmanager
def answering(delay=0, file=None, tls=None):
    """The same: its address."""
    with serving(delay, file, tls) as (_, url):
        yield url


def lines(*command):
    """Runs a command that prints as it goes: shows each line; returns them and the exit code."""
    shown = []
    with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=surroundings(),
            preexec_fn=_end_with_parent) as child:
        for line in child.stdout:
            print(line, end="", flush=True)
            shown.append(line)
    return shown, child.returncode


def run_watched(command):
    """Runs a command; returns its output, CPU seconds and peak memory in MB. Fails as it fails."""
    with tempfile.TemporaryFile("w+") as errors:
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT, env=surroundings())
        output = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        child.stdout.close()
        if child.returncode != 0:
            errors.seek(0)
            sys.exit(f"{' '.join(command)}: exit {child.returncode}\n{output}{errors.read()}")
    return output, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


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


def words(*command):
    """The numbers that a program prints, as a function for `in_turns`."""
    return lambda: tuple(float(word) for word in run(list(command))[0].split())


def _end(kind, error, trace):
    """Ctrl-C is not a fault of the driver: everything it started has ended by now."""
    if issubclass(kind, KeyboardInterrupt):
        os._exit(130)
    sys.__excepthook__(kind, error, trace)


sys.excepthook = _end
signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(143))


def table(header, rows):
    """Prints aligned columns; the first is text, the others are numbers, NaN where there is none."""
    def cell(value):
        return "-" if math.isnan(value) else f"{value:,.2f}"

    cells = [header] + [[row[0]] + [cell(value) for value in row[1:]] for row in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    for row in cells:
        print("  " + row[0].ljust(widths[0]) + "".join(
            "  " + cell.rjust(width) for cell, width in zip(row[1:], widths[1:])))
