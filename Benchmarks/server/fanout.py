"""Many WebSockets of one server and the time until the last of them has what all are sent."""

import base64
import itertools
import os
import select
import socket
import time

# A server limits what one address asks: every socket has its own.
ADDRESSES = itertools.cycle(f"127.2.{high}.{low}" for high in range(20) for low in range(1, 201))


def connected(port):
    return socket.create_connection(("127.0.0.1", port), 60, source_address=(next(ADDRESSES), 0))


def head_of(link):
    """The head of an answer, and what came behind it."""
    got = b""
    while b"\r\n\r\n" not in got:
        part = link.recv(65536)
        if not part:
            raise RuntimeError(f"closed instead of an answer: {got!r}")
        got += part
    head, _, rest = got.partition(b"\r\n\r\n")
    return head, rest


def opened(port, path, token=None):
    """A socket after its handshake, and the bytes that came with it."""
    link = connected(port)
    fields = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: Upgrade", "Upgrade: websocket",
              "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"]
    if token:
        fields.append(f"Authorization: Bearer {token}")
    link.sendall("\r\n".join([*fields, "", ""]).encode())
    head, rest = head_of(link)
    if b" 101 " not in head.split(b"\r\n", 1)[0]:
        raise RuntimeError(f"no WebSocket: {head[:200]!r}")
    return link, rest


def post(port, path, body, token):
    """The status of a request with JSON."""
    with connected(port) as link:
        link.sendall((f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
                      f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                      + body).encode())
        return int(head_of(link)[0].split(b" ", 2)[1])


def is_closed(data):
    """Takes the whole frames off the front of a bytearray; whether one of them closes (RFC 6455, 5.2)."""
    while len(data) >= 2:
        length, start = data[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(data[2:4], "big"), 4
        if len(data) < start + length:
            return False
        closes = data[0] & 15 == 8
        del data[:start + length]
        if closes:
            return True
    return False


def spread(links, trigger):
    """Milliseconds from `trigger()` until the last of the links has been sent a close frame."""
    poll, waiting = select.epoll(), {}
    for link, rest in links:
        link.setblocking(False)
        waiting[link.fileno()] = (link, bytearray(rest))
        poll.register(link, select.EPOLLIN)
    start = time.perf_counter()
    trigger()
    while waiting:
        ready = poll.poll(60)
        if not ready:
            raise RuntimeError(f"{len(waiting)} WebSockets were sent nothing")
        for descriptor, _ in ready:
            link, data = waiting[descriptor]
            part = link.recv(65536)
            data += part
            if is_closed(data):
                link.send(b"\x88\x80\0\0\0\0")
                poll.unregister(link)
                del waiting[descriptor]
            elif not part:
                raise RuntimeError("a WebSocket ended without a close frame")
    spent = (time.perf_counter() - start) * 1e3
    for link, _ in links:
        link.close()
    return spent
