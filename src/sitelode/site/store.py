"""The parsed pages of a site on disk: one SQLite file with compressed columns.

A page takes about a fifth of its size. Only the entries stay in memory and, up to a limit, the pages used last.
"""

import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Self

from sitelode.errors import ResultError
from sitelode.html.page import Page
from sitelode.model import Dropped, Fetched
from sitelode.site.columns_file import pack_columns, unpack_columns
from sitelode.site.recent_pages import RecentPages

FORMAT = "1"  # raised when the tables or the columns change; older files are replaced
EXAMPLES_KEPT = 20  # per reason for dropping something. Set by hand
_COMMIT_EVERY = 200  # pages; an interruption can lose this many. Set by hand
_DIGEST_SIZE = 16  # bytes
_TABLES = """
create table about (name text primary key, value text) without rowid;
create table pages (number integer primary key, url text, origin text, encoding text, size integer, digest blob, twin integer,
    repairs text, columns blob, links blob);
create index pages_by_origin on pages (origin);
create table dropped (reason text, place text, detail text);
create table dropped_counts (reason text primary key, count integer) without rowid;
"""
# Not among the tables above: files written before feeds existed lack it, and are still valid.
_FEEDS_TABLE = "create table if not exists feeds (url text primary key, origin text, content_type text, body blob)"


@dataclass(frozen=True, slots=True)
class Entry:
    """The data of a page that can be read without loading it."""

    number: int
    url: str
    origin: str
    size: int  # bytes of the source
    digest: bytes  # of the source; computed by the store
    twin: int | None = None  # the page this one repeats


class SiteStore:
    """One file of pages. Only one process at a time may open it for writing."""

    is_temporary = False

    def __init__(self, path: Path) -> None:
        self.path, self._recent = path, RecentPages()
        self._uncommitted = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = self._lasting(path)
            self._prepare()
        except (sqlite3.Error, OSError) as problem:
            raise ResultError(f"cannot use {path}: {problem}; give another folder with -o, or remove that file") from problem

    def _lasting(self, path: Path) -> sqlite3.Connection:
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = normal")
        return database

    def _prepare(self) -> None:
        self.is_new = self._database.execute("select 1 from sqlite_master where name = 'about'").fetchone() is None
        if self.is_new:
            self._database.executescript(_TABLES)
            self["format"] = FORMAT
        self._database.execute(_FEEDS_TABLE)

    def __getitem__(self, name: str) -> str | None:
        row = self._database.execute("select value from about where name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def __setitem__(self, name: str, value: str) -> None:
        self._database.execute("insert or replace into about values (?, ?)", (name, value))

    def clear(self) -> None:
        """Delete everything: the source has changed."""
        self.commit()
        self._recent.clear()
        if self._made_anew(self.path):
            return
        for table in ("pages", "dropped", "dropped_counts", "feeds", "about"):
            self._database.execute(f"drop table if exists {table}")
        self._database.execute("vacuum")
        self._database.executescript(_TABLES)
        self._database.execute(_FEEDS_TABLE)
        self["format"] = FORMAT

    def _made_anew(self, path: Path) -> bool:
        """Replace the file by a new one; processes that read the old one keep it. False if it cannot be removed."""
        self._database.close()
        try:
            # Also the files that SQLite keeps next to it while others have it open: SQLite would apply them to the new one.
            for ending in ("", "-wal", "-shm"):
                path.with_name(path.name + ending).unlink(missing_ok=True)
            is_gone = True
        except OSError:  # another process has it open, on a system that then forbids removing it
            is_gone = False
        self._database = self._lasting(path)
        if is_gone:
            self._prepare()
        return is_gone

    def digest_of(self, body: bytes) -> bytes:
        """A digest that identifies a source."""
        return blake2b(body, digest_size=_DIGEST_SIZE).digest()

    def add(self, entry: Entry, page: Page, links: bytes | None) -> None:
        """Store a page and its links."""
        self._begin()
        self._database.execute(
            "insert into pages values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (entry.number, entry.url, entry.origin, page.encoding, entry.size, entry.digest, entry.twin, "; ".join(page.repairs),
             pack_columns(page.columns), links),
        )  # fmt: skip
        if entry.twin is None:
            self._recent.keep(entry.number, page)  # a site is read right after it is opened, and a small one need not be loaded again
        self._uncommitted += 1
        if self._uncommitted >= _COMMIT_EVERY:
            self.commit()

    def add_feed(self, feed: Fetched) -> None:
        self._begin()
        values = (feed.url, feed.origin, feed.content_type, zlib.compress(feed.body))
        self._database.execute("insert or replace into feeds values (?, ?, ?, ?)", values)

    def feeds(self) -> Iterator[Fetched]:
        for url, origin, content_type, body in self._database.execute("select url, origin, content_type, body from feeds order by url"):
            yield Fetched(url, zlib.decompress(body), content_type, origin)

    def drop(self, dropped: Dropped) -> None:
        """Count an item that was left out, and keep the first few examples per reason."""
        self._begin()
        self._database.execute(
            "insert into dropped_counts values (?, 1) on conflict (reason) do update set count = count + 1", (dropped.reason,)
        )
        row = self._database.execute("select count from dropped_counts where reason = ?", (dropped.reason,)).fetchone()
        if row[0] <= EXAMPLES_KEPT:
            self._database.execute("insert into dropped values (?, ?, ?)", (dropped.reason, dropped.where, dropped.detail))

    def forget_dropped(self) -> None:
        """Reset the counts before a source is read again, which counts everything again."""
        self._database.execute("delete from dropped")
        self._database.execute("delete from dropped_counts")

    def mark_twins(self, twins: dict[int, int]) -> None:
        if not twins:
            return
        self._begin()
        self._database.executemany("update pages set twin = ? where number = ?", [(twin, number) for number, twin in twins.items()])
        self.commit()

    def entries(self) -> list[Entry]:
        rows = self._database.execute("select number, url, origin, size, digest, twin from pages order by number")
        return [Entry(*row) for row in rows]

    def page(self, number: int) -> Page:
        known = self._recent.get(number)
        if known is not None:
            return known
        row = self._database.execute("select columns, url, encoding, repairs from pages where number = ?", (number,)).fetchone()
        if row is None:
            raise ResultError(f"no page {number} in {self.path}; it holds {len(self.entries())} pages")
        page = Page(unpack_columns(row[0]), row[1], row[2], tuple(filter(None, row[3].split("; "))))
        self._recent.keep(number, page)
        return page

    def links(self, number: int) -> bytes | None:
        """The links of a page; None if they were not stored yet."""
        links: bytes | None = self._database.execute("select links from pages where number = ?", (number,)).fetchone()[0]
        return links

    def add_links(self, number: int, links: bytes) -> None:
        self._database.execute("update pages set links = ? where number = ?", (links, number))

    def dropped_counts(self) -> Counter[str]:
        return Counter(dict(self._database.execute("select reason, count from dropped_counts order by reason")))

    def dropped_examples(self) -> Iterator[Dropped]:
        for reason, place, detail in self._database.execute("select reason, place, detail from dropped order by rowid"):
            yield Dropped(place, reason, detail)

    def _begin(self) -> None:
        if not self._database.in_transaction:
            self._database.execute("begin")

    def commit(self) -> None:
        if self._database.in_transaction:
            self._database.execute("commit")
        self._uncommitted = 0

    def close(self) -> None:
        self.commit()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()
