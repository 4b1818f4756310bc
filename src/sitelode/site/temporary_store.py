"""The pages of a site that is not kept: in memory, and in a temporary file once memory is full.

Most sites mined without a folder are small, and a database costs as much as a page: it is created when the first page must leave memory.
For a large site, the entries, the items left out and the feeds stay in memory; all of them are bounded or small.
"""

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from sitelode.counted import counted
from sitelode.errors import ResultError
from sitelode.html.page import Page
from sitelode.model import Dropped, Fetched
from sitelode.site.columns_file import own_columns, pack_columns
from sitelode.site.database import Database
from sitelode.site.store import EXAMPLES_KEPT, Entry, KeptPages, PageNote, SiteStore

_CACHE = 16_000  # KB of the file that stay in memory
_TABLE = "create table pages (number integer primary key, url text, encoding text, columns blob)"


class TemporaryStore:
    """Like `SiteStore`, but gone with the process."""

    is_temporary = True

    def __init__(self) -> None:
        self._recent = KeptPages()
        self._about: dict[str, str] = {}
        self._entries: list[Entry] = []  # indexed by page number
        self._links: dict[int, bytes] = {}
        self._feeds: dict[str, Fetched] = {}  # bodies compressed
        self._dropped_counts: Counter[str] = Counter()
        self._dropped: list[Dropped] = []
        self._unwritten: set[int] = set()  # pages that are only in memory

    @cached_property
    def _database(self) -> Database:
        database = Database(None, "journal_mode = memory", f"cache_size = -{_CACHE}")
        database.run(_TABLE)
        return database

    def __getitem__(self, name: str) -> str | None:
        return self._about.get(name)

    def __setitem__(self, name: str, value: str) -> None:
        self._about[name] = value

    digest_of = staticmethod(SiteStore.digest_of)  # articles say it, so it is the same in every process

    def add(self, entry: Entry, page: Page, links: bytes | None) -> None:
        """Store a page; its links may be added later."""
        self._entries.append(entry)
        if links is not None:
            self.add_links(entry.number, links)
        if entry.twin is None:
            self._unwritten.add(entry.number)
            self._keep(entry.number, page)
        else:
            self._write(entry.number, page)  # it is unlikely to be needed again

    def add_feed(self, feed: Fetched) -> None:
        self._feeds[feed.url] = replace(feed, body=zlib.compress(feed.body))

    def feeds(self) -> Iterator[Fetched]:
        for url in sorted(self._feeds):
            yield replace(self._feeds[url], body=zlib.decompress(self._feeds[url].body))

    def drop(self, dropped: Dropped) -> None:
        """Count an item that was left out, and keep the first few examples per reason."""
        self._dropped_counts[dropped.reason] += 1
        if self._dropped_counts[dropped.reason] <= EXAMPLES_KEPT:
            self._dropped.append(dropped)

    def forget_dropped(self) -> None:
        """Reset the counts before a source is read again, which counts everything again."""
        self._dropped_counts.clear()
        self._dropped.clear()

    def set_twins(self, twins: Mapping[int, int | None]) -> None:
        for number, twin in twins.items():
            self._entries[number] = replace(self._entries[number], twin=twin)

    def write_notes(self, notes: Iterable[PageNote]) -> None:
        """Do nothing: nothing is added to a temporary store later."""

    def entries(self) -> list[Entry]:
        return list(self._entries)

    def page(self, number: int) -> Page:
        known = self._recent.get(number)
        if known is not None:
            return known
        if not 0 <= number < len(self._entries):
            raise ResultError(f"no page {number} in this site; it holds {counted(len(self._entries), 'page')}")
        row = self._database.run("select columns, url, encoding from pages where number = ?", (number,))[0]
        page = Page(own_columns(row[0]), row[1], row[2])
        self._keep(number, page)
        return page

    def _keep(self, number: int, page: Page) -> None:
        for gone, other in self._recent.keep(number, page):
            if gone in self._unwritten:
                self._unwritten.remove(gone)
                self._write(gone, other)

    def _write(self, number: int, page: Page) -> None:
        values = (number, page.url, page.encoding, pack_columns(page.columns))
        self._database.run("insert into pages values (?, ?, ?, ?)", values)

    def links(self, number: int) -> bytes | None:
        """The links of a page; None if they were not stored yet."""
        return self._links.get(number)

    def add_links(self, number: int, links: bytes) -> None:
        self._links[number] = links

    def dropped_counts(self) -> Counter[str]:
        return Counter(dict(sorted(self._dropped_counts.items())))

    def dropped_examples(self) -> Iterator[Dropped]:
        yield from self._dropped

    def commit(self) -> None:
        """Do nothing: a temporary store is not kept."""

    def close(self) -> None:
        """Free the memory and the file."""
        if "_database" in self.__dict__:
            self._database.close()
