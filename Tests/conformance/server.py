#!/usr/bin/env python3
"""Holds `mixhost serve` against suites that its authors did not write (PyPI: kosoku, schemathesis).

usage: server.py MIXHOST FOLDER-OF-THE-SUITES SECONDS

kosoku runs the cases of the Autobahn test suite against /ws/echo, but for those of performance (9) and
compression (12, 13). schemathesis asks every route of openapi.yaml for SECONDS with requests right and
wrong: an answer of 500 and more fails, and so does a status that the document does not name. Prints a
line for each suite; status 1 when one fails.
"""

import collections
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading

CASES = 247
LEFT_OUT = ["9.*", "12.*", "13.*"]
# As Autobahn's own report counts: these are not failures.
PASSED = {"OK", "NON-STRICT", "INFORMATIONAL"}


class Server:
    """A `mixhost serve` with made-up upstreams and a home of its own."""

    def __init__(self, mixhost, folder):
        home = folder / "home"
        command = [mixhost, "--home", str(home), "--mock", "serve", "--port", "0", "--test-routes",
                   "--no-refresh"]
        self.log = open(folder / "server.log", "w+")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.address = None
        for line in self.process.stdout:
            found = re.search(r"http://(127\.0\.0\.1:\d+)", line)
            if found:
                self.address = found[1]
                break
        if not self.address:
            raise SystemExit("conformance: the server did not start")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.token = (home / "state/server/token").read_text().strip()

    def stop(self):
        """The exit code; None when it had ended before."""
        if self.process.poll() is not None:
            return None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)


class SignedIn:
    """A relay that gives the first request of each connection a path and a token: kosoku has neither."""

    def __init__(self, server):
        self.server = server
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self._relay, args=(client,), daemon=True).start()

    def _relay(self, client):
        head = b""
        while b"\r\n\r\n" not in head:
            block = client.recv(65536)
            if not block:
                return client.close()
            head += block
        lines = head.split(b"\r\n")
        lines[0] = b"GET /ws/echo HTTP/1.1"
        lines.insert(1, b"Authorization: Bearer " + self.server.token.encode())
        host, port = self.server.address.split(":")
        upstream = socket.create_connection((host, int(port)))
        for end in (client, upstream):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        upstream.sendall(b"\r\n".join(lines))
        threading.Thread(target=self._copy, args=(upstream, client), daemon=True).start()
        self._copy(client, upstream)

    @staticmethod
    def _copy(source, target):
        try:
            while block := source.recv(65536):
                target.sendall(block)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            # One end was reset: so is the other.
            for end in (source, target):
                end.close()


def websockets(server, suites, folder):
    reports = folder / "websockets"
    command = [str(suites / "kosoku"), SignedIn(server).address, "-o", str(reports)]
    for cases in LEFT_OUT:
        command += ["-x", cases]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    index = reports / "index.json"
    if not index.exists():
        return f"kosoku made no report: {(done.stdout + done.stderr)[-2000:]}"
    cases = {name: case for agent in json.loads(index.read_text()).values()
             for name, case in agent.items()}
    bad = [f"{name}: {case['behavior']}, closing {case['behaviorClose']}"
           for name, case in cases.items()
           if case["behavior"] not in PASSED or case["behaviorClose"] not in PASSED]
    print(f"kosoku: {len(cases) - len(bad)} of {len(cases)} cases", flush=True)
    if len(cases) != CASES:
        bad.append(f"{CASES} cases expected")
    return "\n".join(bad)


def routes(server, suites, folder, seconds):
    report = folder / "routes.json"
    command = [
        str(suites / "schemathesis"), "run", f"http://{server.address}/openapi.yaml",
        "--url", f"http://{server.address}", "--checks", "not_a_server_error,status_code_conformance",
        # Endless answers, and what only answers an upgrade.
        "--exclude-path", "/api/events", "--exclude-path", "/ws/progress",
        "-H", f"Authorization: Bearer {server.token}", "--max-time", str(seconds), "--seed", "1",
        "--rate-limit", "180/s", "--continue-on-failure", "--warnings", "off",
        "--report-json-path", str(report)]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, timeout=seconds * 3 + 120)
    if done.returncode not in (0, 1):
        return f"schemathesis ended with {done.returncode}: {(done.stdout + done.stderr)[-4000:]}"
    answers = collections.Counter(re.findall(r"(\d+) passed|(\d+) failed", done.stdout))
    summary = re.findall(r"(?m)^.*(?:generated|passed|failed|Test cases).*$", done.stdout)
    print("schemathesis: " + "; ".join(line.strip() for line in summary[-4:] or map(str, answers)),
          flush=True)
    return "" if done.returncode == 0 else done.stdout[-8000:]


def main():
    mixhost, suites, seconds = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    failed = False
    with tempfile.TemporaryDirectory(prefix="mixhost-conformance-") as name:
        folder = pathlib.Path(name)
        server = Server(mixhost, folder)
        try:
            for problem in (
                    websockets(server, suites, folder), routes(server, suites, folder, seconds)):
                if problem:
                    print(problem, flush=True)
                    failed = True
        finally:
            code = server.stop()
        if code != 0:
            print(f"the server ended with {code}:\n{(folder / 'server.log').read_text()[-2000:]}")
            failed = True
    sys.exit(1 if failed else 0)


main()
