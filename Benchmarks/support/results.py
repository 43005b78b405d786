"""The record of `make bench`: every axis writes its figures into Benchmarks/results.json, and Benchmarks/report
writes the table of docs/performance.md from there."""

import datetime
import json
import math
import os
import platform
import re
import statistics
import subprocess

import bench

# A trial leaves the record as it is.
PATH = os.path.join(bench.ROOT, "Benchmarks/results.json") if bench.SCALE == 1 else os.path.join(bench.WORK, "trial.json")

# A line with a figure; where its name is long, one space alone stands behind it.
FIGURE = [re.compile(
    r"  (\S.*?)" + space + r"([\d.]+) (items/s|ms|ns|us|MB|s)\b(?:, ([\d.]+) times(?: (that at [\d,]+))?)?"
    r"(?:, (\d+ a transaction))?") for space in (r"(?:\s{2,}|: +)", " ")]


def machine():
    """The machine, as the record names it."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    with open("/proc/meminfo", encoding="utf-8") as file:
        memory = int(re.search(r"MemTotal:\s+(\d+)", file.read()).group(1)) / 1048576
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    return (f"{os.cpu_count()} × {model.group(1).strip() if model else platform.machine()}, {memory:.0f} GB, "
            f"{system}, Linux {platform.release()}")


def tree():
    """The commit that was measured; a plus where files differ from it."""
    def git(*arguments):
        done = subprocess.run(["git", "-C", bench.ROOT, *arguments], capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""
    own = [":!Benchmarks/results.json", ":!docs/performance.md"]
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", *own)
    return (git("rev-parse", "--short", "HEAD") or "unknown") + ("+" if changed else "")


def read():
    """The record: axes by name."""
    if not os.path.exists(PATH):
        return {"axes": {}}
    with open(PATH, encoding="utf-8") as file:
        return json.load(file)


def exponent(sizes, costs):
    """The k of cost = c × size^k that fits best (least squares of the logarithms)."""
    return statistics.linear_regression([math.log(size) for size in sizes], [math.log(cost) for cost in costs]).slope


def is_met(target, value):
    """Whether a value meets a target such as (">=", 0.75)."""
    relation, bound = target
    return value >= bound if relation == ">=" else value <= bound


class Axis:
    """One axis while it is measured: prints its tables and records them when it ends without an error.

    measures: what a figure stands for; limit: what bounds it on this machine. `is_kept = False`: parts of it were
    measured, which are shown and not recorded.
    """

    def __init__(self, name, measures, limit):
        self.name, self.missed, self.is_kept = name, [], True
        self.record = {
            "measures": measures, "limit": limit, "date": datetime.date.today().isoformat(), "tree": tree(),
            "machine": machine(), "load": [round(os.getloadavg()[0], 1)], "scale": bench.SCALE,
            "figures": [], "growth": []}

    def __enter__(self):
        print(f"  measures: {self.record['measures']}\n  limit: {self.record['limit']}", flush=True)
        return self

    def __exit__(self, kind, _error, _trace):
        if kind is not None or not self.is_kept:
            return
        self.record["load"].append(round(os.getloadavg()[0], 1))
        os.makedirs(os.path.dirname(PATH), exist_ok=True)
        record = read()
        record["axes"][self.name] = self.record
        record["axes"] = dict(sorted(record["axes"].items()))
        with open(PATH + ".new", "w", encoding="utf-8") as file:
            json.dump(record, file, indent=1, ensure_ascii=False)
            file.write("\n")
        os.replace(PATH + ".new", PATH)
        if self.missed:
            print("  below target: " + "; ".join(self.missed))

    def table(self, case, header, rows, targets=None):
        """Prints a table and records its figures. A column "x PEER" is the ratio of the figure before it.

        targets: column -> (">=" or "<=", number), or row -> column -> the same; of rows that begin with "mixhost"
        where no row is named. It is about the ratio where the figure has one.
        """
        print(f"  {case}:")
        bench.table(header, rows)
        for row in rows:
            own = (targets or {}).get(row[0], {})
            if row[0].startswith("mixhost") and not own:
                own = {name: target for name, target in (targets or {}).items() if isinstance(target, tuple)}
            for column in range(1, len(row)):
                if not header[column].startswith("x ") and not math.isnan(row[column]):
                    self._figure(case, header, row, column, own.get(header[column]))

    def _figure(self, case, header, row, column, target):
        figure = {"case": case, "row": row[0], "unit": header[column], "value": float(f"{row[column]:.5g}")}
        judged = row[column]
        if column + 1 < len(row) and header[column + 1].startswith("x ") and not math.isnan(row[column + 1]):
            judged = row[column + 1]
            figure |= {"ratio": round(judged, 3), "of": header[column + 1][2:]}
        if target:
            figure |= {"target": f"{target[0]} {target[1]:,.6g}", "met": is_met(target, judged)}
            if not figure["met"]:
                self.missed.append(f"{case}, {row[0]}, {header[column]}: {judged:.2f}, not {figure['target']}")
        self.record["figures"].append(figure)

    def lines(self, case, shown, targets):
        """Records lines that were shown already: two spaces, a name, spaces, a number, its unit; `, N times` is how it
        compares with the line before, or with what follows."""
        before = None
        for line in shown:
            found = FIGURE[0].match(line) or FIGURE[1].match(line)
            if not found:
                continue
            name, value, unit, times, other, batch = found.groups()
            name += f", {batch}" if batch else ""
            ratio = [float(times)] if times else []
            self._figure(case, ["", unit, *([f"x {other or before}"] if ratio else [])], [name, float(value), *ratio], 1,
                         next((target for start, target in targets.items() if name.startswith(start)), None))
            before = name

    def grows(self, what, unit, sizes, cost, at_most=None):
        """Measures `cost(size)` for three sizes, prints and records the exponent with which it grows."""
        costs = [cost(size) for size in sizes]
        power = exponent(sizes, costs)
        shown = ", ".join(f"{size:,}: {value:,.3g} {unit}" for size, value in zip(sizes, costs))
        print(f"  with the number of {what} the cost grows as n^{power:.2f} ({shown})")
        growth = {"what": what, "unit": unit, "sizes": sizes, "costs": [float(f"{value:.4g}") for value in costs],
                  "exponent": round(power, 2)}
        if at_most is not None:
            growth |= {"target": f"<= {at_most:g}", "met": power <= at_most}
            if power > at_most:
                self.missed.append(f"the cost of {what} grows as n^{power:.2f}, not <= {at_most:g}")
        self.record["growth"].append(growth)
