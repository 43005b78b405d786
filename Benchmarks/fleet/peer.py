"""pgqueuer on the same server: the same number of items, claimed and completed on one connection.

    peer.py HOST PORT ITEMS
"""
import asyncio
import datetime
import sys
import time
import uuid

import asyncpg
from pgqueuer import queries
from pgqueuer.db import AsyncpgDriver
from pgqueuer.queries import EntrypointExecutionParameter


async def main():
    host, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    connection = await asyncpg.connect(host=host, port=port, user="postgres", database="peer")
    queue = queries.Queries(AsyncpgDriver(connection))
    await queue.install()
    begin = time.monotonic()
    for start in range(0, count, 10_000):
        size = min(10_000, count - start)
        await queue.enqueue(["bench"] * size, [b"1"] * size, [0] * size)
    print(f"  pgqueuer enqueue                    {int(count / (time.monotonic() - begin))} items/s")
    limits = {"bench": EntrypointExecutionParameter(concurrency_limit=0)}
    for batch in (50, 500):
        left, begin = count // 2, time.monotonic()
        done = 0
        while done < left:
            jobs = await queue.dequeue(
                batch, limits, uuid.uuid4(), None, datetime.timedelta(seconds=60))
            if not jobs:
                break
            await queue.log_jobs([(job, "successful", None) for job in jobs])
            done += len(jobs)
        rate = int(done / (time.monotonic() - begin))
        print(f"  pgqueuer claim + complete, {batch:<4}      {rate} items/s")


asyncio.run(main())
