#!/usr/bin/env python3
"""Prints Tests/Fixtures/text/scores.json: pairs of texts with the scores that CPython's difflib and
RapidFuzz give them.

usage: python3 -m venv V && V/bin/pip install rapidfuzz && V/bin/python tools/generate-text-fixtures.py

Each row is [a, b, scores in the order of `scorers`]; scores of RapidFuzz's `fuzz` are divided by 100.
"""

import json
import random
from difflib import SequenceMatcher

import rapidfuzz
from rapidfuzz import fuzz
from rapidfuzz.distance import OSA, JaroWinkler, Levenshtein

SCORERS = {
    "ratio": lambda a, b: fuzz.ratio(a, b) / 100,
    "partial_ratio": lambda a, b: fuzz.partial_ratio(a, b) / 100,
    "token_sort_ratio": lambda a, b: fuzz.token_sort_ratio(a, b) / 100,
    "token_set_ratio": lambda a, b: fuzz.token_set_ratio(a, b) / 100,
    "wratio": lambda a, b: fuzz.WRatio(a, b) / 100,
    "jaro_winkler": JaroWinkler.similarity,
    "levenshtein_ratio": Levenshtein.normalized_similarity,
    "damerau_ratio": OSA.normalized_similarity,
    "difflib_ratio": lambda a, b: SequenceMatcher(None, a, b).ratio(),
    "levenshtein": Levenshtein.distance,
    "damerau": OSA.distance,
}

FIXED = [
    ("", ""), ("a", ""), ("", "b"), ("a", "a"), ("a", "b"), ("ab", "ba"), (" ", "   "), (" ", "a"),
    ("\t\n", " "), ("this is a test", "this is a test!"), ("a certain string", "cetain"),
    ("new york mets", "new york mets vs atlanta braves"),
    ("fuzzy was a bear", "fuzzy fuzzy was a bear"), ("hello world", "world"),
    ("Blinding Lights", "The Weeknd - Blinding Lights (Official Audio) [Explicit] 2019 Remaster"),
    ("夜明けの歌", "夜明けの唄"), ("белый снег", "снегопад белый"), ("Beyoncé", "Beyonce"),
    ("naïve café", "naive cafe\u0301"), ("👩‍🚀 space", "🚀 space"), ("𝄞 music", "music 𝄞"),
    ("a\u00a0b\u3000c\u2028d", "d c b a"), ("x\x1cy\x1fz", "z y x"), ("a a a b", "b a"),
    ("ca", "abc"), ("martha", "marhta"), ("dwayne", "duane"), ("dixon", "dicksonx"),
    ("abcd efgh", "efgh abcd ijkl mnop"), ("aaaa", "aa aa"), ("\x00a\x00", "a\x00"),
]


def edit(rng, text, edits, alphabet):
    """The text with some insertions, deletions, substitutions and swaps."""
    letters = list(text)
    for _ in range(edits):
        place = rng.randrange(len(letters) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            letters.insert(place, rng.choice(alphabet))
        elif kind == 1 and letters:
            del letters[min(place, len(letters) - 1)]
        elif kind == 2 and letters:
            letters[min(place, len(letters) - 1)] = rng.choice(alphabet)
        elif kind == 3 and len(letters) > 1:
            place = min(place, len(letters) - 2)
            letters[place:place + 2] = letters[place + 1], letters[place]
    return "".join(letters)


def pairs():
    """Fixed pairs, then random ones around the borders of words of 64 bits and of autojunk."""
    rng = random.Random(20)
    yield from FIXED
    alphabets = ["ab ", "abcdefghij  ", "etaoinshrdlu    ", "абвгдежз  ", "aé中🎵b "]
    for length in [3, 8, 20, 40, 62, 63, 64, 65, 66, 100, 127, 128, 129, 199, 200, 201, 260, 330]:
        for alphabet in alphabets:
            a = "".join(rng.choice(alphabet) for _ in range(length))
            yield a, edit(rng, a, 1 + length // 6, alphabet)
            other = "".join(rng.choice(alphabet) for _ in range(rng.randrange(1, 2 * length)))
            yield (a, other) if rng.random() < 0.5 else (other, a)
        words = "".join(rng.choice("etaoinshrdlu    ") for _ in range(length)).split()
        shuffled = words + words[:2]
        rng.shuffle(shuffled)
        yield " ".join(words), edit(rng, " ".join(shuffled), 2, "etao ")
    # Popular scalars: autojunk leaves them out of the longer text, from 200 scalars on.
    for length in [199, 200, 201, 300, 450]:
        for rare in ["", "xyzqw", "xyzqwkvj"]:
            letters = "ab" + rare * 2
            a = "".join(rng.choice(letters) for _ in range(length // 2))
            yield a, edit(rng, a, 10, letters) + "".join(rng.choice(letters) for _ in range(length))
            b = "".join(rng.choice(letters) for _ in range(length))
            yield b, a
    # A needle at the start, in the middle and at the end of a longer text, around the borders of a word.
    for length in [1, 2, 9, 31, 32, 33, 63, 64, 65]:
        for alphabet in alphabets:
            needle = "".join(rng.choice(alphabet) for _ in range(length))
            other = "".join(rng.choice(alphabet) for _ in range(2 * length + 5))
            for before in [0, length // 2, len(other)]:
                yield needle, other[:before] + edit(rng, needle, 1 + length // 8, alphabet) + other[before:]
            # Cut off by the start or the end.
            yield needle, needle[length // 3:] + other
            yield other + needle[:2 * length // 3], needle


rows = [[a, b, [score(a, b) for score in SCORERS.values()]] for a, b in pairs()]
print('{"made_with": "CPython difflib, RapidFuzz %s; tools/generate-text-fixtures.py",'
      % rapidfuzz.__version__)
print('"scorers": %s,\n"rows": [' % json.dumps(list(SCORERS)))
print(",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]}")
