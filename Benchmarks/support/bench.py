"""What the drivers share: building peers, running them in turns, tables of medians."""

import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MIXHOST = os.environ.get("MIXHOST", os.path.join(ROOT, ".build/release/mixhost"))
WORK = os.path.join(ROOT, ".build/bench")


def compile_c(source, name, *libraries):
    """Compiles a C or C++ peer unless it is newer than its source; returns its path."""
    os.makedirs(WORK, exist_ok=True)
    target = os.path.join(WORK, name)
    if not os.path.exists(target) or os.path.getmtime(target) < os.path.getmtime(source):
        compiler = ["g++", "-std=c++17"] if source.endswith(".cpp") else ["gcc", "-std=gnu11"]
        subprocess.run(
            [*compiler, "-O2", "-Wall", "-Wextra", "-o", target, source, *libraries], check=True)
    return target


def venv_python(package):
    """A Python that has `package` from PyPI, or None without a network."""
    venv = os.path.join(WORK, "venv")
    python = os.path.join(venv, "bin/python3")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    if not os.path.exists(python):
        if subprocess.run([sys.executable, "-m", "venv", venv], **quiet).returncode != 0:
            return None
    if subprocess.run([python, "-c", f"import {package}"], **quiet).returncode != 0:
        install = [python, "-m", "pip", "install", "-q", "--timeout", "20", "--retries", "1", package]
        if subprocess.run(install, **quiet).returncode != 0:
            return None
    return python


def run(command, env=None):
    """Runs a command; returns its output, wall seconds and CPU seconds. Fails as it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        env={**os.environ, **(env or {})})
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, wall, cpu


def run_watched(command):
    """Runs a command; returns its output, CPU seconds and peak memory in MB. Fails as it fails."""
    with tempfile.TemporaryFile("w+") as errors:
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT)
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


def table(header, rows):
    """Prints aligned columns; the first is text, the others are numbers, NaN where there is none."""
    def cell(value):
        return "-" if math.isnan(value) else f"{value:,.2f}"

    cells = [header] + [[row[0]] + [cell(value) for value in row[1:]] for row in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    for row in cells:
        print("  " + row[0].ljust(widths[0]) + "".join(
            "  " + cell.rjust(width) for cell, width in zip(row[1:], widths[1:])))
