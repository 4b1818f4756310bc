"""Runs the web service: a port that is taken is said in one line, and whoever is slow to say what they want is not waited for."""

import os
import socket
from asyncio import Transport
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from sitelode.errors import SettingError

SECONDS_TO_ASK = 10.0  # from the first byte of a request to the end of its headers; this and the next are bounds, set by hand
MOST_CONNECTIONS = 256


def run(app: Starlette, host: str, port: int, on_ready: Callable[[str], None]) -> None:
    """Serve until interrupted; `on_ready` is called with the address once connections are taken.

    Raises:
        SettingError: when nobody can listen there.

    """
    with _listening(host, port) as listener:
        name, number = listener.getsockname()[:2]
        on_ready(f"http://[{name}]:{number}" if ":" in name else f"http://{name}:{number}")
        settings = uvicorn.Config(
            app, http=Connection, ws="none", lifespan="off", limit_concurrency=MOST_CONNECTIONS, log_level="warning", access_log=False
        )
        uvicorn.Server(settings).run(sockets=[listener])


class Connection(H11Protocol):
    """A connection that is closed when the headers of a request take too long: many of them would leave no room for others."""

    _asking: Any = None  # the timer

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:  # the headers have come
            self._stop_watching()
        elif self._asking is None:
            self._asking = self.loop.call_later(SECONDS_TO_ASK, self.transport.close)

    def _stop_watching(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, UnicodeError) as problem:
        number = getattr(problem, "errno", None) or 0
        said = os.strerror(number) if number > 0 else "no such address"
        raise SettingError(f"cannot listen on port {port} of {host[:100]}: {said}; give another host or port") from problem
