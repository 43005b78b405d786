"""Random programs: calls with arguments that are nearly right, extreme or hostile."""

import re

NUMBERS = [
    "0", "-0.0", "1", "-1", "2", "3", "0.5", "1.5", "100", "255", "256", "65536", "math.huge", "-math.huge",
    "0/0", "math.mininteger", "math.maxinteger", "math.maxinteger + 0.0", "math.mininteger + 0.0",
    "math.mininteger + 1", "math.maxinteger - 1", "2^53", "2^53 + 1", "-2^53", "2^31", "-2^31", "2^31 - 1",
    "2^32", "2^63", "2^64", "1e300", "-1e300", "1e18", "1e19", "5e-324", "1e9", "1e10", "-1e9", "1e15",
]
TEXTS = [
    '""', '"a"', '"abc"', '"\\0"', '"a\\0b"', '"\\xff\\0\\xfe"', '"caf\\xe9"', '"\\u{1f600}"', '"e\\u{301}"',
    '"-1"', '"0"', '"1e300"', '"9223372036854775808"', '"nan"', '"1e99d"', '"99999999999999999999s"', '"15m"',
    '"%s%n%99999d"', '"../../etc/passwd"', '"/dev/zero"', '"/dev/stdin"', '"sample.csv"', '"hostile.lua"', '"."',
    '"out.txt"', '"\\27[2J"', '"\\u{202e}x"', '"a\\nb\\r\\n"', '"<a>b</a>"', '"<![CDATA[x]]>"', '"<a><!--x"',
    '"<?xml version=\'1.0\'?><!DOCTYPE a [<!ENTITY b \'c\'>]><a>&b;</a>"', '"{\\"a\\":[1,2,{}]}"', '"[1e999]"',
    '"a,b\\n1,\\"2"', '"2026-11-21T10:00:00Z"', '"9999-99-99"', '"0000-00-00T00:00:00Z"', '"\\"\\\\\\""',
    '"%a+"', '"(((("', '"%b"', '"[]"', '"id"', '"-id"', '"title"', '"name"', '"2GB"', '"99999999999TB"',
    'h.base .. "/itunes/search?term=a"', 'h.base .. "/nothing"', '"https://example.com/"', '"http://[::1"',
    '"file:///etc/passwd"', '"data:,"', '"/path"', '"mix.http"', '"hostile"', '"match/tracks"',
    'h.v.huge()', 'h.v.long_word()', 'h.v.marks()', 'h.v.brackets()', 'h.v.tags()', 'h.v.all_bytes()',
]
TABLES = [
    "{}", "{1, 2, 3}", "{{}}", "{a = 1}", '{"a", "b"}', "{{id = 1}, {id = 2}}", "h.v.deep()", "h.v.cyclic()",
    "h.v.record_cycle()", "h.v.shared()", "h.v.shared_record()", "h.v.long_list()", "h.v.long_texts()",
    "h.v.records()", "h.v.mixed()", "h.v.sparse()", "h.v.odd_keys()", "h.v.erring()", "h.v.looping()",
    "h.v.yielding()", "h.v.lying()", "h.v.endless_index()", "h.v.array()", "mix", "string", "_G",
]
FUNCTIONS = ["h.f." + name for name in (
    "none same yes junk record list fail fail_bytes fail_table fail_nil nil_error loop nested_pcall recursion "
    "yield sleep many endless next_record next_text grow").split()] + [
    "print", "error", "pcall", "mix.task.sleep", "mix.http.get", "coroutine.yield", "setmetatable", "h.f.endless()"] + [
    f"h.f.gives({values})" for values in (
        "math.mininteger", "math.maxinteger", "0/0", "1e300", "-1e300", "1e19", '"\\xff"', "true, true", "{}, 0/0",
        "{{id = math.mininteger}}, true", '{status = "enriched", score = 0/0, fields = {title = "\\xff"}}',
        '{status = "uncertain", score = 1e300, candidates = {{}, 1}}', '{a = math.mininteger, b = 1e300}', "nil, 1")]
OTHERS = ["nil", "true", "false", "mix.json.null", "io.stdout", "h.v.coroutine()", "h.v.dead()", "h.v.failure()"]

POOLS = {"numbers": NUMBERS, "texts": TEXTS, "tables": TABLES, "functions": FUNCTIONS, "others": OTHERS}
SIMPLE = ["nil", "0", '""', "{}"]  # what the minimiser tries in place of an argument


class Table:
    """A table of fields: kept apart so that fields can be left out one by one."""

    def __init__(self, fields):
        self.fields = fields

    def __str__(self):
        return "{" + ", ".join(
            f"[{key!s}] = {value!s}" if key else str(value) for key, value in self.fields) + "}"


class Call:
    """One line of a program."""

    def __init__(self, slot, head, arguments):
        self.slot, self.head, self.arguments = slot, head, arguments

    def __str__(self):
        return f"h.{self.head[0]}(" + ", ".join([*self.head[1:], *map(str, self.arguments)]) + ")"


class Task:
    """A call as a function, for calls at the same time."""

    def __init__(self, call):
        self.call = call

    def __str__(self):
        return f"function() {self.call} end"


def quoted(text):
    return '"' + text + '"'


class Generator:
    def __init__(self, catalogue, random, without=None):
        """without: an expression; values that it finds are left out."""
        self.catalogue, self.random = catalogue, random
        self.slots = {}
        self.methods = [function for function in catalogue.functions if function.owner]
        self.pools = {name: [value for value in pool if not (without and re.search(without, value))]
                      for name, pool in POOLS.items()}

    def program(self, length):
        self.slots, lines = {}, []
        while len(lines) < length:
            lines += self.step()
        return lines

    def step(self):
        if self.random.random() < 0.1:
            return self.together()
        return self.single(self.random.choice(self.catalogue.functions))

    def together(self):
        """Calls at the same time, most of them of one object."""
        owner = self.random.choice(sorted(self.catalogue.objects))
        own = [function for function in self.catalogue.functions if function.owner == owner]
        if not own:
            return self.single(self.random.choice(self.catalogue.functions))
        lines, calls = [], []
        for _ in range(self.random.randint(2, 4)):
            *before, call = self.single(self.random.choice(own), pokes=False)
            lines += before
            calls.append(Task(call))
        return [*lines, Call(0, ["together"], calls)]

    def single(self, function, pokes=True):
        slot, lines = len(self.slots) + 1, []
        waits = "true" if function.waits or self.random.random() < 0.3 else "false"
        if function.owner:
            of = self.object(function.owner)
            if of is None:
                of = slot
                lines.append(self.made(of, function.owner))
                slot += 1
            head = ["method", str(slot), waits, str(of), quoted(function.owner), quoted(function.path)]
        else:
            head = ["call", str(slot), waits, quoted(function.path)]
        self.slots[slot] = function.result
        lines.append(Call(slot, head, self.arguments(function)))
        if pokes and self.random.random() < 0.05:
            lines.append(Call(0, ["poke", str(self.random.choice(list(self.slots)))], []))
        return lines

    def made(self, slot, owner):
        self.slots[slot] = owner
        return Call(slot, ["make", str(slot), quoted(owner)], [])

    def object(self, owner):
        of = [slot for slot, kind in self.slots.items() if kind == owner]
        return self.random.choice(of) if of and self.random.random() < 0.9 else None

    def arguments(self, function):
        # Mostly right with one or two wrong ones: a function that refuses its first argument shows nothing.
        wrong = self.random.choice([0, 0, 0.1, 0.3, 0.7])
        values = []
        for parameter in function.parameters:
            values.append(self.any() if self.random.random() < wrong else self.value(parameter))
        chance = self.random.random()
        if chance < 0.1 and values:
            values = values[:self.random.randrange(len(values))]
        elif chance > 0.95:
            values += [self.any() for _ in range(self.random.randint(1, 3))]
        return values

    def any(self):
        pool = self.random.choice([*POOLS, "numbers", "texts", None])
        if pool is None:
            return f"h.o({self.random.choice(list(self.slots) or [1])})"
        return self.random.choice(self.pools[pool])

    def value(self, wanted, depth=0):
        return self.typed(self.random.choice(wanted.types), wanted.words, depth)

    def typed(self, kind, words=(), depth=0):
        random, kind = self.random, kind.removesuffix("?")
        if kind.endswith("[]") and depth < 4:
            return Table([(None, self.typed(kind[:-2], words, depth + 1)) for _ in range(random.choice([0, 1, 2, 5]))])
        if kind == "string":
            return quoted(random.choice(words)) if words and random.random() < 0.6 else random.choice(self.pools["texts"])
        if kind in ("integer", "number"):
            return random.choice(self.pools["numbers"]) if random.random() < 0.7 else str(random.randint(-3, 30))
        if kind == "boolean":
            return random.choice(["true", "false"])
        if kind.startswith("fun(") or kind == "function":
            if self.methods and random.random() < 0.2:
                return self.again()
            return random.choice(self.pools["functions"])
        if kind.startswith('"') or kind in ("false", "true", "nil"):
            return kind
        if kind.startswith("mix."):
            return self.shaped(kind.removeprefix("mix."), depth)
        if kind.startswith("table") or kind.startswith("{"):
            return random.choice(self.pools["tables"]) if random.random() < 0.6 else self.table(kind, words, depth)
        return self.any()

    def again(self):
        """A function that calls a method, perhaps of the object that it is given to."""
        method = self.random.choice(self.methods)
        slots = [slot for slot, kind in self.slots.items() if kind == method.owner]
        slot = self.random.choice([*slots, len(self.slots) + 1])
        arguments = "".join(f", {self.any()}" for _ in method.parameters)
        return f"h.f.again({slot}, {quoted(method.path)}{arguments})"

    def table(self, kind, words, depth):
        if depth > 3:
            return "{}"
        fields = [(quoted(word), self.any()) for word in words[:3]]
        for _ in range(self.random.choice([0, 1, 3])):
            key = self.random.choice([None, *(['"a"', '"id"', '"title"', '"\\xff"'])])
            fields.append((key, self.any()))
        return Table(fields)

    def shaped(self, name, depth):
        if name in self.catalogue.objects:
            of = self.object(name)
            return f"h.o({of})" if of else f"h.recipes.{name}()"
        fields = self.catalogue.shapes.get(name)
        if not fields or depth > 3:
            return "{}"
        chance = self.random.choice([0.15, 0.5, 0.9])
        return Table([
            (field.name.strip("[]") if field.name.startswith("[") else quoted(field.name),
             self.any() if self.random.random() < 0.15 else self.value(field, depth + 1))
            for field in fields if self.random.random() < chance])
