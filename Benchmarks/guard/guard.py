#!/usr/bin/env python3
"""`make bench-guard`: instructions (callgrind) and allocations of the hottest paths, sizes and relocations
of the program, against Benchmarks/guard/baseline.json. Ends with 1 when one of them grew by more than 10 %.

  guard.py            compares
  guard.py --write    makes the present figures the baseline
  guard.py --if-current  compares where the release is that of the present sources, else says why not: `make test`
                       builds no release
  guard.py --self-test  shows that a loop of 1,000 iterations in the request path fails

Instructions hardly depend on what else the machine does. They do on the compiler, the libraries and the
processor: the baseline names these, and elsewhere the figures are shown and not judged.
"""

import concurrent.futures
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../support"))
import bench  # noqa: E402

BASELINE = os.path.join(HERE, "baseline.json")
TOLERANCE = 0.10
# Allocations of a call are few and whole: a tenth of one is noise, one more is not.
ALLOCATION_SLACK = 0.2
# A path, how often the second run takes it beyond the first, and whether it asks the server.
PATHS = {
    "call": (2000, False), "wait": (500, False), "request": (150, True), "cached": (500, True),
    "decode": (100, False), "encode": (100, False), "match": (500, False), "row": (1000, False),
}
FIRST = 50


def toolchain():
    """What the figures depend on."""
    swift = subprocess.run(
        [os.environ.get("SWIFT", "swift"), "--version"], capture_output=True, text=True).stdout
    packages = ["libcurl4", "liblua5.4-dev", "libc6"]
    versions = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${Version}\n", *packages],
        capture_output=True, text=True).stdout
    found = re.search(r"Swift version (\S+)", swift)
    # The C library chooses its functions by what the processor can do.
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        processor = re.search(r"^model name\s*:\s*(.*)$", file.read(), re.MULTILINE)
    return [
        f"swift {found.group(1) if found else '?'}", *versions.split("\n")[:-1],
        processor.group(1) if processor else "unknown processor"]


def counted(arguments, home):
    """Instructions and allocations of one run."""
    output = os.path.join(home, "callgrind.out")
    command = [
        "setarch", "-R", "valgrind", "--tool=callgrind", f"--callgrind-out-file={output}",
        bench.MIXHOST, "--home", os.path.join(home, "home"), *arguments,
    ]
    # No seed of hashes, which decides how tables collide; and no certificates or proxies of this machine, for which
    # a run reads its settings.
    others = {name: value for name, value in os.environ.items() if not re.search("(?i)^(ssl|curl)_|_proxy$", name)}
    environment = {**others, "SWIFT_DETERMINISTIC_HASHING": "1", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=bench.ROOT)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    total, allocations, names, called = 0, 0, {}, None
    with open(output, encoding="utf-8") as file:
        for line in file:
            if line.startswith(("cfn=", "fn=")):
                number, _, name = line.split("=", 1)[1].strip().partition(" ")
                if name:
                    names[number] = name
                called = names[number] if line.startswith("cfn=") else None
            elif line.startswith("calls=") and called in ("malloc", "calloc", "realloc"):
                allocations += int(line[6:].split()[0])
            elif line.startswith(("totals:", "summary:")):
                total = int(line.split()[1])
    return total, allocations


def measured(path, url):
    """Instructions and allocations of a path, once."""
    name = path.split(":")[-1]
    more, asks = PATHS[name]
    script = [os.path.join(HERE, "paths.lua"), path]
    runs = []
    for count in (FIRST, FIRST + more):
        with tempfile.TemporaryDirectory() as home:
            runs.append(counted(
                ["--allow-net", "127.0.0.1", *script, str(count), *([url] if asks else [])], home))
    (first, allocated), (second, more_allocated) = runs
    return (second - first) / more, (more_allocated - allocated) / more


def started():
    """Instructions and allocations of `mixhost -e 'print(1)'`."""
    with tempfile.TemporaryDirectory() as home:
        return counted(["-e", "print(1)"], home)


def relocations(path):
    """How many places of the program the loader writes at its start."""
    with open(path, "rb") as file:
        data = file.read()
    offset, = struct.unpack_from("<Q", data, 0x28)
    size, number = struct.unpack_from("<HH", data, 0x3A)
    total = 0
    for index in range(number):
        _, kind, _, _, start, length, _, _, _, entry = struct.unpack_from(
            "<IIQQQQIIQQ", data, offset + index * size)
        if kind == 4:  # SHT_RELA
            total += length // entry
        elif kind == 19:  # SHT_RELR: an address, or a bit map of the 63 words that follow the last
            for (word,) in struct.iter_unpack("<Q", data[start:start + length]):
                total += 1 if word % 2 == 0 else bin(word).count("1") - 1
    return total


def counts_of(paths):
    """Instructions and allocations of start-up and paths, by name."""
    with bench.answering() as url, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        start = pool.submit(started)
        runs = {path: pool.submit(measured, path, url) for path in paths}
        counts = {"start": start.result(), **{path: run.result() for path, run in runs.items()}}
    found = {}
    for path, (instructions, allocations) in counts.items():
        found[f"{path}: instructions"] = round(instructions)
        found[f"{path}: allocations"] = round(allocations, 2)
    return found


def figures():
    """All that is guarded, by name."""
    found = counts_of(PATHS)
    found["mixhost: relocations"] = relocations(bench.MIXHOST)
    found["mixhost: bytes"] = os.path.getsize(bench.MIXHOST)
    return found


def newer_sources(binary):
    """A source that changed after a program was linked, or None."""
    made = os.path.getmtime(binary)
    for place in ("Sources", "Package.swift", "Package.resolved"):
        path = os.path.join(bench.ROOT, place)
        files = [path] if os.path.isfile(path) else [
            os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
        for file in files:
            if os.path.getmtime(file) > made:
                return os.path.relpath(file, bench.ROOT)
    return None


def why_not():
    """Why `make test` cannot compare here, or None."""
    if not os.path.exists(bench.MIXHOST):
        return "there is no release"
    newer = newer_sources(bench.MIXHOST)
    if newer:
        return f"the release is older than {newer}"
    return None if shutil.which("valgrind") else "valgrind is not installed"


def grown(name, was, now):
    """Whether a figure is worse than it was by more than it may."""
    slack = ALLOCATION_SLACK if name.endswith("allocations") else 0
    return now > was * (1 + TOLERANCE) + slack


def taken_again(found, baseline):
    """Counts the paths that grew once more and keeps the lower figures: a busy machine may make a request wait once
    more than usual, but nothing makes it take less than it needs."""
    paths = {name.split(":")[0] for name, now in found.items() if name in baseline and grown(name, baseline[name], now)}
    paths &= set(PATHS)
    if paths:
        again = counts_of(paths)
        found |= {name: min(found[name], again[name]) for name in found if name in again}
    return found


def compare(found, baseline):
    """Prints the figures beside the baseline; the names of those that grew."""
    worse = []
    width = max(len(name) for name in found)
    for name, now in found.items():
        was = baseline.get(name)
        change = "new" if was is None else f"{(now / was - 1) * 100:+.1f} %" if was else "-"
        if was is not None and grown(name, was, now):
            worse.append(name)
            change += "  <- more than it may"
        print(f"  {name:{width}}  {now:>14,.10g}  {change}")
    return worse


def main(arguments):
    if arguments == ["--if-current"]:
        reason = why_not()
        if reason:
            print(f"bench-guard: left out, {reason}; `make bench-guard` builds the release and compares")
            return 0
    for tool in ("valgrind", "setarch", "gcc"):
        if shutil.which(tool) is None:
            sys.exit(f"bench-guard: {tool} is missing: run `make bench-guard`, which installs it")
    if arguments == ["--self-test"]:
        return self_test()
    found, machine = figures(), toolchain()
    if arguments == ["--write"]:
        with open(BASELINE, "w", encoding="utf-8") as file:
            json.dump({"toolchain": machine, "figures": found}, file, indent=2)
            file.write("\n")
        return 0
    with open(BASELINE, encoding="utf-8") as file:
        baseline = json.load(file)
    found = taken_again(found, baseline["figures"])
    worse = compare(found, baseline["figures"])
    if baseline["toolchain"] != machine:
        print(f"bench-guard: not judged: this is {', '.join(machine)}, the baseline's is "
              f"{', '.join(baseline['toolchain'])}")
        return 0
    if worse:
        print(f"bench-guard: grew by more than 10 %: {', '.join(worse)}. Make it cheaper, or, where it is "
              "worth it, write the new baseline with `make bench-baseline`", file=sys.stderr)
        return 1
    print("bench-guard: nothing grew")
    return 0


def self_test():
    """The guard must see a loop of 1,000 iterations in the request path, and nothing without it."""
    with bench.answering() as url:
        # The lower of two, as above.
        plain, again, burdened = (
            min(measured(path, url)[0] for _ in range(2)) for path in ("request", "request", "burdened:request"))
    name = "request: instructions"
    print(f"  a request {plain:,.0f} instructions, again {again:,.0f}, "
          f"with a loop of 1,000 iterations {burdened:,.0f}")
    if grown(name, plain, again):
        sys.exit("bench-guard: the count of a request is not steady")
    if not grown(name, plain, burdened):
        sys.exit("bench-guard: the loop went unnoticed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
