"""Titles of real lengths and the queries of the benchmark, made of letters as English has them.

titles.py FILE writes {"titles": [...], "queries": [...]} as JSON: 100,000 titles whose number of words
and length of words follow those of songs and books (22 characters on average, some with accents, some
in Cyrillic or CJK), and queries that are titles with mistakes, a cut title, and texts that are in no
title.
"""

import json
import random
import sys

COUNT = 100_000
rng = random.Random(17)
LETTERS = "eeeeeeeeeeeettttttttaaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddllllccuuummmwwffggyyppbbvk"


def word(letters=LETTERS):
    length = min(13, max(1, round(rng.gauss(5, 2))))
    return "".join(rng.choice(letters) for _ in range(length)).capitalize()


words = [word() for _ in range(12_000)] + [
    word(LETTERS.replace("h", "é").replace("w", "ö")) for _ in range(300)]
other_words = [word("оеаинтсрвлкмдпуяыь") for _ in range(300)] + [
    "".join(rng.choice("夜明歌空花雨君愛夢星月海") for _ in range(3)) for _ in range(300)]
weights = [1 / (place + 10) for place in range(len(words))]  # few words are in many titles


def title():
    count = rng.choice([1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 8, 11])
    if rng.random() < 0.02:
        return " ".join(rng.choices(other_words, k=min(count, 4)))
    text = " ".join(rng.choices(words, weights, k=count))
    return text + rng.choice(["", "", "", "", "", " (Live)", " - Remastered 2011", " (feat. %s)" % word()])


def misspelt(text, mistakes):
    letters = list(text)
    for _ in range(mistakes):
        place = rng.randrange(len(letters))
        if rng.random() < 0.5:
            letters[place] = rng.choice(LETTERS)
        elif len(letters) > 2:
            del letters[place]
    return "".join(letters)


titles = [title() for _ in range(COUNT)]
long = [text for text in titles if 12 <= len(text) <= 45]
queries = [misspelt(rng.choice(long), mistakes) for mistakes in (1, 2, 3, 4, 5, 6, 8, 10)]
queries += [" ".join(word() for _ in range(count)) for count in (2, 3, 4, 5)]
with open(sys.argv[1], "w", encoding="utf-8") as file:
    json.dump({"titles": titles, "queries": queries}, file, ensure_ascii=False)
