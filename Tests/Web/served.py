"""A `mixhost serve`, mostly with --mock, with a home of its own, and the program `gallery` in it."""

import contextlib
import pathlib
import re
import signal
import subprocess
import threading

GALLERY = pathlib.Path(__file__).parent / "gallery"


class Served:
    def __init__(self, mixhost, folder, programs=(GALLERY,), mock=""):
        """`mock`: what the option --mock says; None: without it."""
        self.folder = folder
        self.hold = folder / "hold"
        self.home = folder / "home"
        self.command = [mixhost, "--home", str(self.home)]
        if mock is not None:
            self.command.append(f"--mock=hold={self.hold}" + (f",{mock}" if mock else ""))
        self.log = open(folder / "server.log", "a+")
        self.token_file = folder / "home/state/server/token"
        self.port = 0
        # A service that is held back is one that answers late, not one that has failed.
        for name in ("idle_timeout", "total_timeout"):
            self.run("config", "set", f"http.{name}", "20m")
        for program in programs:
            self.run("programs", "add", str(program), "--yes")
        self.start()

    def run(self, *words):
        """Runs a command in the server's home; what it prints."""
        return subprocess.run([*self.command, *words], check=True, timeout=240, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=self.log, text=True).stdout

    def begin(self, *words):
        """Starts a command in the server's home, and does not wait for it."""
        return subprocess.Popen([*self.command, *words], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    @contextlib.contextmanager
    def held(self):
        """Meanwhile no service of the mock answers: what is at work stays at work, however slow the machine is."""
        self.hold.touch()
        try:
            yield
        finally:
            self.hold.unlink()

    def start(self):
        """Starts it, a second time at the same address."""
        self.process = subprocess.Popen(
            [*self.command, "serve", "--port", str(self.port), "--no-refresh"],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                break
        else:
            raise SystemExit("web: the server did not start; see " + self.log.name)
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def token(self):
        return self.token_file.read_text().strip()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=240)
