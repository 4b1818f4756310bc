"""Work that takes minutes, such as asking a site for what changed: one piece at a time, on a thread of its own, which a person can stop."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from sitelode.errors import SettingError, SitelodeError
from sitelode.progress import Progress
from sitelode.studio.events import Events

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
