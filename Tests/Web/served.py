"""A `mixhost --mock serve` with a home of its own, and the program `gallery` in it."""

import pathlib
import re
import signal
import subprocess
import threading

GALLERY = pathlib.Path(__file__).parent / "gallery"


class Served:
    def __init__(self, mixhost, folder, programs=(GALLERY,)):
        self.command = [mixhost, "--home", str(folder / "home"), "--mock"]
        self.log = open(folder / "server.log", "a+")
        self.token_file = folder / "home/state/server/token"
        self.port = 0
        for program in programs:
            subprocess.run(
                [mixhost, "--home", str(folder / "home"), "programs", "add", str(program), "--yes"],
                check=True, stdout=self.log, stderr=self.log)
        self.start()

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
            self.process.wait(timeout=30)
