"""What can be called: read from `mixhost types`, which is generated from the registrations."""

import pathlib
import re
import subprocess

HOSTILE = pathlib.Path(__file__).resolve().parent / "hostile.lua"
FUNCTION = re.compile(r"^function ([\w]+)([.:])(\w+)\(([^)]*)\) end$")
# `os.exit` and `mix.ui.fail` end the program as they should.
LEFT_OUT = {"os.exit", "mix.ui.fail"}


def split_type(text):
    """The type at the beginning of a description: up to a blank outside of brackets and quotes."""
    depth, quoted = 0, False
    for place, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif char in "<({[":
            depth += 1
        elif char in ">)}]":
            depth -= 1
        elif char == " " and depth == 0 and text[place - 1] not in ":,":
            return text[:place], text[place + 1:]
    return text, ""


def alternatives(text):
    """The parts of a union, without `?` and the brackets around them."""
    parts, depth, begin = [], 0, 0
    for place, char in enumerate(text + "|"):
        depth += (char in "<({[") - (char in ">)}]")
        if char == "|" and depth == 0:
            parts.append((text + "|")[begin:place])
            begin = place + 1
    if len(parts) == 1:
        part = parts[0].removesuffix("?")
        inner = part.startswith("(") and part.endswith(")")
        return alternatives(part[1:-1]) if inner else [part]
    return [one for part in parts for one in alternatives(part)]


class Value:
    """A parameter or the field of a table: name, types, and the words that its description quotes."""

    def __init__(self, name, text):
        kind, doc = split_type(text)
        self.name = name.removesuffix("?")
        self.types = alternatives(kind)
        self.words = re.findall(r'"((?:[^"\\]|\\.)*)"', text)


class Function:
    def __init__(self, path, parameters, waits, result, owner=None):
        self.path, self.parameters, self.waits = path, parameters, waits
        self.result, self.owner = result, owner

    @property
    def key(self):
        return f"{self.owner}:{self.path}" if self.owner else self.path


class Catalogue:
    def __init__(self, mixhost, environment):
        def output(*arguments):
            return subprocess.run(
                [mixhost, *arguments], env=environment, check=True, capture_output=True, text=True
            ).stdout

        self.shapes, self.functions, self.objects = {}, [], set()
        self._read(output("types").splitlines())
        for name in sorted(output(HOSTILE, "functions").split()):
            if name not in LEFT_OUT:
                rest = [Value("...", "any")] * 3
                self.functions.append(Function(name, rest, name.startswith(("io.", "coroutine.")), None))
        missing = self.objects - set(output(HOSTILE, "recipes").split())
        if missing:
            raise SystemExit(f"fuzz: recipes.lua has no recipe for {', '.join(sorted(missing))}")

    def _read(self, lines):
        shape, parameters, results, waits = None, [], [], False
        for line in lines:
            if line.startswith("---@class mix."):
                shape = line.removeprefix("---@class mix.").split()[0]
                self.shapes[shape] = []
            elif line.startswith("---@field "):
                name, text = line.removeprefix("---@field ").split(" ", 1)
                self.shapes[shape].append(Value(name, text))
            elif line.startswith("---@param "):
                name, text = line.removeprefix("---@param ").split(" ", 1)
                parameters.append(Value(name, text))
            elif line.startswith("---@return "):
                results.append(alternatives(split_type(line.removeprefix("---@return "))[0]))
            elif line.startswith("---Waits:"):
                waits = True
            elif found := FUNCTION.match(line):
                table, separator, name, _ = found.groups()
                kind = next((k.removeprefix("mix.") for k in results[0] if k.startswith("mix.")), None) \
                    if results else None
                owner = shape if separator == ":" else None
                # Functions that only specs have.
                if table == "test" or owner and owner.startswith("Test"):
                    parameters, results, waits = [], [], False
                    continue
                if owner:
                    self.objects.add(owner)
                path = name if owner else f"mix.{table}.{name}"
                self.functions.append(Function(path, parameters, waits, kind, owner))
                parameters, results, waits = [], [], False
