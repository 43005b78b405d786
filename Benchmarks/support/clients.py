"""The HTTP libraries of Python that mixhost is compared with, each behind one function that gets a body."""

import asyncio
import contextlib
import ssl
import threading
import time


def threaded(ca=None):
    """A blocking get of requests, with a session for each thread."""
    import requests
    own = threading.local()

    def get(address):
        if not hasattr(own, "session"):
            own.session = requests.Session()
            own.session.trust_env = False
            own.session.verify = ca or True
        answer = own.session.get(address)
        assert answer.status_code == 200
        return answer.content
    return get


@contextlib.asynccontextmanager
async def client(library, concurrency, ca):
    """An asynchronous get of aiohttp or httpx."""
    if library == "aiohttp":
        import aiohttp
        trust = ssl.create_default_context(cafile=ca) if ca else True
        connector = aiohttp.TCPConnector(limit=concurrency, ssl=trust)
        async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:
            async def get(address):
                async with session.get(address) as answer:
                    assert answer.status == 200
                    return await answer.read()
            yield get
    else:
        import httpx
        limits = httpx.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
        trust = ssl.create_default_context(cafile=ca) if ca else True
        async with httpx.AsyncClient(
                limits=limits, verify=trust, http2=ca is not None, timeout=60, trust_env=False) as session:
            async def get(address):
                answer = await session.get(address)
                assert answer.status_code == 200
                return answer.content
            yield get


def run(library, concurrency, work, ca=None):
    """Runs `work(get)` `concurrency` times at once; wall and CPU seconds."""
    async def main():
        async with client(library, concurrency, ca) as get:
            start, start_cpu = time.perf_counter(), time.process_time()
            await asyncio.gather(*(work(get) for _ in range(concurrency)))
            return time.perf_counter() - start, time.process_time() - start_cpu
    return asyncio.run(main())
