"""As matrix.lua, with RapidFuzz's process.cdist on one thread: matrix.py FILE SCORER [lists]. `lists`: the array is turned
into lists of Python's numbers, which a script reads as it reads mixhost's tables."""

import json
import math
import sys
import time

import numpy
from rapidfuzz import process
from scorers import SCORERS

with open(sys.argv[1], encoding="utf-8") as file:
    titles = json.load(file)["titles"]
queries, others = titles[:300], titles[5000:8000]
scorer, scale = SCORERS[sys.argv[2]]
as_lists = sys.argv[3:] == ["lists"]

best = math.inf
for _ in range(3):
    rows = None
    start = time.perf_counter()
    rows = process.cdist(queries, others, scorer=scorer, workers=1)
    if as_lists:
        rows = rows.tolist()
    best = min(best, time.perf_counter() - start)
# The table that was timed has 32-bit numbers.
exact = [
    float(process.cdist([query], [others[i * 7 % len(others)]], scorer=scorer, dtype=numpy.float64)[0][0])
    for i, query in enumerate(queries, 1)
]
print(json.dumps({
    "ms": best * 1e9 / len(queries) / len(others),
    "scores": [score / scale for score in exact], "places": []}))
