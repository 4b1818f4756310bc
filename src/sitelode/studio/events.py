"""Messages to the open windows (any thread may send, every window receives all), and long tasks that a person can stop."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from sitelode.errors import SettingError, SitelodeError
from sitelode.progress import Progress

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


_LONGEST_PROBLEM = 300  # characters of an error shown in the window


class StoppedError(SitelodeError):
    """A person stopped the work."""


class LongTask:
    """Runs one piece of work, and tells the windows when it ends."""

    def __init__(self, events: Events, progress: Progress) -> None:
        self._events, self._progress = events, progress
        self._thread = ThreadPoolExecutor(1, "studio-task")
        self._lock, self._stop = threading.Lock(), threading.Event()
        self.name = ""  # of what runs now
        self.problem = ""  # why the last one failed

    def start(self, name: str, work: Callable[[Progress], object]) -> "Future[None]":
        """Begin a piece of work; its progress goes to the windows.

        Raises:
            SettingError: when another one is under way.

        """
        with self._lock:
            if self.name:
                raise SettingError("this is under way already; wait for it, or stop it")
            self.name, self.problem = name, ""
            self._stop.clear()
        return self._thread.submit(self._run, name, work)

    def stop(self) -> None:
        """The work ends at its next step."""
        self._stop.set()

    def close(self) -> None:
        self.stop()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _run(self, name: str, work: Callable[[Progress], object]) -> None:
        try:
            work(self._told)
        except SitelodeError as problem:
            self.problem = str(problem)
        except Exception as problem:
            self.problem = f"this failed: {type(problem).__name__}: {str(problem)[:_LONGEST_PROBLEM]}"
            raise
        finally:
            self.name = ""
            self._events.tell("task", name=name, problem=self.problem)

    def _told(self, stage: str, done: int, expected: int | None) -> None:
        if self._stop.is_set():
            raise StoppedError("it was stopped; what was fetched is kept")
        self._progress(stage, done, expected)
