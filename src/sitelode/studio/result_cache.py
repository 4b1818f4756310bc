"""Cache of slow results, each stored by name until something it depends on changes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast

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
