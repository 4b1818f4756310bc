"""What a person changed about the columns of a table: names, order, types, hidden and merged ones. It is kept in `tables.json`.

Tables get other numbers when a site grows, so an edit names the addresses of a few pages of its table.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from sitelode.articles.fields.dates import stated_date
from sitelode.errors import ResultError, SettingError
from sitelode.json_data import Bounds, JsonData, form_of
from sitelode.output.files import whole_file
from sitelode.output.safe_text import BETWEEN_VALUES, Value
from sitelode.output.tables.read_tables import ResultTable, tables_of
from sitelode.output.tables.table_files import Forms, TableHead, table_files
from sitelode.shared_file import SharedFile, only_writer

FILE_NAME: Final = "tables.json"
TYPES: Final = ("text", "number", "date", "link", "image")
BETWEEN_MERGED: Final = " "
LONGEST_NAME: Final = 60  # characters of a column's name
_MOST_COLUMNS: Final = 500
_PAGES_NAMED: Final = 20  # addresses by which a table is recognised; set by hand
_FORMAT: Final = 1
_FILE: Final = SharedFile("file of columns", 5_000_000, ResultError, "mend that file, or move it away to have columns as they were found")
_NUMBER: Final = re.compile(r"[-+\N{MINUS SIGN}]?\d[\d.,'\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE} ]*")
_DECIMALS: Final = re.compile(r"[.,](\d{1,2})$")


@dataclass(frozen=True, slots=True)
class ColumnEdit(JsonData):
    """One column as a person wants it."""

    name: str
    sources: Annotated[tuple[str, ...], Bounds(1, _MOST_COLUMNS)]  # columns as they were found; several are merged
    type: Annotated[str, form_of(Literal[TYPES])] = "text"
    hidden: bool = False
    converts: bool = False  # whether values are written as the type has them, or as they were found

    def value(self, fields: Mapping[str, Value]) -> str:
        """The value of a row."""
        parts = (joined(fields.get(source)) for source in self.sources)
        text = BETWEEN_MERGED.join(part for part in parts if part)
        return _TYPED[self.type](text) if self.converts and self.type in _TYPED else text


@dataclass(frozen=True, slots=True)
class TableEdit(JsonData):
    """The columns of one table."""

    pages: Annotated[tuple[str, ...], Bounds(1, _PAGES_NAMED)]
    columns: Annotated[tuple[ColumnEdit, ...], Bounds(1, _MOST_COLUMNS)]

    @property
    def shown(self) -> list[ColumnEdit]:
        return [column for column in self.columns if not column.hidden]


def joined(value: Value) -> str:
    """One value, or several in one text, as in every CSV."""
    return value or "" if isinstance(value, str | None) else BETWEEN_VALUES.join(value)


def as_number(text: str) -> str:
    """The first number of a text, as programs write it; the text itself if it has none."""
    found = _NUMBER.search(text)
    if found is None:
        return text
    digits = found[0].strip(" ,.'").replace("\N{MINUS SIGN}", "-")
    decimals = _DECIMALS.search(digits)
    whole = re.sub(r"[^\d+-]", "", digits[: decimals.start()] if decimals else digits)
    return f"{whole}.{decimals[1]}" if decimals else whole


def as_date(text: str) -> str:
    return stated_date(text) or text


_TYPED: Final[Mapping[str, Callable[[str], str]]] = {"number": as_number, "date": as_date}


@dataclass(frozen=True, slots=True)
class TableEdits:
    """All edits of a result."""

    edits: tuple[TableEdit, ...] = ()

    @classmethod
    def of_folder(cls, folder: Path) -> "TableEdits":
        """The edits of a result; none if nobody changed a column.

        Raises:
            ResultError: when the file exists but cannot be read.

        """
        path = folder / FILE_NAME
        if not path.exists():
            return cls()
        try:
            return cls(tuple(TableEdit.from_data(each) for each in _FILE.json(path)["tables"]))
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            raise ResultError(f"cannot read {path}: {problem!s:.200}; {_FILE.remedy}") from problem

    def for_pages(self, pages: Iterable[str]) -> TableEdit | None:
        """The edit of the table that has these pages."""
        known = set(pages)
        return next((each for each in reversed(self.edits) if known.intersection(each.pages)), None)


def keep_edit(folder: Path, pages: Sequence[str], columns: Sequence[ColumnEdit] | None) -> None:
    """Keep the columns of the table that has these pages; None: as they were found."""
    path = folder / FILE_NAME
    with only_writer(path):
        edits = TableEdits.of_folder(folder)
        before = edits.for_pages(pages)
        kept = [each for each in edits.edits if each is not before]
        if columns is not None:
            kept.append(TableEdit(tuple(sorted(set(pages))[:_PAGES_NAMED]), tuple(columns)))
        with whole_file(path) as file:
            file.write(json.dumps({"format": _FORMAT, "tables": [each.to_data() for each in kept]}, ensure_ascii=False, indent=1) + "\n")


def checked_columns(given: object, found: Sequence[str]) -> list[ColumnEdit]:
    """Columns as a person sent them.

    Raises:
        SettingError: when they are none, or not of this table.

    """
    try:
        columns = [ColumnEdit.from_data(each) for each in given] if isinstance(given, list) else []
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise SettingError(f"these are not columns: {problem!s:.200}") from problem
    names = [column.name for column in columns]
    if not columns or any(not 0 < len(name.strip()) <= LONGEST_NAME or not name.isprintable() for name in names):
        raise SettingError(f"a column's name has 1 to {LONGEST_NAME} characters, all of them printable")
    if len(set(names)) < len(names):
        raise SettingError("two columns of a table cannot have the same name")
    unknown = {source for column in columns for source in column.sources} - set(found)
    if unknown:
        raise SettingError(f"this table has no column {min(unknown)!r}")
    return columns


def write_edited_tables(folder: Path) -> int:
    """Write all tables with changed columns again; returns how many there are."""
    edits, written = TableEdits.of_folder(folder), 0
    if not edits.edits:
        return 0
    for table in tables_of(folder):
        edit = edits.for_pages(table.pages)
        if edit is not None:
            write_table(table, edit.shown)
            written += 1
    return written


def as_found(table: ResultTable) -> list[ColumnEdit]:
    """The columns of a table that nobody changed."""
    return [ColumnEdit(name, (name,), kind if kind in TYPES else "text") for name in table.names for kind in [table.types[name]]]


def write_table(table: ResultTable, columns: list[ColumnEdit]) -> None:
    """Write a table with these columns, in the forms it has."""
    places = {"url": "text", "position": "whole"} if table.is_list else {"url": "text"}
    forms = Forms(*(table.path.with_suffix(ending).is_file() for ending in (".parquet", ".xlsx")))
    with table_files(table.path, TableHead(places, {column.name: "text" for column in columns}, (), {}), forms) as add:
        for row in table.rows:
            add({**{column.name: column.value(row.fields) for column in columns}, "url": row.url, "position": row.position})
