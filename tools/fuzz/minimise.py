"""Makes a failing program small: fewer calls, then fewer and simpler arguments."""

import copy
import time

from generator import SIMPLE, Table


def minimise(lines, fails, seconds=40):
    """The smallest program found; `fails` says whether one still fails in the same way.

    seconds: for how long smaller programs are tried.
    """
    end = time.monotonic() + seconds

    def still(candidate):
        return bool(candidate) and time.monotonic() < end and fails(candidate)

    lines = _fewer(lines, still)
    for place in range(len(lines)):
        lines = _simpler(lines, place, still)
    return lines


def _fewer(items, still):
    size = max(1, len(items) // 2)
    while size >= 1:
        place = 0
        while place < len(items):
            candidate = items[:place] + items[place + size:]
            if still(candidate):
                items = candidate
            else:
                place += size
        size //= 2
    return items


def _simpler(lines, place, still):
    def attempt(change):
        nonlocal lines
        candidate = copy.deepcopy(lines)
        change(candidate[place].arguments)
        if still(candidate):
            lines = candidate
            return True
        return False

    while lines[place].arguments and attempt(lambda arguments: arguments.pop()):
        pass
    for index in range(len(lines[place].arguments)):
        for simple in SIMPLE:
            if str(lines[place].arguments[index]) == simple:
                break
            if attempt(lambda arguments: arguments.__setitem__(index, simple)):
                break
        else:
            if isinstance(lines[place].arguments[index], Table):
                _fields(lambda: lines[place].arguments[index], index, attempt)
    return lines


def _fields(table, index, attempt):
    field = 0
    while field < len(table().fields):
        if not attempt(lambda arguments: arguments[index].fields.pop(field)):
            inner = table().fields[field][1]
            for simple in SIMPLE[1:]:
                if str(inner) != simple and attempt(
                        lambda arguments: arguments[index].fields.__setitem__(
                            field, (arguments[index].fields[field][0], simple))):
                    break
            field += 1
