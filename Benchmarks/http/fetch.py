"""`fetch.py aiohttp|requests|httpx URL REQUESTS CONCURRENCY [CERTIFICATES|-]`: what fetch.lua does, in Python."""

import concurrent.futures
import sys
import time

import clients

library, url, requests, concurrency = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
ca = sys.argv[5] if len(sys.argv) > 5 and sys.argv[5] != "-" else None
numbers = iter(range(requests))


def check(body):
    assert len(body) >= 2000


async def work(get):
    for number in numbers:
        check(await get(f"{url}?{number}"))


def fetch(get, number):
    check(get(f"{url}?{number}"))


if library == "requests":
    with concurrent.futures.ThreadPoolExecutor(concurrency) as pool:
        get = clients.threaded(ca)
        start, start_cpu = time.perf_counter(), time.process_time()
        for _ in pool.map(lambda number: fetch(get, number), numbers):
            pass
        wall, cpu = time.perf_counter() - start, time.process_time() - start_cpu
else:
    wall, cpu = clients.run(library, concurrency, work, ca)
print(f"{requests / wall:.1f} {cpu * 1e6 / requests:.2f}")
