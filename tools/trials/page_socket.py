"""The client's side of a WebSocket of `mixhost serve`, as its page uses it; nothing but Python is needed."""
import base64
import json
import os
import socket
import struct
import urllib.request


class PageSocket:
    def __init__(self, host, port, path, token):
        self.socket = socket.create_connection((host, port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Authorization: Bearer {token}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        ).encode())
        self.stream = self.socket.makefile("rb")
        status = self.stream.readline()
        if b" 101 " not in status:
            raise SystemExit(f"fleet: {path} answers {status.decode().strip()}")
        while self.stream.readline() != b"\r\n":
            pass
        self.closed = None

    def _frame(self, opcode, data):
        size = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack(">BH", 0xFE, len(data))
        # A mask of zeros: the data as it is.
        self.socket.sendall(bytes([0x80 | opcode]) + size + b"\0\0\0\0" + data)

    def send(self, **message):
        self._frame(1, json.dumps(message).encode())

    def __iter__(self):
        """The messages, until the server closes; then `closed` is the code and the reason."""
        text = b""
        while True:
            head = self.stream.read(2)
            if len(head) < 2:
                return
            size = head[1] & 127
            if size > 125:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            data, opcode = self.stream.read(size), head[0] & 15
            if opcode == 8:
                self.closed = (int.from_bytes(data[:2], "big"), data[2:].decode())
                return
            if opcode == 9:
                self._frame(10, data)
            elif opcode < 3:
                text += data
                if head[0] & 0x80:
                    yield json.loads(text)
                    text = b""


def request(host, port, path, token, body=None):
    """A route's answer."""
    message = urllib.request.Request(
        f"http://{host}:{port}{path}", data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
    with urllib.request.urlopen(message, timeout=30) as answer:
        return json.load(answer)
