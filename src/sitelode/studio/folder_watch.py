"""Notice when somebody else changes the files of a result: another studio, or a command in a terminal."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

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
