"""Shared by the trials: their options, the program that is tried, made-up books, a log of the mock, and the verdict."""
import argparse
import datetime
import json
import pathlib
import subprocess
import sys


def parse(doc, **options):
    """The options of a trial: the program, and for each default an option of its type."""
    parser = argparse.ArgumentParser(description=doc.split("\n", maxsplit=1)[0])
    parser.add_argument("program", type=lambda text: pathlib.Path(text).resolve())
    for name, default in options.items():
        kind = {"action": "store_true"} if default is False else {"type": type(default), "default": default}
        parser.add_argument(f"--{name}", **kind)
    return parser.parse_args()


def call(command, environment=None):
    """What a command prints. The trial ends when it fails."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stderr}{done.stdout}")
    return done.stdout


def books(program, folder, count, first=0):
    """A CSV file of `count` made-up books, without the `first` ones."""
    header, *rows = call([program, "mock", "--export-books", first + count]).splitlines(keepends=True)
    table = folder / "books.csv"
    table.write_text("".join([header, *rows[first:]]))
    return table


def logged(path):
    """The entries of a mock's log, each with `begin` and `end` in seconds."""
    text = path.read_text() if path.exists() else ""
    # The mock may be in the middle of its last line.
    entries = [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
    for entry in entries:
        entry["begin"] = datetime.datetime.fromisoformat(entry["time"].replace("Z", "+00:00")).timestamp()
        entry["end"] = entry["begin"] + entry["ms"] / 1000
    return entries


def statuses(text, count):
    """Whether each of `count` books has a final status, by `books status --json`."""
    counts = json.loads(text)
    final = sum(counts[name] for name in ("enriched", "uncertain", "not_found", "failed"))
    return counts["total"] == count == final, json.dumps(counts)


def report(checks, logs=()):
    """Prints checks, title -> (whether it holds, text). When one does not hold, prints the ends of logs and ends with 1."""
    for title, (holds, text) in checks.items():
        print(f"{'ok  ' if holds else 'BAD '} {title}: {text}")
    if not all(holds for holds, _ in checks.values()):
        for log in logs:
            print(f"{log.name}: {log.read_text()[-600:]}")
        sys.exit(1)
