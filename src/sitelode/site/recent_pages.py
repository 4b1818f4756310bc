"""A cache of the last used pages, within a memory limit: a small site is read several times without loading it each time."""

from collections import OrderedDict

from sitelode.html.page import Page

MOST_BYTES = 64_000_000  # of columns; values derived from them take about as much again. Set by hand: some 600 pages of usual size


class RecentPages:
    """Pages by number; the least recently used one is removed first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes, self._bytes = most_bytes, 0
        self._pages: OrderedDict[int, tuple[Page, int]] = OrderedDict()

    def get(self, number: int) -> Page | None:
        found = self._pages.get(number)
        if found is None:
            return None
        self._pages.move_to_end(number)
        return found[0]

    def keep(self, number: int, page: Page) -> list[tuple[int, Page]]:
        """Add a page, and return those that were removed for it."""
        size = page.columns.nbytes
        self.forget(number)
        self._pages[number] = page, size
        self._bytes += size
        gone = []
        while self._bytes > self._most_bytes:
            first, (oldest, _) = next(iter(self._pages.items()))
            gone.append((first, oldest))
            self.forget(first)
        return gone

    def forget(self, number: int) -> None:
        _, size = self._pages.pop(number, (None, 0))
        self._bytes -= size

    def clear(self) -> None:
        self._pages.clear()
        self._bytes = 0
