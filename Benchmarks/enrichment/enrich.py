"""`enrich.py URL FILE CONCURRENCY DATABASE`: the same with aiohttp, rapidfuzz and sqlite3."""

import asyncio
import json
import sqlite3
import sys
import time

import aiohttp
from rapidfuzz import fuzz, process

url, path, concurrency, database = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
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


async def fetch(session, address):
    row = store.execute(
        "SELECT body FROM answers WHERE url = ? AND expires > ?", (address, time.time())).fetchone()
    if row:
        return row[0]
    async with session.get(address) as response:
        assert response.status == 200
        body = await response.read()
    answers.append((address, time.time() + 86400, body))
    return body


async def enrich(session, title):
    body = await fetch(session, f"{url}?term={title.replace(' ', '+')}")
    results = json.loads(body)["results"]
    _, score, place = process.extractOne(
        title, [result["trackName"] for result in results], scorer=fuzz.ratio)
    best = results[place]
    songs.append((title, json.dumps({
        "id": best["trackId"], "artist": best["artistName"], "title": best["trackName"], "score": score})))
    if len(songs) >= BATCH:
        flush()
    return place + 1, score / 100


async def main():
    queue = iter(titles)
    places, scores = 0, 0.0

    async def work(session):
        nonlocal places, scores
        for title in queue:
            place, score = await enrich(session, title)
            places += place
            scores += score

    async with aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=concurrency), cookie_jar=aiohttp.DummyCookieJar()) as session:
        start = time.perf_counter()
        await asyncio.gather(*(work(session) for _ in range(concurrency)))
        flush()
        print(f"{len(titles) / (time.perf_counter() - start):.1f} {places} {scores:.6f}")


asyncio.run(main())
