"""`huey_peer.py FILE ITEMS`: huey's SQLite queue: items in and out a second, one at a time, which is all it offers."""

import logging
import sys
import time

from huey import SqliteHuey

logging.getLogger("huey").setLevel(logging.ERROR)
path, items = sys.argv[1], int(sys.argv[2])
huey = SqliteHuey(filename=path, fsync=True)


@huey.task()
def work(item):
    return None


start = time.perf_counter()
for item in range(items):
    work(item)
enqueued = items / (time.perf_counter() - start)
start = time.perf_counter()
for _ in range(items):
    huey.execute(huey.dequeue())
print(f"{enqueued:.1f} {items / (time.perf_counter() - start):.1f}")
