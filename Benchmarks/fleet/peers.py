"""pgqueuer and procrastinate on the same server: items in, items claimed and completed on one connection.

    peers.py HOST PORT ITEMS
"""
import asyncio
import datetime
import logging
import sys
import time
import uuid

import asyncpg
import procrastinate
from pgqueuer import queries
from pgqueuer.db import AsyncpgDriver
from pgqueuer.queries import EntrypointExecutionParameter
from procrastinate.jobs import Status

# It warns of an App in a script, which matters to its own worker only.
logging.getLogger("procrastinate").setLevel(logging.ERROR)
HOST, PORT, COUNT = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def tell(name, what, rate):
    print(f"  {name + ' ' + what:<35} {int(rate)} items/s", flush=True)


async def measure_pgqueuer():
    connection = await asyncpg.connect(host=HOST, port=PORT, user="postgres", database="peer")
    queue = queries.Queries(AsyncpgDriver(connection))
    await queue.install()
    begin = time.monotonic()
    for start in range(0, COUNT, 10_000):
        size = min(10_000, COUNT - start)
        await queue.enqueue(["bench"] * size, [b"1"] * size, [0] * size)
    tell("pgqueuer", "enqueue", COUNT / (time.monotonic() - begin))
    limits = {"bench": EntrypointExecutionParameter(concurrency_limit=0)}
    for batch in (50, 500):
        done, begin = 0, time.monotonic()
        while done < COUNT // 2:
            jobs = await queue.dequeue(batch, limits, uuid.uuid4(), None, datetime.timedelta(seconds=60))
            if not jobs:
                break
            await queue.log_jobs([(job, "successful", None) for job in jobs])
            done += len(jobs)
        tell("pgqueuer", f"claim + complete, {batch}", done / (time.monotonic() - begin))
    await connection.close()


async def measure_procrastinate():
    """It claims one at a time: there is no batch."""
    connector = procrastinate.PsycopgConnector(
        conninfo=f"host={HOST} port={PORT} user=postgres dbname=peer2", min_size=1, max_size=1)
    app = procrastinate.App(connector=connector)

    @app.task(name="bench")
    def bench(item):
        return item

    async with app.open_async():
        await app.schema_manager.apply_schema_async()
        begin = time.monotonic()
        for start in range(0, COUNT, 10_000):
            size = min(10_000, COUNT - start)
            await bench.batch_defer_async(*({"item": start + place} for place in range(size)))
        tell("procrastinate", "enqueue", COUNT / (time.monotonic() - begin))
        worker = await app.job_manager.register_worker()
        # Enough for a rate: one at a time takes long.
        done, begin = 0, time.monotonic()
        while time.monotonic() - begin < 10:
            job = await app.job_manager.fetch_job(None, worker)
            if job is None:
                break
            await app.job_manager.finish_job(job, Status.SUCCEEDED, delete_job=False)
            done += 1
        tell("procrastinate", "claim + complete, 1", done / (time.monotonic() - begin))


async def main():
    await measure_pgqueuer()
    await measure_procrastinate()


asyncio.run(main())
