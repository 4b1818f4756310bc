"""The files of a result: who else changes them, slow results cached until what they depend on changes, and its wrapper."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, cast

from sitelode.errors import ResultError, SitelodeError
from sitelode.output.changes.moments import layout_events
from sitelode.output.changes.watch_log import take_runs
from sitelode.wrappers.wrapper import Wrapper, read_wrapper

Made = TypeVar("Made")
OF_ONE_PAGE = frozenset(("page", "view", "records", "table"))
"""First parts of the names of results of a single page, which are quick to make again."""


class ResultCache:
    """A cache of results. Results of single pages are dropped when they are the least recently used.

    A thread that asks for a result that another thread is already making waits for it.
    """

    def __init__(self, most: int = 256) -> None:  # results of single pages; set by hand
        self._most = most
        self._lock = Lock()
        self._made: OrderedDict[tuple[Hashable, ...], Any] = OrderedDict()
        self._making: dict[tuple[Hashable, ...], Lock] = {}

    def get(self, name: tuple[Hashable, ...], make: Callable[[], Made]) -> Made:
        with self._lock:
            making = self._making.setdefault(name, Lock())
        with making:
            with self._lock:
                if name in self._made:
                    self._made.move_to_end(name)
                    return cast("Made", self._made[name])
            made = make()
            with self._lock:
                self._made[name] = made
                self._making.pop(name, None)
                self._make_room()
            return made

    def _make_room(self) -> None:
        """Drop the least recently used results of single pages; results of the whole site stay."""
        of_pages = [name for name in self._made if name[0] in OF_ONE_PAGE]
        for name in of_pages[: max(len(of_pages) - self._most, 0)]:
            del self._made[name]

    def forget(self, first: Hashable = None) -> None:
        """Drop the results whose names start with this; all of them if nothing is given."""
        with self._lock:
            for name in [name for name in self._made if first is None or name[0] == first]:
                del self._made[name]


_EVERY = 1.5  # seconds between two looks; set by hand

Signature = tuple[int, int] | None


class FolderWatch:
    """Looks at a few files now and then, on a thread of its own."""

    def __init__(self, folder: Path, names: Sequence[str], on_change: Callable[[set[str]], None]) -> None:
        self._folder, self._names, self._on_change = folder, names, on_change
        self._seen: dict[str, Signature] = {}
        self._lock, self._end = threading.Lock(), threading.Event()
        self._busy = 0

    def start(self) -> None:
        self._seen = self._look()
        threading.Thread(target=self._run, name="studio-watch", daemon=True).start()

    def stop(self) -> None:
        self._end.set()

    def __enter__(self) -> None:
        """While this studio writes itself, nothing is noticed."""
        with self._lock:
            self._busy += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._busy -= 1
            if not self._busy:
                self._seen = self._look()

    def changed(self) -> set[str]:
        """Names of the files that changed since the last look."""
        with self._lock:
            if self._busy:
                return set()
            now, before = self._look(), self._seen
            self._seen = now
            return {name for name in self._names if now[name] != before.get(name)}

    def _run(self) -> None:
        while not self._end.wait(_EVERY):
            if changed := self.changed():
                self._on_change(changed)

    def _look(self) -> dict[str, Signature]:
        return {name: _signature(self._folder / name) for name in self._names}


def _signature(path: Path) -> Signature:
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_size


NAME = "wrapper.json"


def wrapper_of(folder: Path) -> Path:
    """Where it lies.

    Raises:
        ResultError: when there is none.

    """
    path = folder / NAME
    if not path.is_file():
        raise ResultError("this result has no wrapper.json; mine the site again")
    return path


def wrapper_or_none(folder: Path) -> Wrapper | None:
    try:
        return read_wrapper(wrapper_of(folder))
    except SitelodeError:
        return None


def note_layouts(folder: Path, earlier: Wrapper | None) -> None:
    """A site that was watched was mined again: what the runs found is in the result now, and layouts may have changed."""
    now = wrapper_or_none(folder)
    if earlier is not None and now is not None:
        take_runs(folder / NAME, list(layout_events(earlier, now, "")))
