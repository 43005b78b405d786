"""Compares the names in the hand-written editor types with the code that reads them."""

import pathlib
import re
import sys

TYPES = pathlib.Path("scripts/types")
PROGRAMS = pathlib.Path("Sources/MixCore/Programs")
problems = []


def fields(name):
    """The fields of a class in programs.lua."""
    text = (TYPES / "programs.lua").read_text()
    block = re.search(rf"^---@class {re.escape(name)}\n((?:---@field .*\n)*)", text, re.M)
    if not block:
        problems.append(f"{name} is not in programs.lua")
        return set()
    return set(re.findall(r"^---@field (\w+)\??", block[1], re.M))


def known(file, *before):
    """The words of the first list behind the given texts, in their order, of a Swift file."""
    text = (PROGRAMS / file).read_text()
    place = 0
    for part in before:
        place = text.index(part, place)
    return set(re.findall(r'"(\w+)"', re.search(r"\[(.*?)\]", text[place:], re.S)[1]))


def compare(what, declared, read):
    for name in sorted(declared - read):
        problems.append(f"{what}: {name} is in scripts/types, but nothing reads it")
    for name in sorted(read - declared):
        problems.append(f"{what}: {name} is missing in scripts/types")


compare("manifest", fields("mix.Manifest"), known("ManifestReader.swift", "private static let known"))
compare("grants", fields("mix.ManifestGrants"), known("ManifestGrants.swift", "private static let known"))
compare("upstream", fields("mix.ManifestUpstream"), known("ManifestReader.swift", "enum ManifestUpstreams", "let known"))
compare("setting", fields("mix.ManifestSetting"), known("ManifestSettings.swift", "private static let known"))
compare("refresher", fields("mix.ManifestRefresher"), known("ManifestRefreshers.swift", "let known"))
compare("collection", fields("mix.ManifestCollection"), known("ManifestCollections.swift", "table(name, known:"))

spec = (TYPES / "spec.lua").read_text()
blocks = pathlib.Path("scripts/lib/spec/blocks.lua").read_text()
made = re.search(r"blocks\.globals = \{(.*?)\n\}", blocks, re.S)[1]
compare("spec", set(re.findall(r"^function (\w+)\(", spec, re.M)), set(re.findall(r"(\w+) = ", made)))

for problem in problems:
    print(f"types-check: {problem}", file=sys.stderr)
print(f"types-check: names {'ok' if not problems else 'differ'}")
sys.exit(bool(problems))
