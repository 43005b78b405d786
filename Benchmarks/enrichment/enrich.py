"""`enrich.py aiohttp|requests|httpx URL FILE CONCURRENCY DATABASE`: the same with rapidfuzz, sqlite3 and a library."""

import concurrent.futures
import json
import sqlite3
import sys
import threading
import time

import clients
from rapidfuzz import fuzz, process

library, url, path, concurrency, database = *sys.argv[1:4], int(sys.argv[4]), sys.argv[5]
with open(path, encoding="utf-8") as file:
    titles = file.read().splitlines()

store = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
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


def address_of(title):
    return f"{url}?term={title.replace(' ', '+')}"


def kept(address):
    row = store.execute(
        "SELECT body FROM answers WHERE url = ? AND expires > ?", (address, time.time())).fetchone()
    return row and row[0]


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


async def work(get):
    for title in queue:
        address = address_of(title)
        body = kept(address)
        if body is None:
            body = await get(address)
            answers.append((address, time.time() + 86400, body))
        found.append(likeliest(title, body))


def in_threads():
    """requests waits in threads, which take turns at the store."""
    turn = threading.Lock()
    get = clients.threaded()

    def enrich(title):
        address = address_of(title)
        with turn:
            body = kept(address)
        fresh = get(address) if body is None else None
        with turn:
            if fresh is not None:
                answers.append((address, time.time() + 86400, fresh))
            found.append(likeliest(title, fresh or body))

    with concurrent.futures.ThreadPoolExecutor(concurrency) as pool:
        start = time.perf_counter()
        for _ in pool.map(enrich, titles):
            pass
        return time.perf_counter() - start


wall = in_threads() if library == "requests" else clients.run(library, concurrency, work)[0]
start = time.perf_counter()
flush()
wall += time.perf_counter() - start
print(f"{len(titles) / wall:.1f} {sum(place for place, _ in found)} {sum(score for _, score in found):.6f}")
