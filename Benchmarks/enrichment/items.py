"""`items.py FOLDER [ITEMS]`: writes titles.txt, a title a line, and answer.json, what every search is answered
with: ten songs in the shape of an iTunes search, 3 KB."""

import json
import os
import random
import sys

WORDS = ("autumn river golden silent midnight paper stone garden winter velvet broken summer northern "
         "hollow electric distant crimson little open wild lost harbour mirror thunder feather").split()

folder, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
source = random.Random(7)


def title():
    return " ".join(source.choice(WORDS) for _ in range(source.randint(2, 5))).title()


songs = []
for number in range(10):
    name = title()
    songs.append({
        "wrapperType": "track", "kind": "song", "artistId": 200000 + number, "trackId": 1400000000 + number,
        "artistName": f"Artist {number}", "trackName": name, "collectionName": f"{name} (Deluxe)",
        "trackPrice": 1.29, "releaseDate": "2019-11-29T12:00:00Z", "trackNumber": number + 1,
        "trackTimeMillis": 180000 + number * 37, "country": "USA", "isStreamable": True,
    })
os.makedirs(folder, exist_ok=True)
with open(os.path.join(folder, "answer.json"), "w", encoding="utf-8") as file:
    json.dump({"resultCount": len(songs), "results": songs}, file, separators=(",", ":"))
with open(os.path.join(folder, "titles.txt"), "w", encoding="utf-8") as file:
    for number in range(count):
        print(title(), number, file=file)
