"""`peers.py dict|diskcache|requests-cache put|get FOLDER ENTRIES [URL]`: what cache.lua does. Prints a rate."""

import os
import sys
import time

library, what, folder, entries = *sys.argv[1:4], int(sys.argv[4])
url = sys.argv[5] if len(sys.argv) > 5 else None
value = b"a" * 2048
# The order of cache.lua.
order, place = [], 0
for _ in range(entries):
    place = (place + 7919) % entries
    order.append(f"key {place + 1}")


def use_dict():
    kept = {f"key {i}": value for i in range(1000)}
    keys = list(kept)

    def get():
        for i in range(entries):
            kept.get(keys[i % 1000])
    return get


def use_diskcache():
    import diskcache
    cache = diskcache.Cache(os.path.join(folder, "diskcache"))

    def put():
        for key in order:
            cache.set(key, value)

    def get():
        for key in order:
            assert len(cache.get(key)) == 2048
    return put if what == "put" else get


def use_requests_cache():
    import requests_cache
    session = requests_cache.CachedSession(
        os.path.join(folder, "answers"), backend="sqlite", expire_after=3600, wal=True)

    def get():
        for i in range(entries):
            assert len(session.get(f"{url}?{i}").content) >= 2000
    return get


work = {"dict": use_dict, "diskcache": use_diskcache, "requests-cache": use_requests_cache}[library]()
start = time.perf_counter()
work()
print(f"{entries / (time.perf_counter() - start):.1f}")
