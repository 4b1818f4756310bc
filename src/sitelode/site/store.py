"""The parsed pages of a site: one SQLite file with compressed columns, kept in a folder or gone with the process.

A page takes about a fifth of its size. Only the entries stay in memory and, up to a limit, the pages used last. Most sites mined without a
folder are small: their pages stay in memory, and are packed only when they must leave it.
"""

import sqlite3
import zlib
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

from sitelode.counted import counted
from sitelode.errors import ResultError
from sitelode.html.feeds import MOST_FEED_BYTES
from sitelode.html.page import Page
from sitelode.model import Dropped, Fetched
from sitelode.site.columns_file import UNPACKING_FAILS, own_columns, pack_columns, unpack_columns
from sitelode.site.database import Database, removed

FORMAT = "2"  # raised when the tables or the columns change; older files are replaced
EXAMPLES_KEPT = 20  # per reason for dropping something. Set by hand
MOST_BYTES = 64_000_000  # of columns; values derived from them take about as much again. Set by hand: some 600 pages of usual size
_COMMIT_EVERY = 200  # pages; an interruption can lose this many. Set by hand
_LASTING = ("journal_mode = wal", "synchronous = normal")  # SQLite's settings for a file that outlives a crash
_PASSING = ("journal_mode = memory", "cache_size = -16000")  # and for a temporary one, of which so many KB stay in memory
_DIGEST_SIZE = 16  # bytes
_TABLES = (
    "create table about (name text primary key, value text) without rowid",
    """create table pages (number integer primary key, url text, origin text, encoding text, size integer, digest blob, twin integer,
    columns blob, links blob)""",
    "create index pages_by_origin on pages (origin)",
    "create table dropped (reason text, place text, detail text)",
    "create table dropped_counts (reason text primary key, count integer) without rowid",
    "create table if not exists feeds (url text primary key, origin text, content_type text, body blob)",
    "create table if not exists notes (number integer primary key, text blob, title text, canonical text, reason text)",
)
_ADDED_LATER = 2  # of these tables: files written before they existed lack them, and are still valid


@dataclass(frozen=True, slots=True)
class Entry:
    """The data of a page that can be read without loading it."""

    number: int
    url: str
    origin: str
    size: int  # bytes of the source
    digest: bytes  # of the source; computed by the store
    twin: int | None = None  # the page this one repeats


@dataclass(frozen=True, slots=True)
class PackedPage:
    """A parsed page as it is stored."""

    encoding: str
    columns: bytes


@dataclass(frozen=True, slots=True)
class PageNote:
    """What a page is compared by when repetitions are looked for, so that it need not be loaded when others are added."""

    number: int
    text: bytes  # a digest of it; empty where there is none
    title: str = ""
    canonical: str = ""  # the address that it states for itself, else its own; empty for a page that says the same as another
    reason: str = ""  # why it is left out


class KeptPages:
    """Pages in memory by number, within a limit: the first ones that come, and of the others those used last.

    A large site is read from its first page to its last several times: if all pages gave way to later ones, each pass would load each page.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_first, self._most_recent = most_bytes - most_bytes // 4, most_bytes // 4
        self._first: dict[int, tuple[Page, int]] = {}
        self._recent: OrderedDict[int, tuple[Page, int]] = OrderedDict()
        self._first_bytes = self._recent_bytes = 0

    def get(self, number: int) -> Page | None:
        if number in self._recent:
            self._recent.move_to_end(number)
        found = self._first.get(number) or self._recent.get(number)
        return None if found is None else found[0]

    def keep(self, number: int, page: Page) -> list[tuple[int, Page]]:
        """Add a page, and return those that were removed for it."""
        size = page.columns.nbytes
        self.forget(number)
        if self._first_bytes + size <= self._most_first:
            self._first[number] = page, size
            self._first_bytes += size
            return []
        self._recent[number] = page, size
        self._recent_bytes += size
        gone = []
        while self._recent_bytes > self._most_recent:
            oldest, (other, size) = self._recent.popitem(last=False)
            self._recent_bytes -= size
            gone.append((oldest, other))
        return gone

    def forget(self, number: int) -> None:
        self._first_bytes -= self._first.pop(number, (None, 0))[1]
        self._recent_bytes -= self._recent.pop(number, (None, 0))[1]

    def clear(self) -> None:
        self._first.clear()
        self._recent.clear()
        self._first_bytes = self._recent_bytes = 0


class SiteStore:
    """One file of pages. Only one process at a time may open it for writing; one without a path is temporary."""

    def __init__(self, path: Path | None) -> None:
        self.path, self._recent = path, KeptPages()
        self._unwritten: set[int] = set()  # pages of a temporary store that are only in memory
        self._sound: dict[int, int] = {}  # pages packed or checked here: a keyed hash of the columns, which nobody can foresee
        self._uncommitted = 0
        self._in_one_step = False
        self._database = Database(path, *(_PASSING if path is None else _LASTING))
        self._prepare()

    @property
    def is_temporary(self) -> bool:
        return self.path is None

    def _prepare(self) -> None:
        made = self._database.objects()
        self.is_new = not made
        if self.is_new:
            self._make_tables()
        # Anything else would be run as a program of whoever made it: views, triggers, columns that are computed.
        self.is_foreign = not made <= _own_objects()
        if not self.is_foreign:
            for command in _TABLES[-_ADDED_LATER:]:
                self._database.run(command)

    def _make_tables(self) -> None:
        """All or none: whoever is interrupted leaves no file that is neither new nor complete."""
        self._database.run("begin")
        for command in _TABLES:
            self._database.run(command)
        self["format"] = FORMAT
        self._database.run("commit")

    def __getitem__(self, name: str) -> str | None:
        row = self._database.one("select value from about where name = ?", (name,))
        return None if row is None else str(row[0])

    def __setitem__(self, name: str, value: str) -> None:
        self._database.run("insert or replace into about values (?, ?)", (name, value))

    def clear(self) -> None:
        """Delete everything: the source has changed."""
        self.commit()
        self._recent.clear()
        if self._made_anew():
            return
        for kind, name, _ in self._database.objects():
            if kind == "table":
                self._database.run(f'drop table if exists "{name}"')
        self._database.run("vacuum")
        self._make_tables()

    def _made_anew(self) -> bool:
        """Replace the file by a new one; processes that read the old one keep it. False if it cannot be removed."""
        assert self.path is not None  # a temporary store is new
        self._database.close()
        is_gone = removed(self.path)
        self._database = Database(self.path, *_LASTING)
        if is_gone:
            self._prepare()
        return is_gone

    @staticmethod
    def digest_of(body: bytes) -> bytes:
        """A digest that identifies a source."""
        return blake2b(body, digest_size=_DIGEST_SIZE).digest()

    def add(self, entry: Entry, page: Page, links: bytes | None) -> None:
        """Store a page and its links, which may be added later."""
        stays = self.is_temporary and entry.twin is None
        self.add_packed(entry, PackedPage(page.encoding, b"" if stays else self._packed(entry.number, page)), links)
        if stays:
            self._unwritten.add(entry.number)
        if entry.twin is None:
            self._keep(entry.number, page)  # a site is read right after it is opened, and a small one need not be loaded again

    def _packed(self, number: int, page: Page) -> bytes:
        columns = pack_columns(page.columns)
        self._sound[number] = hash(columns)
        return columns

    def _keep(self, number: int, page: Page) -> None:
        for gone, other in self._recent.keep(number, page):
            if gone in self._unwritten:
                self._unwritten.remove(gone)
                self._database.run("update pages set columns = ? where number = ?", (self._packed(gone, other), gone))

    def add_packed(self, entry: Entry, page: PackedPage, links: bytes | None) -> None:
        """Store a page that another process parsed."""
        self._begin()
        about = entry.number, entry.url, entry.origin, page.encoding, entry.size, entry.digest, entry.twin
        values = (*about, page.columns, links)
        self._database.run("insert into pages values (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        self._uncommitted += 1
        if self._uncommitted >= _COMMIT_EVERY:
            self.commit()

    @contextmanager
    def in_one_step(self) -> Iterator[None]:
        """All changes of a block, or none where it fails."""
        self.commit()
        self._begin()
        self._in_one_step = True
        try:
            yield
        except BaseException:
            self._database.run("rollback")
            self._recent.clear()
            raise
        finally:
            self._in_one_step = False
        self.commit()

    def replace(self, entry: Entry, page: Page, links: bytes) -> None:
        """Store another version of a page under its number."""
        self._begin()
        self._recent.forget(entry.number)
        self._database.run("delete from pages where number = ?", (entry.number,))
        self.add(entry, page, links)

    def remove(self, numbers: Collection[int]) -> dict[int, int]:
        """Take pages out; the last ones get the numbers that become free, so that there is no gap. Returns their old and new numbers."""
        self._begin()
        self._database.run_many("delete from pages where number = ?", [(number,) for number in numbers])
        self._database.run_many("delete from notes where number = ?", [(number,) for number in numbers])
        left = sorted(row[0] for row in self._database.run("select number from pages"))
        moved = {number: free for number, free in zip(left[::-1], sorted(set(range(len(left))) - set(left)), strict=False) if number > free}
        for number, free in moved.items():
            self._database.run("update pages set number = ? where number = ?", (free, number))
            self._database.run("update notes set number = ? where number = ?", (free, number))
            self._database.run("update pages set twin = ? where twin = ?", (free, number))
        self._recent.clear()
        return moved

    def set_twins(self, twins: Mapping[int, int | None]) -> None:
        """Say which pages these repeat, or that they repeat none."""
        self._begin()
        self._database.run_many("update pages set twin = ? where number = ?", [(twin, number) for number, twin in twins.items()])

    def set_origins(self, origins: Mapping[int, str]) -> None:
        self._begin()
        self._database.run_many("update pages set origin = ? where number = ?", [(origin, number) for number, origin in origins.items()])

    def write_notes(self, notes: Iterable[PageNote]) -> None:
        self._begin()
        rows = [(each.number, each.text, each.title, each.canonical, each.reason) for each in notes]
        self._database.run_many("insert or replace into notes values (?, ?, ?, ?, ?)", rows)

    def notes(self) -> list[PageNote]:
        """One for each page, in their order; none at all if some are missing or something else."""
        found = [PageNote(*row) for row in self._database.run("select number, text, title, canonical, reason from notes order by number")]
        pages = self._database.one("select count(*) from pages")
        is_sound = all(each.number == place and isinstance(each.text, bytes) for place, each in enumerate(found))
        is_sound = is_sound and all(isinstance(text, str) for each in found for text in (each.title, each.canonical, each.reason))
        return found if is_sound and pages == (len(found),) else []

    def add_feed(self, feed: Fetched) -> None:
        self._begin()
        values = (feed.url, feed.origin, feed.content_type, zlib.compress(feed.body))
        self._database.run("insert or replace into feeds values (?, ?, ?, ?)", values)

    def feeds(self) -> Iterator[Fetched]:
        for url, origin, content_type, body in self._database.run("select url, origin, content_type, body from feeds order by url"):
            if not (isinstance(url, str) and isinstance(origin, str) and isinstance(content_type, str | None) and isinstance(body, bytes)):
                raise self._damaged("a feed is none")
            yield Fetched(url, self._unpacked_feed(body), content_type, origin)

    def _unpacked_feed(self, body: bytes) -> bytes:
        try:
            return zlib.decompressobj().decompress(body, MOST_FEED_BYTES)
        except zlib.error as problem:
            raise self._damaged("a feed is none") from problem

    def drop(self, dropped: Dropped) -> None:
        """Count an item that was left out, and keep the first few examples per reason."""
        self._begin()
        self._database.run(
            "insert into dropped_counts values (?, 1) on conflict (reason) do update set count = count + 1", (dropped.reason,)
        )
        if self.dropped_counts()[dropped.reason] <= EXAMPLES_KEPT:
            self._database.run("insert into dropped values (?, ?, ?)", (dropped.reason, dropped.where, dropped.detail))

    def forget_dropped(self) -> None:
        """Reset the counts before a source is read again, which counts everything again."""
        self._database.run("delete from dropped")
        self._database.run("delete from dropped_counts")

    def entries(self) -> list[Entry]:
        found = [Entry(*row) for row in self._database.run("select number, url, origin, size, digest, twin from pages order by number")]
        if not all(_is_sound(entry, place, len(found)) for place, entry in enumerate(found)):
            raise self._damaged("the list of its pages is none")
        return found

    def page(self, number: int) -> Page:
        known = self._recent.get(number)
        if known is not None:
            return known
        row = self._database.one("select columns, url, encoding from pages where number = ?", (number,))
        if row is None:
            raise ResultError(f"no page {number} in {self.path or 'this site'}; it holds {counted(len(self.entries()), 'page')}")
        columns, url, encoding = row
        try:
            if not (isinstance(url, str) and isinstance(encoding, str)):
                raise TypeError("its address is none")
            # Checking takes longer than unpacking, and large sites are read several times.
            is_sound = self._sound.get(number) == hash(columns)
            page = Page((own_columns if is_sound else unpack_columns)(columns), url, encoding)
            self._sound[number] = hash(columns)
        except UNPACKING_FAILS as problem:
            raise self._damaged(f"page {number}: {problem!s:.100}") from problem
        self._keep(number, page)
        return page

    def links(self, number: int) -> bytes | None:
        """The links of a page; None if they were not stored yet."""
        row = self._database.one("select links from pages where number = ?", (number,))
        links = None if row is None else row[0]
        if not isinstance(links, bytes | None):
            raise self._damaged(f"page {number}: its links are none")
        return links

    def add_links(self, number: int, links: bytes) -> None:
        self._database.run("update pages set links = ? where number = ?", (links, number))

    def dropped_counts(self) -> Counter[str]:
        rows = self._database.run("select reason, count from dropped_counts order by reason")
        if not all(isinstance(reason, str) and isinstance(count, int) for reason, count in rows):
            raise self._damaged("what was left out is not counted")
        return Counter(dict(rows))

    def dropped_examples(self) -> Iterator[Dropped]:
        for reason, place, detail in self._database.run("select reason, place, detail from dropped order by rowid"):
            yield Dropped(str(place), str(reason), str(detail))

    def _damaged(self, problem: str) -> ResultError:
        return ResultError(f"{self.path} is damaged ({problem}); mine the site again")

    def _begin(self) -> None:
        if not self._database.in_transaction:
            self._database.run("begin")

    def commit(self) -> None:
        if self._in_one_step:
            return
        if self._database.in_transaction:
            self._database.run("commit")
        self._uncommitted = 0

    def close(self) -> None:
        self.commit()
        self._database.close()


@cache
def _own_objects() -> frozenset[tuple[str, str, str]]:
    """What a file of this program may hold, as SQLite writes it down."""
    with closing(sqlite3.connect(":memory:")) as empty:
        for command in _TABLES:
            empty.execute(command)
        return frozenset(empty.execute("select type, name, sql from sqlite_master where sql is not null"))


def _is_sound(entry: Entry, place: int, pages: int) -> bool:
    """Whether the parts of an entry have the types they should; pages are numbered from 0, and repeat one before them."""
    texts = isinstance(entry.url, str) and isinstance(entry.origin, str) and isinstance(entry.digest, bytes)
    numbers = entry.number == place and isinstance(entry.size, int) and (entry.twin is None or isinstance(entry.twin, int))
    return texts and numbers and (entry.twin is None or 0 <= entry.twin < pages)
