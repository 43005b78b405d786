#!/usr/bin/env python3
"""Prints the entries of Sources/Match/Fold/FoldData.swift.

Run it with a Python whose unicodedata is Unicode 14.0 (3.11), so that a run changes nothing; the rules
are those that TextFold states.
"""

import unicodedata as U, sys

TR = {
    "ß": "ss",
    "ẞ": "ss",
    "æ": "ae",
    "Æ": "ae",
    "œ": "oe",
    "Œ": "oe",
    "ø": "o",
    "Ø": "o",
    "ł": "l",
    "Ł": "l",
    "đ": "d",
    "Đ": "d",
    "ð": "d",
    "Ð": "d",
    "þ": "th",
    "Þ": "th",
    "ı": "i",
    "ħ": "h",
    "Ħ": "h",
    "ŧ": "t",
    "Ŧ": "t",
    "ŋ": "n",
    "Ŋ": "n",
    "ĸ": "k",
    "ƒ": "f",
    "ɓ": "b",
    "ɗ": "d",
    "ƙ": "k",
    "ơ": "o",
    "ə": "e",
    "Ə": "e",
    "ǝ": "e",
    "‘": "'",
    "’": "'",
    "‚": "'",
    "‛": "'",
    "′": "'",
    "ʼ": "'",
    "ʹ": "'",
    "ʻ": "'",
    "ʽ": "'",
    "\u1ffd": "'",
    "´": "'",
    "＇": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "‟": '"',
    "«": '"',
    "»": '"',
    "″": '"',
    "‹": "'",
    "›": "'",
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "–": "-",
    "—": "-",
    "―": "-",
    "−": "-",
    "﹘": "-",
    "﹣": "-",
    "－": "-",
    "⁄": "/",
    "·": "·",
}
DROP = set("™℠©®") | {chr(c) for c in (0xAD,)}
KEEP = {0x3099, 0x309A}


def removed(c):
    if ord(c) in KEEP:
        return False
    cat = U.category(c)
    if cat in ("Cf", "Me"):
        return True
    if 0xFE00 <= ord(c) <= 0xFE0F or 0xE0100 <= ord(c) <= 0xE01EF or ord(c) == 0x34F:
        return True
    cc = U.combining(c)
    return cat == "Mn" and cc >= 10 and not 84 <= cc <= 132


def nfkd_keep(c):
    o = ord(c)
    if 0xAC00 <= o <= 0xD7A3:
        return c
    d = U.normalize("NFKD", c)
    return d


def fold1(c):
    if c in DROP:
        return ""
    if c in TR:
        return TR[c]
    if removed(c):
        return ""
    d = nfkd_keep(c)
    d = "".join(TR.get(x, x) for x in d if not removed(x))
    d = nn(d.casefold())
    out = ""
    for x in d:
        if x in TR:
            out += TR[x]
        elif removed(x):
            continue
        else:
            out += x
    return (
        U.normalize("NFC", out)
        if any(
            0x3040 <= ord(x) <= 0x30FF or 0x1100 <= ord(x) <= 0x11FF or 0xAC00 <= ord(x) <= 0xD7A3
            for x in out
        )
        else out
    )


def nn(s):
    return "".join(U.normalize("NFKD", x) if not 0xAC00 <= ord(x) <= 0xD7A3 else x for x in s)


m = {}
for o in range(0x80, 0x110000):
    if 0xD800 <= o <= 0xDFFF:
        continue
    c = chr(o)
    if U.category(c) in ("Cn", "Co"):
        continue
    if U.category(c) == "Cc":
        continue
    if U.category(c) in ("Zs", "Zl", "Zp"):
        m[o] = " "
        continue
    f = fold1(c)
    if f != c:
        m[o] = f
# idempotence closure
for o, f in m.items():
    g = "".join(m.get(ord(x), x) for x in f)
    assert g == f or U.normalize("NFC", g) == f, (hex(o), f, g)
items = sorted(m.items())
print(len(items), file=sys.stderr)


def b36(n):
    s = ""
    while True:
        s = "0123456789abcdefghijklmnopqrstuvwxyz"[n % 36] + s
        n //= 36
        if n == 0:
            return s


# runs: kinds: '+' same shift (single target), '-' removal, '=' same targets const
toks = []
prev = 0x80
i = 0
while i < len(items):
    o, f = items[i]
    j = i + 1

    def t(k):
        return items[k][1]

    if len(f) == 1:
        # stride 1 linear
        while (
            j < len(items)
            and items[j][0] == o + j - i
            and len(t(j)) == 1
            and ord(t(j)) == ord(f) + j - i
        ):
            j += 1
        n = j - i
        # stride 2 (Aa Bb): source o, o+2.. target o+1,o+3
        k = i + 1
        while (
            k < len(items)
            and items[k][0] == o + 2 * (k - i)
            and len(t(k)) == 1
            and ord(t(k)) == ord(f) + 2 * (k - i)
        ):
            k += 1
        if k - i > n and k - i > 2:
            toks.append(f"{b36(o-prev)}:{b36(k-i)}={b36(ord(f))}")
            prev = items[k - 1][0]
            i = k
            continue
        # constant
        k = i + 1
        while k < len(items) and items[k][0] == o + k - i and t(k) == f:
            k += 1
        if k - i > n and k - i > 2:
            toks.append(f"{b36(o-prev)}*{b36(k-i)}={b36(ord(f))}")
            prev = items[k - 1][0]
            i = k
            continue
        toks.append(f"{b36(o-prev)}" + (f"+{b36(n)}" if n > 1 else "") + f"={b36(ord(f))}")
        prev = items[j - 1][0]
        i = j
    else:
        while j < len(items) and items[j][0] == o + j - i and t(j) == f:
            j += 1
        n = j - i
        toks.append(
            f"{b36(o-prev)}"
            + (f"*{b36(n)}" if n > 1 else "")
            + "="
            + ".".join(b36(ord(x)) for x in f)
        )
        prev = items[j - 1][0]
        i = j
print(len(toks), sum(len(x) + 1 for x in toks), U.unidata_version, file=sys.stderr)
lines = []
cur = ""
for x in toks:
    if len(cur) + 1 + len(x) > 94:
        lines.append(cur)
        cur = x
    else:
        cur = (cur + " " + x).strip()
lines.append(cur)
print("\n".join(lines))
