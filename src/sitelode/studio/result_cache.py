"""Results that took a while, kept under a name until they are no longer true."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast

Made = TypeVar("Made")
PASSING = frozenset(("page", "view", "records", "table"))
"""First parts of the names of what belongs to single pages, and is quickly made again."""


class Kept:
    """A store of results, bounded for those of single pages.

    Whoever asks for one that is being made waits for it instead of making it twice.
    """

    def __init__(self, most: int = 256) -> None:
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
        """Drop what belongs to the pages that were looked at longest ago; what took the whole site stays."""
        passing = [name for name in self._made if name[0] in PASSING]
        for name in passing[: max(len(passing) - self._most, 0)]:
            del self._made[name]

    def forget(self, first: Hashable = None) -> None:
        """Everything whose name begins so; everything where nothing is given."""
        with self._lock:
            for name in [name for name in self._made if first is None or name[0] == first]:
                del self._made[name]
