"""Run the studio as a server on the loopback address until Ctrl-C."""

import gc
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

from sitelode.errors import MissingExtraError, SettingError
from sitelode.studio.open_result import OpenResult

if TYPE_CHECKING:
    import uvicorn

SECONDS_TO_END = 1  # for requests that still run; set by hand


def serve(opened: OpenResult, port: int, on_ready: Callable[[str], None]) -> None:
    """Serve until interrupted; `on_ready` is called with the address to open.

    Raises:
        MissingExtraError: when the server's libraries are not installed.
        SettingError: when the port is taken.

    """
    try:
        import uvicorn  # noqa: PLC0415 (an extra)

        from sitelode.studio.access import Keys  # noqa: PLC0415 (needs the extra)
        from sitelode.studio.app import make_app  # noqa: PLC0415 (needs the extra)
    except ImportError as problem:
        raise MissingExtraError("the studio", "studio") from problem
    with _listening(port) as listener:
        keys = Keys(listener.getsockname()[1])
        app = make_app(opened, keys)
        settings = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=SECONDS_TO_END, lifespan="off")
        opened.start()
        on_ready(keys.address)
        try:
            _server(settings, opened).run(sockets=[listener])
        except KeyboardInterrupt:
            pass  # Ctrl-C is how people stop it
        finally:
            opened.close()
            gc.collect()  # what a run that was stopped refers to in circles goes before its libraries do


def _server(settings: "uvicorn.Config", opened: OpenResult) -> "uvicorn.Server":
    import uvicorn  # noqa: PLC0415 (an extra)

    class Server(uvicorn.Server):
        """A server that closes the event streams of open windows before it waits for requests to end."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            opened.events.end()
            await super().shutdown(sockets)

    return Server(settings)


def _listening(port: int) -> socket.socket:
    try:
        return socket.create_server(("127.0.0.1", port))  # from now on a browser that connects too early waits
    except OSError as problem:
        raise SettingError(f"cannot listen on port {port}: {problem.strerror}; give another port, or none") from problem
