#!/usr/bin/env python3
"""Prints the entries of Sources/Match/Fold/FoldData.swift, whose form that file describes.

Run it with a Python whose unicodedata is Unicode 14.0 (3.11), so that a run changes nothing; the rules
are those that TextFold states.
"""

import sys
import textwrap
import unicodedata

# Letters that do not decompose, quotation marks and dashes, by what they become.
SPELLED = {letter: text for text, letters in {
    "ss": "ßẞ", "ae": "æÆ", "oe": "œŒ", "o": "øØơ", "l": "łŁ", "d": "đĐðÐɗ", "th": "þÞ", "i": "ı", "h": "ħĦ",
    "t": "ŧŦ", "n": "ŋŊ", "k": "ĸƙ", "f": "ƒ", "b": "ɓ", "e": "əƏǝ", "'": "‘’‚‛′ʼʹʻʽ\u1ffd´＇‹›",
    '"': "“”„‟«»″", "-": "‐‑‒–—―−﹘﹣－", "/": "⁄", "·": "·", "": "™℠©®\xad"}.items() for letter in letters}


def is_removed(c):
    """Whether a mark or an invisible scalar goes; voiced sound marks and vowel signs stay."""
    if c in "\u3099\u309a":
        return False
    if "\ufe00" <= c <= "\ufe0f" or "\U000e0100" <= c <= "\U000e01ef":
        return True
    if unicodedata.category(c) in ("Cf", "Me") or c == "\u034f":
        return True
    order = unicodedata.combining(c)
    return unicodedata.category(c) == "Mn" and order >= 10 and not 84 <= order <= 132


def decomposed(text):
    """Compatibility decomposition, without Hangul syllables."""
    return "".join(c if "가" <= c <= "힣" else unicodedata.normalize("NFKD", c) for c in text)


def spelled(text):
    return "".join(SPELLED.get(c, "" if is_removed(c) else c) for c in text)


def folded(c):
    """The folded form of a scalar."""
    if c in SPELLED:
        return SPELLED[c]
    text = spelled(decomposed(spelled(decomposed(c) if not is_removed(c) else "").casefold()))
    is_composed = any("\u3040" <= x <= "\u30ff" or "\u1100" <= x <= "\u11ff" or "가" <= x <= "힣" for x in text)
    return unicodedata.normalize("NFC", text) if is_composed else text


def base36(number):
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def run(items, first, step, grows):
    """How many items from `first` on are `step` apart, with targets that are equal or grow as much."""
    scalar, text = items[first]
    count = 1
    while first + count < len(items):
        move = step * count
        wanted = chr(ord(text) + move) if grows else text
        if items[first + count] != (scalar + move, wanted):
            break
        count += 1
    return count


def entries(items):
    """The entries, with the longest run at each place."""
    before, place = 0x80, 0
    while place < len(items):
        scalar, text = items[place]
        kind, step, count = "*", 1, run(items, place, 1, False)
        if len(text) == 1:
            kind, count = "+", run(items, place, 1, True)
            for other, apart, grows in ((":", 2, True), ("*", 1, False)):
                length = run(items, place, apart, grows)
                if length > max(count, 2):
                    kind, step, count = other, apart, length
        length = kind + base36(count) if count > 1 else ""
        yield f"{base36(scalar - before)}{length}=" + ".".join(base36(ord(c)) for c in text)
        before, place = scalar + step * (count - 1), place + count


table = {}
for scalar in range(0x80, 0x110000):
    category = unicodedata.category(chr(scalar))
    if category in ("Zs", "Zl", "Zp"):
        table[scalar] = " "
    elif category not in ("Cn", "Co", "Cc", "Cs") and folded(chr(scalar)) != chr(scalar):
        table[scalar] = folded(chr(scalar))
for scalar, text in table.items():
    again = "".join(table.get(ord(c), c) for c in text)
    assert text in (again, unicodedata.normalize("NFC", again)), (hex(scalar), text, again)
print(len(table), "scalars, Unicode", unicodedata.unidata_version, file=sys.stderr)
print(textwrap.fill(" ".join(entries(sorted(table.items()))), 94, break_long_words=False, break_on_hyphens=False))
