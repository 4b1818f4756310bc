"""The full-text index of a result folder, in `search.sqlite` beside its articles: made on the first search, and again when they change.

SQLite's FTS5 keeps the words alone; texts are read from the files of the result when they are shown, so that the index stays small. Words
are cut by `query.py`, so that Chinese, Japanese and Thai can be searched too; accents do not count.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from sitelode.errors import ResultError
from sitelode.search.mined_texts import FILES, mined_texts
from sitelode.search.query import search_words
from sitelode.site.database import Database, removed

NAME: Final = "search.sqlite"
TITLE_WEIGHT: Final = 5.0  # a word of the title counts as often; set by hand, as it was before there was an index
_FORM: Final = "1"  # of the index; a change makes every index anew
_COMMANDS: Final = (
    "create virtual table texts using fts5(title, body, content='', tokenize=\"unicode61 remove_diacritics 0 categories 'L* N* M* Co'\")",
    "create table places (id integer primary key, kind text not null, place integer not null)",
    "create table made_of (state text not null)",
)


class Candidate(NamedTuple):
    """A text that matches, by its place in one of the folder's files."""

    kind: str
    place: int
    rank: float  # SQLite's BM25: the lower the better


class TextIndex:
    """The words of all texts of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._database = _opened(folder)

    def __len__(self) -> int:
        (count,) = self._database.one("select count(*) from places") or (0,)
        return int(count)

    def candidates(self, match: str, kinds: tuple[str, ...], most: int) -> list[Candidate]:
        """The texts of these kinds that match, best first; ties in the order of the files."""
        command = (
            f"select kind, place, bm25(texts, {TITLE_WEIGHT}, 1.0) as fit from texts join places on places.id = texts.rowid "  # noqa: S608
            f"where texts match ? and kind in ({', '.join('?' for _ in kinds)}) order by fit, places.id limit ?"
        )
        return [Candidate(*row) for row in self._database.run(command, (match, *kinds, most))]

    def having(self, match: str) -> int:
        """The number of texts that match."""
        (count,) = self._database.one("select count(*) from texts where texts match ?", (match,)) or (0,)
        return int(count)

    def close(self) -> None:
        self._database.close()


def _opened(folder: Path) -> Database:
    """The index on disk if it is up to date; else a new one, on disk where that is allowed."""
    path, state = folder / NAME, _state(folder)
    if path.is_file():
        with suppress(ResultError):
            database = Database(path)
            if _is_ours(database) and database.one("select state from made_of") == (state,):
                return database
            database.close()
        removed(path)
    try:
        return _made(Database(path, "journal_mode = memory"), folder, state)
    except ResultError:  # a folder that may only be read
        if not path.is_file():
            return _made(Database(None), folder, state)
        removed(path)
        raise


def _made(database: Database, folder: Path, state: str) -> Database:
    database.run("begin")
    for command in _COMMANDS:
        database.run(command)
    places: list[tuple[int, str, int]] = []  # texts are not kept: a result may be larger than memory

    def rows() -> Iterator[tuple[int, str, str]]:
        for number, (kind, place, title, body) in enumerate(_entries(folder), start=1):
            places.append((number, kind, place))
            yield number, title, body

    database.run_many("insert into texts(rowid, title, body) values (?, ?, ?)", rows())
    database.run_many("insert into places values (?, ?, ?)", places)
    database.run("insert into made_of values (?)", (state,))
    database.run("commit")
    return database


def _entries(folder: Path) -> Iterator[tuple[str, int, str, str]]:
    for place, text in mined_texts(folder):
        yield text.kind, place, " ".join(search_words(text.title)), " ".join(search_words(text.text))


def _state(folder: Path) -> str:
    """Changes whenever the files do."""
    known = [path.stat() for name in FILES.values() if (path := folder / name).is_file()]
    return " ".join([_FORM, *(f"{each.st_size}-{each.st_mtime_ns}" for each in known)])


def _is_ours(database: Database) -> bool:
    """Whether a file has what an index has and nothing else: people share results."""
    empty = Database(None)
    try:
        for command in _COMMANDS:
            empty.run(command)
        return database.objects() == empty.objects()
    finally:
        empty.close()


def has_full_text() -> bool:
    """Whether this Python's SQLite has FTS5."""
    with sqlite3.connect(":memory:") as connection:
        try:
            connection.execute("create virtual table t using fts5(x)")
        except sqlite3.OperationalError:
            return False
    return True
