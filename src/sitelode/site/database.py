"""The SQLite file of a site: opened with care, because people share results, and with one line for whatever goes wrong with it."""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from weakref import finalize

from sitelode.errors import ResultError

_BESIDE: Final = ("", "-wal", "-shm")  # SQLite's own files beside a file that somebody has open


class Database:
    """A connection. Every problem (a full disk, a damaged or foreign file, a lock) is a ResultError."""

    def __init__(self, path: Path | None, *settings: str) -> None:
        """Open a file, or without a path a temporary one that SQLite writes when memory is full; settings as for SQLite's `pragma`."""
        self._path = path
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            # What is temporary goes to no other process, but to any thread of this one.
            self._connection = sqlite3.connect(path or "", isolation_level=None, check_same_thread=path is not None)
        except (sqlite3.Error, OSError) as problem:
            raise self._error(problem) from problem
        finalize(self, _close, self._connection)  # it is part of a reference cycle; also at the end of the process
        for setting in ("trusted_schema = off", *settings):
            self.run(f"pragma {setting}")

    def run(self, command: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a command; all rows it gives."""
        try:
            return self._connection.execute(command, values).fetchall()
        except (sqlite3.Error, OverflowError, ValueError) as problem:  # ValueError: a text, or a name of SQLite, that is no UTF-8
            raise self._error(problem) from problem

    def one(self, command: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """The first row a command gives."""
        return next(iter(self.run(command, values)), None)

    def run_many(self, command: str, values: Iterable[Sequence[Any]]) -> None:
        try:
            self._connection.executemany(command, values)
        except sqlite3.Error as problem:
            raise self._error(problem) from problem

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def objects(self) -> set[tuple[str, str, str]]:
        """Kind, name and definition of everything that somebody made in it."""
        made = self.run("select type, name, sql from sqlite_master where sql is not null")
        return {(str(kind), str(name), str(sql)) for kind, name, sql in made}

    def close(self) -> None:
        try:
            self._connection.close()
        except sqlite3.Error as problem:
            raise self._error(problem) from problem

    def _error(self, problem: Exception) -> ResultError:
        if self._path is None:
            return ResultError(f"cannot use a temporary file: {problem}; give a folder for the result")
        return ResultError(f"cannot use {self._path}: {problem}; {_remedy(problem)}")


def _close(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):  # another thread may have it
        connection.close()


def _remedy(problem: Exception) -> str:
    if getattr(problem, "sqlite_errorname", "").startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        return "make room on the disk, and the same command goes on where it stopped"
    return "give another folder, or remove that file"


def removed(path: Path) -> bool:
    """Remove a database with the files that SQLite keeps beside it, which it would apply to the next one. False if that is not possible."""
    try:
        for ending in _BESIDE:
            path.with_name(path.name + ending).unlink(missing_ok=True)
    except OSError:  # another process has it open, on a system that then forbids removing it
        return False
    return True
