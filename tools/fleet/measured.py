"""Workers on a private PostgreSQL and one mock, and what they do in a while."""
import dataclasses
import pathlib
import signal
import subprocess
import time

from postgres import Server
from upstream import Mock, install

# A process works at its start as it does not later: that is not a part of a rate.
WARM_UP = 3


@dataclasses.dataclass
class Rate:
    items: float
    """Items a second."""
    requests: float
    """Requests a second to the service with the limit."""
    memory: float
    """Of the largest worker, in MB."""
    idle: float
    """The share of the machine's processors that was idle."""


@dataclasses.dataclass
class Cost:
    """Of one item."""
    requests: float
    """Requests to the service with the limit."""
    other_requests: float
    """Requests for covers."""
    body_bytes: float
    statements: float
    """Round trips to the server."""
    rows: float
    """Rows written."""
    journal_bytes: float
    stored_bytes: float
    """What a book and its item take on the server at the end, with indexes."""
    worker_ms: float
    """Processor time of the workers."""

    def text(self):
        return (f"{self.requests:.2f} requests with a limit, {self.other_requests:.2f} without; "
                f"{self.body_bytes / 1000:.1f} KB of answers; {self.statements:.1f} round trips, "
                f"{self.rows:.1f} rows, {self.journal_bytes / 1000:.1f} KB of journal, "
                f"{self.stored_bytes / 1000:.1f} KB stored; {self.worker_ms:.1f} ms of a worker's processor")


def processor_idle():
    """(idle, all) ticks of the machine's processors."""
    values = list(map(int, pathlib.Path("/proc/stat").read_text().splitlines()[0].split()[1:9]))
    return values[3] + values[4], sum(values)


class Fleet:
    def __init__(self, program, folder, latency, rate=None):
        """`latency`: of the service, in seconds; `rate`: its limit, such as 60/s; none without."""
        self.folder = folder
        self.program = str(install(pathlib.Path(program), folder / "installed", rate))
        self.mock = Mock(self.program, folder, "--latency", f"{latency * 1000:g}ms")
        self.server = Server(folder, settings=["shared_preload_libraries=pg_stat_statements"])
        self.server.ask("CREATE EXTENSION pg_stat_statements SCHEMA public")
        self.hosts = 0
        self.workers = []

    def command(self, home, *words):
        return [self.program, "--home", str(self.folder / home), "--store", self.server.address, *words]

    def fill(self, books):
        """Imports books and queues them."""
        table = self.folder / "books.csv"
        with open(table, "wb") as export:
            subprocess.run([self.program, "mock", "--export-books", str(books)], stdout=export, check=True)
        for words in (["books", "import", str(table)],
                      ["-e", 'assert(mix.jobs.enqueue({status = "pending"}))']):
            subprocess.run(self.command("caller", *words), env=self.mock.environment, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self, count, concurrency):
        for _ in range(count):
            self.hosts += 1
            with open(self.folder / f"worker-{self.hosts}.log", "wb") as log:
                self.workers.append(subprocess.Popen(
                    self.command(f"host-{self.hosts}", "worker", "--concurrency", str(concurrency)),
                    stdout=log, stderr=log, env=self.mock.environment))

    def stop(self):
        """Ends the workers; the memory of the largest in MB, and their processor time in seconds."""
        memory = processor = 0.0
        for worker in self.workers:
            status = pathlib.Path(f"/proc/{worker.pid}/status").read_text().splitlines()
            memory = max(memory, *(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM")))
            ticks = pathlib.Path(f"/proc/{worker.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
            processor += sum(map(int, ticks)) / 100
            worker.send_signal(signal.SIGTERM)
        for worker in self.workers:
            worker.wait(timeout=60)
        self.workers = []
        return memory, processor

    def rate(self, count, concurrency, seconds):
        """How fast `count` workers are; the queue must be longer than what they do."""
        self.start(count, concurrency)
        time.sleep(WARM_UP)
        begin, before = time.time(), processor_idle()
        time.sleep(seconds)
        end, after = time.time(), processor_idle()
        memory, _ = self.stop()
        if self.left() == 0:
            raise SystemExit("fleet: the queue was too short for a rate")
        # The log, for results are written in batches: each item that is found asks for its page once.
        asked = [path for when, path, _ in self.mock.requests() if begin <= when < end]
        items = sum("/works/" in path for path in asked)
        return Rate(items / (end - begin), len(asked) / (end - begin), memory,
                    (after[0] - before[0]) / (after[1] - before[1]))

    def left(self):
        return int(self.server.ask("SELECT count(*) FROM item WHERE state < 3"))

    def counters(self):
        statements = self.server.ask(
            "SELECT sum(calls) FILTER (WHERE query NOT LIKE '%pg_stat_%'), "
            "sum(rows) FILTER (WHERE query ~* '^\\s*(insert|update|delete|with)') FROM public.pg_stat_statements")
        journal = self.server.ask("SELECT wal_bytes FROM pg_stat_wal")
        return [*map(float, statements.split("|")), float(journal), self.left(), time.time()]

    def cost(self, concurrency):
        """What the rest of the queue costs, an item."""
        before = self.counters()
        self.start(2, concurrency)
        while self.left() > 0:
            time.sleep(0.5)
        # Statistics of a session come a second late.
        time.sleep(2)
        _, processor = self.stop()
        after = self.counters()
        count = before[3] - after[3]
        log = [entry for entry in self.mock.entries() if before[4] <= entry[0] <= after[4]]
        limited = sum(path.startswith("/openlibrary/") for _, path, _, _ in log)
        stored = self.server.ask(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' "
            "AND relnamespace = 'mixhost'::regnamespace")
        works = int(self.server.ask("SELECT count(*) FROM work"))
        return Cost(
            requests=limited / count, other_requests=(len(log) - limited) / count,
            body_bytes=sum(size for _, _, _, size in log) / count,
            statements=(after[0] - before[0]) / count, rows=(after[1] - before[1]) / count,
            journal_bytes=(after[2] - before[2]) / count, stored_bytes=int(stored) / works,
            worker_ms=processor * 1000 / count)

    def end(self):
        for worker in self.workers:
            worker.kill()
        self.server.crash()
        self.mock.stop()
