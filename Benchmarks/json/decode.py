"""MB/s of decoding a file into Python objects, and of encoding: decode.py MODULE FILE."""

import importlib
import statistics
import sys
import time

module = importlib.import_module(sys.argv[1])
with open(sys.argv[2], "rb") as file:
    text = file.read()


def rate(work):
    times = []
    for _ in range(40):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return len(text) / statistics.median(times) / 1e6


value = module.loads(text)
print(f"{rate(lambda: module.loads(text)):.1f} {rate(lambda: module.dumps(value)):.1f}")
