"""`enrich.py URL FILE CONCURRENCY DATABASE`: the same with aiohttp, rapidfuzz and sqlite3."""

import asyncio
import json
import sqlite3
import sys
import time

import aiohttp
from rapidfuzz import fuzz, process

url, path, concurrency, database = *sys.argv[1:3], int(sys.argv[3]), sys.argv[4]
with open(path, encoding="utf-8") as file:
    titles = file.read().splitlines()

store = sqlite3.connect(database, isolation_level=None)
store.executescript(
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
    "CREATE TABLE IF NOT EXISTS answers (url TEXT PRIMARY KEY, expires REAL, body BLOB);"
    "CREATE TABLE IF NOT EXISTS songs (title TEXT PRIMARY KEY, song TEXT)")
BATCH = 64
answers, songs = [], []


def flush():
    store.execute("BEGIN")
    store.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", answers)
    store.executemany("INSERT OR REPLACE INTO songs VALUES (?, ?)", songs)
    store.execute("COMMIT")
    answers.clear()
    songs.clear()


def likeliest(title, body):
    """Stores the likeliest result; its place and similarity."""
    results = json.loads(body)["results"]
    _, score, place = process.extractOne(
        title, [result["trackName"] for result in results], scorer=fuzz.ratio)
    best = results[place]
    songs.append((title, json.dumps({
        "id": best["trackId"], "artist": best["artistName"], "title": best["trackName"], "score": score})))
    if len(songs) >= BATCH:
        flush()
    return place + 1, score / 100


found = []
queue = iter(titles)


async def work(session):
    for title in queue:
        address = f"{url}?term={title.replace(' ', '+')}"
        row = store.execute(
            "SELECT body FROM answers WHERE url = ? AND expires > ?", (address, time.time())).fetchone()
        if row:
            body = row[0]
        else:
            async with session.get(address) as answer:
                assert answer.status == 200
                body = await answer.read()
            answers.append((address, time.time() + 86400, body))
        found.append(likeliest(title, body))


async def main():
    connector = aiohttp.TCPConnector(limit=concurrency)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:
        start = time.perf_counter()
        await asyncio.gather(*(work(session) for _ in range(concurrency)))
        flush()
        return time.perf_counter() - start


wall = asyncio.run(main())
print(f"{len(titles) / wall:.1f} {sum(place for place, _ in found)} {sum(score for _, score in found):.6f}")
