"""Many browsers' sockets on one job: sockets.py MIXHOST [COUNT (300) [BOOKS (30)]].

Each shows the library while a look-up fills it; prints the server's memory, and when the first and the last of them
saw the end. Ends with 1 when one did not see it.
"""

import asyncio
import base64
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time

from served import Served

PATIENCE = 300


class Socket:
    """The client's side of one WebSocket; what it sends is not masked by a secret."""

    async def open(self, server):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1 << 24)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write((
            f"GET /api/screens/ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nAuthorization: Bearer {server.token}\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n").encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in answer.split(b"\r\n")[0], answer
        return self

    def _frame(self, opcode, data):
        size = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack(">BH", 0xFE, len(data))
        self.writer.write(bytes([0x80 | opcode]) + size + b"\0\0\0\0" + data)

    def send(self, **message):
        self._frame(1, json.dumps(message).encode())

    async def next(self):
        """The next message, as text."""
        text = b""
        while True:
            first, second = await self.reader.readexactly(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack(">H", await self.reader.readexactly(2))
            elif size == 127:
                size, = struct.unpack(">Q", await self.reader.readexactly(8))
            data = await self.reader.readexactly(size)
            opcode = first & 15
            if opcode == 8:
                raise EOFError("closed by the server")
            if opcode == 9:
                self._frame(10, data)
            elif opcode < 3:
                text += data
                if first & 0x80:
                    return text.decode()

    async def until(self, fits):
        while not fits(await self.next()):
            pass
        return time.monotonic()


COUNTS = re.compile(r"(\d+) books: (\d+) enriched, (\d+) uncertain, (\d+) not found, (\d+) failed, 0 to look up")


def is_tree(text):
    return '"type":"tree"' in text


def is_end(text):
    """Whether a message says that each book has an outcome."""
    return any(sum(map(int, rest)) == int(total) for total, *rest in COUNTS.findall(text))


def memory(process):
    """What a process has in memory, in MB: now, and at most."""
    values = {line.split(":")[0]: line.split()[1] for line in open(f"/proc/{process.pid}/status") if "kB" in line}
    return int(values["VmRSS"]) / 1024, int(values["VmHWM"]) / 1024


async def watch(server, count):
    sockets = await asyncio.gather(*(Socket().open(server) for _ in range(count)))
    for socket in sockets:
        socket.send(type="open", id=1, screen="books/books")
    await asyncio.gather(*(socket.until(is_tree) for socket in sockets))
    print(f"{count} sockets show the library: {memory(server.process)[0]:.0f} MB", flush=True)
    sockets[0].send(type="act", id=1, call=1, action="run")
    begin = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        ends = await asyncio.gather(
            *(socket.until(is_end) for socket in sockets), return_exceptions=True)
    seen = sorted(end - begin for end in ends if isinstance(end, float))
    now, most = memory(server.process)
    print(f"{len(seen)} of {count} saw the end, after {seen[0]:.1f} to {seen[-1]:.1f} s; "
          f"memory {now:.0f} MB, at most {most:.0f} MB")
    return len(seen) == count


def main():
    mixhost, *numbers = sys.argv[1:]
    count, books = [int(number) for number in numbers] + [300, 30][len(numbers):]
    with tempfile.TemporaryDirectory() as folder:
        server = Served(mixhost, pathlib.Path(folder), programs=())
        try:
            shelf = pathlib.Path(folder, "books.csv")
            shelf.write_bytes(subprocess.run([mixhost, "mock", "--export-books", str(books)], check=True,
                                             capture_output=True).stdout)
            server.run("books", "import", str(shelf))
            good = asyncio.run(watch(server, count))
        finally:
            server.stop()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
