"""One program in a process of its own: runs it under limits and judges how it ended."""

import fcntl
import os
import pathlib
import pty
import resource
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time

TOOLS = pathlib.Path(__file__).resolve().parent
FIXTURES = TOOLS.parent.parent / "Tests/Fixtures/fuzz"
SLICE = 0.5  # seconds: --timeout
STUCK = 60.0  # seconds after which a program that uses no CPU time hangs
MEMORY = 64_000_000  # bytes: --max-memory
ALLOWANCE = 96_000_000  # bytes beyond it and beyond a program that does nothing
# A rule's values may be as extreme as a script's.
RULE = """
return { kind = "refresh", minimum = 1, decide = function(facts)
  return { action = facts.forced and "refresh" or facts.visible and "wait" or "serve_stale",
    next_at = facts.every or facts.not_before or facts.since or 1e300, reason = facts.error or "x" }
end }
"""
# A program, so that it has collections.
MANIFEST = """
return { name = "fuzz", entry = "main.lua", summary = "Hostile calls.", grants = { data = true },
  collections = { things = { key = "id", indexes = { "a", "b" } } } }
"""
KEPT = 1 << 20  # bytes of output that are looked at
ENDS = (0, 1, 2, 130)  # done, failed, wrong usage (mix.args.parse), cancelled (mix.task.cancel)
INTERNAL = (b"Fatal error", b"internal error", b"Exclusivity", b"(error object is a string", b"AddressSanitizer")


class Outcome:
    def __init__(self, code, output, cpu, wall, memory):
        self.code, self.output, self.cpu, self.wall, self.memory = code, output, cpu, wall, memory

    def __str__(self):
        return f"{self.cpu:.1f} s of CPU time in {self.wall:.1f} s, {self.memory / 1e6:.0f} MB"


class Children:
    """Runs programs of one mixhost."""

    def __init__(self, mixhost, mock, late):
        """late: seconds of CPU time that a program may use past its limits."""
        self.mixhost, self.mock, self.late = mixhost, mock, late
        self.idle = 0
        self.idle = min(self.run("").memory for _ in range(2))

    def run(self, text, calls=1, terminal=False):
        root = pathlib.Path(tempfile.mkdtemp(prefix="mixhost-fuzz-"))
        folder = root / "fuzz"
        try:
            folder.mkdir()
            (folder / "program.lua").write_text(MANIFEST)
            for name in ("hostile.lua", "recipes.lua"):
                shutil.copy(TOOLS / name, folder)
            (folder / "sample.csv").write_text("id,title\n" + "1,a\n" * 200)
            rules = folder / "home/config/rules/refresh"
            rules.mkdir(parents=True)
            (rules / "hostile.lua").write_text(RULE)
            (folder / "main.lua").write_text(
                f'local h = require("hostile")\nh.base = "http://{self.mock}"\n'
                f'h.recipes.base = h.base\n{text}')
            return self._run(folder, terminal, self.cpu_limit(calls))
        finally:
            shutil.rmtree(root, ignore_errors=True)

    def _run(self, folder, terminal, cpu_limit):
        command = [
            self.mixhost, "--home", str(folder / "home"), "--timeout", f"{int(SLICE * 1000)}ms",
            "--max-memory", "64MB", "--globals", "loose", "--allow-write", str(folder),
            "--allow-net", self.mock, "main.lua"]
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "TERM": "xterm", "LANG": "C.UTF-8",
                       "SWIFT_BACKTRACE": "enable=no", "MIXHOST_NO_OPEN": "1"}

        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))

        began = time.monotonic()
        ours, theirs = pty.openpty() if terminal else os.pipe()
        if terminal:
            fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        process = subprocess.Popen(
            command, cwd=folder, env=environment, preexec_fn=limit, start_new_session=True,
            stdin=theirs if terminal else subprocess.DEVNULL, stdout=theirs, stderr=theirs)
        os.close(theirs)
        kept = []
        reader = threading.Thread(target=self._drain, args=(ours, kept), daemon=True)
        reader.start()
        status, usage = self._wait(process, began, cpu_limit)
        if terminal:
            # Bytes left in a terminal are gone with its last process.
            reader.join(0.2)
        reader.join(2)
        return Outcome(
            os.waitstatus_to_exitcode(status), b"".join(kept), usage.ru_utime + usage.ru_stime,
            time.monotonic() - began, usage.ru_maxrss * 1024)

    @staticmethod
    def _drain(descriptor, kept):
        size = 0
        try:
            while block := os.read(descriptor, 65536):
                if size < KEPT:
                    kept.append(block)
                    size += len(block)
        except OSError:
            pass  # The other end of a terminal was closed.
        os.close(descriptor)

    @staticmethod
    def _wait(process, began, cpu_limit):
        ticks = os.sysconf("SC_CLK_TCK")
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                process.returncode = os.waitstatus_to_exitcode(status)
                return status, usage
            wall = time.monotonic() - began
            if wall > 2:
                fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
                cpu = (int(fields[11]) + int(fields[12])) / ticks
                if cpu > cpu_limit or wall > STUCK:
                    os.kill(process.pid, signal.SIGKILL)
                    _, status, usage = os.wait4(process.pid, 0)
                    process.returncode = os.waitstatus_to_exitcode(status)
                    return status, usage
            time.sleep(0.003)

    def cpu_limit(self, calls):
        """Seconds of CPU time that so many calls may use: each may begin a running time anew."""
        return self.late + SLICE * (calls + 1)

    def problem(self, outcome, calls):
        """A word for what is wrong with how a program ended; None when nothing is."""
        if outcome.cpu > self.cpu_limit(calls) or outcome.wall > STUCK:
            return "hangs"
        if outcome.code < 0:
            return f"signal {-outcome.code}"
        if outcome.code not in ENDS:
            return f"exit code {outcome.code}"
        if any(text in outcome.output for text in INTERNAL):
            return "internal error"
        if self.idle and outcome.memory > self.idle + MEMORY + ALLOWANCE:
            return "memory"
        return None
