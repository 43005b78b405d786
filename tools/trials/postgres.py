"""A private PostgreSQL: a folder of its own, a free port, an unprivileged user."""
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time


def newest(name):
    versions = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parts[4]))
    if not versions:
        sys.exit("fleet: PostgreSQL is not installed: apt install postgresql")
    return str(versions[-1] / name)


class Server:
    def __init__(self, folder, host="127.0.0.1", network=None, initdb=(), settings=()):
        """`network`: whose hosts may connect besides this one; `initdb`, `settings`: more of both."""
        self.host = host
        self.settings = list(settings)
        self.folder = folder / "pg"
        self.folder.mkdir(mode=0o700)
        self.data = self.folder / "data"
        self.port = self.free_port(host)
        self.prefix = []
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root.
            shutil.chown(self.folder, "nobody", "nogroup")
            self.folder.chmod(0o711)
            folder.chmod(0o711)
            self.prefix = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        self.run(newest("initdb"), "-D", self.data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8",
                 "--locale=C.UTF-8", *initdb)
        if network:
            with open(self.data / "pg_hba.conf", "a") as rules:
                rules.write(f"host all all {network} trust\n")
        self.start()

    @staticmethod
    def free_port(host):
        with socket.socket() as probe:
            probe.bind((host, 0))
            return probe.getsockname()[1]

    def run(self, *words):
        subprocess.run([*self.prefix, *map(str, words)], check=True, capture_output=True, cwd="/")

    def start(self):
        settings = [f"listen_addresses={self.host}", f"unix_socket_directories={self.folder}", *self.settings]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, newest("postgres"), "-D", self.data, "-p", str(self.port),
                 *(word for setting in settings for word in ("-c", setting))],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd="/")
        for _ in range(300):
            if subprocess.run([newest("pg_isready"), "-q", "-h", self.host, "-p", str(self.port)],
                              check=False).returncode == 0:
                return
            time.sleep(0.1)
        sys.exit(f"fleet: PostgreSQL did not start: {(self.folder / 'log').read_text()}")

    def crash(self):
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def stand_still(self, seconds):
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)],
                                  capture_output=True, text=True, check=False).stdout.split()
        processes = [self.process.pid, *map(int, children)]
        for number in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGSTOP)
        time.sleep(seconds)
        for number in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGCONT)

    def ask(self, sql, check=True):
        """The answer of psql; None when the server did not answer and `check` is False."""
        done = subprocess.run(
            [newest("psql"), "-h", self.host, "-p", str(self.port), "-U", "postgres", "-X", "-q", "-A", "-t",
             "-c", "SET search_path TO mixhost", "-c", sql],
            capture_output=True, text=True, check=check)
        return done.stdout.strip() if done.returncode == 0 else None

    @property
    def address(self):
        return f"postgres://postgres@{self.host}:{self.port}/postgres"
