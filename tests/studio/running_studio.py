"""The studio for tests: asked without a network, or listening as it does for people."""

import asyncio
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import uvicorn

from sitelode.studio.access import Keys
from sitelode.studio.app import make_app
from sitelode.studio.open_result import OpenResult


class AppClient:
    """Asks the application itself, without a network."""

    def __init__(self, app, base_url):
        self.app, self.base_url = app, base_url

    def request(self, method, path, **given):
        async def asked():
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app=self.app), base_url=self.base_url) as client:
                return await client.request(method, path, **given)

        # In a thread of its own: a browser's driver may hold a loop in this one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, asked()).result()

    def get(self, path, **given):
        return self.request("GET", path, **given)

    def post(self, path, **given):
        return self.request("POST", path, **given)


@contextmanager
def served(session):
    """A studio on this session; gives its keys."""
    with served_result(OpenResult(session)) as keys:
        yield keys


@contextmanager
def served_result(opened):
    """A studio that listens on the loopback address, as `sitelode studio` runs it; gives its keys."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        keys = Keys(listener.getsockname()[1])
        server = uvicorn.Server(uvicorn.Config(make_app(opened, keys), log_level="critical", lifespan="off", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=lambda: server.run(sockets=[listener]))
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            yield keys
        finally:
            opened.events.end()
            server.should_exit = True
            thread.join()
