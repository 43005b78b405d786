"""`peers.py uvicorn|websockets`: a server that answers GET with 64 bytes of JSON, and keeps WebSockets open until one
of them sends "go": then all get a message of 256 bytes and are closed. Prints its port."""

import asyncio
import logging
import socket
import sys

BODY = b'{"status":"ok","version":"0.0.0","padding":"aaaaaaaaaaaaaaaaaaaa"}'
MESSAGE = '{"type":"progress","padding":"' + "a" * 224 + '"}'
# It reports every client that has gone.
logging.getLogger("websockets").setLevel(logging.CRITICAL)


def listening():
    made = socket.create_server(("127.0.0.1", 0), backlog=4096)
    print(made.getsockname()[1], flush=True)
    return made


def uvicorn():
    import uvicorn
    going = set()

    async def watch(receive, send):
        own = asyncio.Event()
        going.add(own)
        await receive()
        await send({"type": "websocket.accept"})
        asked = asyncio.ensure_future(receive())
        await asyncio.wait({asked, asyncio.ensure_future(own.wait())}, return_when=asyncio.FIRST_COMPLETED)
        for event in going if not own.is_set() else ():
            event.set()
        await send({"type": "websocket.send", "text": MESSAGE})
        await send({"type": "websocket.close", "code": 1000})
        going.discard(own)

    async def app(scope, receive, send):
        if scope["type"] == "websocket":
            return await watch(receive, send)
        await send({"type": "http.response.start", "status": 200, "headers": [
            (b"content-type", b"application/json"), (b"content-length", str(len(BODY)).encode())]})
        await send({"type": "http.response.body", "body": BODY})

    config = uvicorn.Config(
        app, http="httptools", loop="uvloop", ws="websockets-sansio", lifespan="off", access_log=False,
        log_level="error")
    uvicorn.Server(config).run(sockets=[listening()])


def websockets():
    from websockets.asyncio.server import broadcast, serve
    open_ones = set()

    async def watch(connection):
        open_ones.add(connection)
        async for _ in connection:
            everyone = list(open_ones)
            broadcast(everyone, MESSAGE)
            await asyncio.gather(*(one.close() for one in everyone))

    async def main():
        async with serve(watch, sock=listening(), ping_interval=None, compression=None):
            await asyncio.get_running_loop().create_future()
    asyncio.run(main())


{"uvicorn": uvicorn, "websockets": websockets}[sys.argv[1]]()
