"""The pages of a site that nobody wants to keep: in memory, and in a temporary file as far as memory has no room for them.

Most sites that are mined without a folder are small, and a database costs as much as a page: there is none before the first page has to go.
Of a large site, what stays in memory are the entries, what was left out and the feeds, all of them bounded or small.
"""

import sqlite3
import weakref
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from sitelode.errors import ResultError
from sitelode.html.page import Page
from sitelode.model import Dropped, Fetched
from sitelode.site.columns_file import pack_columns, unpack_columns
from sitelode.site.recent_pages import RecentPages
from sitelode.site.store import EXAMPLES_KEPT, Entry

_CACHE = 16_000  # KB of the file that stay in memory
_TABLES = """
create table pages (number integer primary key, url text, encoding text, repairs text, columns blob);
create table links (number integer primary key, links blob);
"""


class TemporaryStore:
    """As `SiteStore`, gone with the process."""

    is_temporary = True

    def __init__(self) -> None:
        self._recent = RecentPages()
        self._about: dict[str, str] = {}
        self._entries: list[Entry] = []  # the place of each is its number
        self._feeds: dict[str, Fetched] = {}  # bodies compressed
        self._dropped_counts: Counter[str] = Counter()
        self._dropped: list[Dropped] = []
        self._unwritten: set[int] = set()  # pages that are in memory and nowhere else

    @cached_property
    def _database(self) -> sqlite3.Connection:
        try:
            database = sqlite3.connect("", isolation_level=None)  # SQLite's name for a file that it writes when memory is used up
            database.execute("pragma journal_mode = memory")
            database.execute(f"pragma cache_size = -{_CACHE}")
            database.executescript(_TABLES)
        except sqlite3.Error as problem:
            raise ResultError(f"cannot use a temporary file: {problem}; give a folder with -o") from problem
        weakref.finalize(self, database.close)  # a connection is part of a cycle and would keep its memory
        return database

    def __getitem__(self, name: str) -> str | None:
        return self._about.get(name)

    def __setitem__(self, name: str, value: str) -> None:
        self._about[name] = value

    def digest_of(self, body: bytes) -> bytes:
        """What tells a source from others, in this process: its keyed hash costs a fifth of a digest that could be kept."""
        return b"%x %d" % (hash(body) & 0xFFFF_FFFF_FFFF_FFFF, len(body))

    def add(self, entry: Entry, page: Page, links: bytes | None) -> None:
        """Take in a page; its links may be given later."""
        self._entries.append(entry)
        if links is not None:
            self.add_links(entry.number, links)
        if entry.twin is None:
            self._unwritten.add(entry.number)
            self._keep(entry.number, page)
        else:
            self._write(entry.number, page)  # hardly anybody will ask for it

    def add_feed(self, feed: Fetched) -> None:
        self._feeds[feed.url] = replace(feed, body=zlib.compress(feed.body))

    def feeds(self) -> Iterator[Fetched]:
        for url in sorted(self._feeds):
            yield replace(self._feeds[url], body=zlib.decompress(self._feeds[url].body))

    def drop(self, dropped: Dropped) -> None:
        """Count something that was left out, and keep the first few of each reason."""
        self._dropped_counts[dropped.reason] += 1
        if self._dropped_counts[dropped.reason] <= EXAMPLES_KEPT:
            self._dropped.append(dropped)

    def forget_dropped(self) -> None:
        """Before a source is read again, which will say it all again."""
        self._dropped_counts.clear()
        self._dropped.clear()

    def mark_twins(self, twins: dict[int, int]) -> None:
        for number, twin in twins.items():
            self._entries[number] = replace(self._entries[number], twin=twin)

    def entries(self) -> list[Entry]:
        return list(self._entries)

    def page(self, number: int) -> Page:
        known = self._recent.get(number)
        if known is not None:
            return known
        if not 0 <= number < len(self._entries):
            raise ResultError(f"no page {number} in this site; it holds {len(self._entries)} pages")
        row = self._database.execute("select columns, url, encoding, repairs from pages where number = ?", (number,)).fetchone()
        page = Page(unpack_columns(row[0]), row[1], row[2], tuple(filter(None, row[3].split("; "))))
        self._keep(number, page)
        return page

    def _keep(self, number: int, page: Page) -> None:
        for gone, other in self._recent.keep(number, page):
            if gone in self._unwritten:
                self._unwritten.remove(gone)
                self._write(gone, other)

    def _write(self, number: int, page: Page) -> None:
        values = (number, page.url, page.encoding, "; ".join(page.repairs), pack_columns(page.columns))
        self._database.execute("insert into pages values (?, ?, ?, ?, ?)", values)

    def links(self, number: int) -> bytes | None:
        """The links of a page; none where they were not given yet."""
        row = self._database.execute("select links from links where number = ?", (number,)).fetchone()
        return None if row is None else bytes(row[0])

    def add_links(self, number: int, links: bytes) -> None:
        self._database.execute("insert or replace into links values (?, ?)", (number, links))

    def dropped_counts(self) -> Counter[str]:
        return Counter(dict(sorted(self._dropped_counts.items())))

    def dropped_examples(self) -> Iterator[Dropped]:
        yield from self._dropped

    def commit(self) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """Let memory and file go."""
        if "_database" in self.__dict__:
            self._database.close()
