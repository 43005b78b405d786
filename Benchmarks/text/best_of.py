"""As best_of.lua, with RapidFuzz's process.extractOne on a list of str: best_of.py FILE SCORER."""

import json
import math
import sys
import time

from rapidfuzz import process
from scorers import SCORERS

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
titles = document["titles"]
scorer, scale = SCORERS[sys.argv[2]]

total, scores, places = 0, [], []
for query in document["queries"]:
    best = math.inf
    for _ in range(3):
        start = time.perf_counter()
        _, score, place = process.extractOne(query, titles, scorer=scorer)
        best = min(best, time.perf_counter() - start)
    total += best
    scores.append(score / scale)
    places.append(place + 1)
print(json.dumps({"ms": total * 1000 / len(scores), "scores": scores, "places": places}))
