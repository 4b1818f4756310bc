"""Messages to the open windows: progress, clicks in frames, changed results. Any thread may send, every window receives all."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

_MOST_WAITING = 200  # messages queued for one window, set by hand; a window that does not read loses the oldest
_STILL_HERE = 15.0  # seconds between keep-alive messages; set by hand


@dataclass(eq=False)
class _Listener:
    loop: asyncio.AbstractEventLoop
    messages: "asyncio.Queue[str | None]" = field(default_factory=lambda: asyncio.Queue(_MOST_WAITING))

    def hear(self, line: str | None) -> None:
        if self.messages.full():
            self.messages.get_nowait()
        self.messages.put_nowait(line)


class Events:
    """The windows that receive messages."""

    def __init__(self) -> None:
        self._listeners: set[_Listener] = set()
        self._lock = Lock()

    def tell(self, kind: str, **about: Any) -> None:  # noqa: ANN401 (anything JSON can say)
        self._send(json.dumps({"kind": kind, **about}, ensure_ascii=False))

    def end(self) -> None:
        """Tell all windows to close their connections."""
        self._send(None)

    def _send(self, line: str | None) -> None:
        with self._lock:
            for listener in self._listeners:
                if not listener.loop.is_closed():
                    listener.loop.call_soon_threadsafe(listener.hear, line)

    async def stream(self) -> AsyncIterator[str]:
        """Server-sent events from now on."""
        listener = _Listener(asyncio.get_running_loop())
        with self._lock:
            self._listeners.add(listener)
        try:
            yield ": listening\n\n"
            while True:
                try:
                    line = await asyncio.wait_for(listener.messages.get(), _STILL_HERE)
                except TimeoutError:
                    yield ": still here\n\n"
                else:
                    if line is None:
                        return
                    yield f"data: {line}\n\n"
        finally:
            with self._lock:
                self._listeners.discard(listener)
