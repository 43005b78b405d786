"""Compares the names in the hand-written editor types of specs with the code that makes them."""

import pathlib
import re
import sys

TYPES = pathlib.Path("scripts/types")
problems = []


def compare(what, declared, read):
    for name in sorted(declared - read):
        problems.append(f"{what}: {name} is in scripts/types, but nothing reads it")
    for name in sorted(read - declared):
        problems.append(f"{what}: {name} is missing in scripts/types")


spec = (TYPES / "spec.lua").read_text()
blocks = pathlib.Path("scripts/lib/spec/blocks.lua").read_text()
made = re.search(r"blocks\.globals = \{(.*?)\n\}", blocks, re.S)[1]
compare("spec", set(re.findall(r"^function (\w+)\(", spec, re.M)), set(re.findall(r"(\w+) = ", made)))

for problem in problems:
    print(f"types-check: {problem}", file=sys.stderr)
print(f"types-check: names {'ok' if not problems else 'differ'}")
sys.exit(bool(problems))
