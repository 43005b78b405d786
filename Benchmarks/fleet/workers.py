"""What workers on one PostgreSQL do together: workers.py MIXHOST [COST.json].

Prints how four workers compare with one when the service takes 20 ms to answer, a worker's memory, and what
an item costs; with COST.json the latter is written there. Each worker has few items in hand at once, so that it
waits for the service most of the time, as with a real one. Ends with 1 below a target.
"""
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools/fleet"))
from measured import Fleet  # noqa: E402

SECONDS = 15
CONCURRENCY = 2
LATENCY = 0.02


def main():
    with tempfile.TemporaryDirectory() as name:
        fleet = Fleet(sys.argv[1], pathlib.Path(name), LATENCY)
        try:
            # The items left after the rates are enough for a cost in which starts do not count.
            fleet.fill(6_000)
            one = fleet.rate(1, CONCURRENCY, SECONDS)
            four = fleet.rate(4, CONCURRENCY, SECONDS)
            cost = fleet.cost(CONCURRENCY)
        finally:
            fleet.end()
    factor = four.items / one.items
    memory = max(one.memory, four.memory)
    print(f"  1 worker, 20 ms an answer           {one.items:.1f} items/s")
    print(f"  4 workers                           {four.items:.1f} items/s, {factor:.2f} times   target 3.2")
    print(f"  memory of a worker, at most         {memory:.0f} MB   target 60")
    print(f"  an item: {cost.text()}")
    if len(sys.argv) > 2:
        pathlib.Path(sys.argv[2]).write_text(json.dumps(vars(cost)))
    if factor < 3.2 or memory >= 60:
        print("  below target")
        sys.exit(1)


main()
