import asyncio
import socket

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from uvicorn.server import ServerState

from sitelode.errors import SettingError
from sitelode.plugs import http_server

APP = Starlette(routes=[Route("/", lambda _: PlainTextResponse("here"))])
QUESTION = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


def test_who_is_slow_to_ask_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(http_server, "SECONDS_TO_ASK", 0.1)

    async def talk():
        settings = uvicorn.Config(APP, lifespan="off", log_level="critical")
        server = await asyncio.get_running_loop().create_server(
            lambda: http_server.Connection(settings, ServerState(), {}), "127.0.0.1", 0
        )  # fmt: skip
        async with server:
            place = server.sockets[0].getsockname()
            reader, writer = await asyncio.open_connection(*place)
            writer.write(QUESTION)
            answer = await reader.readuntil(b"here")
            writer.write(QUESTION[:20])  # the second question on this connection never ends
            rest = await asyncio.wait_for(reader.read(), 4)
            writer.close()
            silent, other = await asyncio.open_connection(*place)
            nothing = await asyncio.wait_for(silent.read(), 4)
            other.close()
            return answer, rest, nothing

    answer, rest, nothing = asyncio.run(talk())

    assert answer.startswith(b"HTTP/1.1 200")
    assert (rest, nothing) == (b"", b"")


@pytest.mark.parametrize("host", ["127.0.0.1", "no.such.host.invalid", "a" * 300, "::ffff:1.2.3.4.5"])
def test_a_place_where_nobody_can_listen(host):
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(SettingError, match="cannot listen on port"):
        http_server.run(APP, host, taken.getsockname()[1], lambda _: pytest.fail("it cannot be ready"))
