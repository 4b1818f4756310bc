"""Tables as spreadsheets: lists and detail pages with their columns as a person wants them; the records of one page."""

import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sitelode.errors import ResultError, SettingError
from sitelode.layout.site_layouts import common_url_pattern
from sitelode.output.tables.column_edits import TYPES, ColumnEdit, TableEdits, as_found, checked_columns, keep_edit, write_table
from sitelode.output.tables.read_tables import ResultTable, TableRow, tables_of
from sitelode.studio.frame import Marks
from sitelode.studio.session import StudioSession
from sitelode.studio.views.regions import path_words
from sitelode.tables.lists.record_lists import RecordList, find_lists
from sitelode.tables.table import RecordTable, Value

MOST_AT_ONCE = 200  # rows in one answer; set by hand, as is the next
LONGEST_CELL = 500  # characters
_NUMBERS = re.compile(r"(\d+)")
_NAMED_PAGES = 200  # from which the common form of their addresses is made


def tables_view(session: StudioSession) -> dict[str, Any]:
    """All tables of the result."""
    return {"tables": [_about(session, table) for table in _tables(session)], "types": list(TYPES)}


def _tables(session: StudioSession) -> list[ResultTable]:
    return session.cache.get(("view", "tables"), lambda: tables_of(session.folder))


def _table(session: StudioSession, key: str) -> ResultTable:
    found = next((table for table in _tables(session) if table.key == key), None)
    if found is None:
        raise ResultError(f"this result has no table {key!r}")
    return found


def _about(session: StudioSession, table: ResultTable) -> dict[str, Any]:
    pages = table.pages
    return {
        "key": table.key,
        "is_list": table.is_list,
        "rows": len(table.rows),
        "pages": len(pages),
        "columns": [column.name for column in columns_of(session, table) if not column.hidden],
        "where": common_url_pattern(pages[:_NAMED_PAGES]) or (pages[0] if pages else ""),
    }


def columns_of(session: StudioSession, table: ResultTable) -> list[ColumnEdit]:
    """The columns of a table: as a person wants them, with any that were found since then at the end."""
    edit = session.cache.get(("view", "table edits"), lambda: TableEdits.of_folder(session.folder)).for_pages(table.pages)
    if edit is None:
        return as_found(table)
    known = {source for column in edit.columns for source in column.sources}
    return [*edit.columns, *(column for column in as_found(table) if column.name not in known)]


@dataclass(frozen=True, slots=True)
class RowQuery:
    """Rows with some words, in the order of a column; no column keeps the order of the site."""

    words: str = ""
    sort: str = ""
    down: bool = False


def table_view(session: StudioSession, key: str, start: int, count: int, query: RowQuery) -> dict[str, Any]:
    """A slice of the rows of a table that a query is for, and its columns."""
    table = _table(session, key)
    columns = columns_of(session, table)
    shown = [column for column in columns if not column.hidden]
    chosen = session.cache.get(("view", "rows", key, query), lambda: _rows(table, shown, query))
    rows = chosen[start : start + min(count, MOST_AT_ONCE)]
    return {
        "key": key,
        "total": len(chosen),
        "start": start,
        "columns": [asdict(column) for column in columns],
        "changed": columns != as_found(table),
        "rows": [
            {
                "page": session.number_of(row.url),
                "url": row.url,
                "position": row.position,
                "cells": [column.value(row.fields)[:LONGEST_CELL] for column in shown],
            }
            for row in rows
        ],
    }


def _rows(table: ResultTable, shown: list[ColumnEdit], query: RowQuery) -> list[TableRow]:
    words = query.words.casefold().split()
    rows = [row for row in table.rows if all(word in " ".join(column.value(row.fields) for column in shown).casefold() for word in words)]
    column = next((each for each in shown if each.name == query.sort), None)
    if column is None:
        return rows
    # Cells without a value come last, whichever way the others are sorted.
    known = sorted((row for row in rows if column.value(row.fields)), key=lambda row: _order(column.value(row.fields)), reverse=query.down)
    return [*known, *(row for row in rows if not column.value(row.fields))]


def _order(cell: str) -> list[tuple[int, str]]:
    """Texts in the order of their letters, numbers inside them by their size."""
    return [(int(part[:15]), "") if part.isdecimal() else (-1, part) for part in _NUMBERS.split(cell.casefold())]


def change_table(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    """Keep the columns of a table as a person wants them, and write its files; no columns: as they were found."""
    if not isinstance(given, dict) or not isinstance(given.get("key"), str):
        raise SettingError("name the table and its columns")
    table = _table(session, given["key"])
    columns = None if given.get("columns") is None else checked_columns(given["columns"], table.names)
    keep_edit(session.folder, table.pages, columns)
    session.cache.forget("view")
    shown = [column for column in columns or as_found(table) if not column.hidden]
    write_table(table, shown)
    session.events.tell("table", key=table.key)
    return {"columns": [column.name for column in shown]}


def table_file(session: StudioSession, key: str) -> Path:
    """The CSV file of a table."""
    path = _table(session, key).path.with_suffix(".csv")
    if not path.is_file():
        raise ResultError(f"there is no {path.name}; mine the site again")
    return path


MOST_ROWS = 500  # of one table that are sent; all bounds here are set by hand
LONGEST_VALUE = 300  # characters
LAYOUTS_SEARCHED = 12  # layouts, in search of a page with many records


def page_lists(session: StudioSession, number: int) -> list[RecordList]:
    """The lists of a page, main list first."""
    return session.cache.get(("records", number), lambda: find_lists(session.page(number)))


def typical_member(session: StudioSession, members: list[int]) -> int:
    """The position in a group of the page of median size, which looks like most of the others."""
    sizes = [len(session.layouts.path_sets[member].codes) for member in members]
    return int(np.argsort(sizes, kind="stable")[len(sizes) // 2])


def page_with_most_records(session: StudioSession) -> int | None:
    """Of the typical pages of the largest layouts, the one with the longest main list; None if none has a list."""
    pages = [session.site.entries[members[typical_member(session, members)]].number for members in session.members[:LAYOUTS_SEARCHED]]
    sizes = {page: len(lists[0]) for page in pages if (lists := page_lists(session, page))}
    return max(sizes, key=lambda page: (sizes[page], -page), default=None)


def chosen_list(session: StudioSession, number: int, chosen: int) -> RecordList | None:
    lists = page_lists(session, number)
    if chosen and chosen >= len(lists):
        raise SettingError(f"no list {chosen} on this page; it has {len(lists)}")
    return lists[chosen] if lists else None


def records_view(session: StudioSession, number: int, chosen: int) -> dict[str, Any]:
    """All lists of a page, and one of them as a table."""
    found = chosen_list(session, number, chosen)
    table = session.cache.get(("table", number, chosen), found.table) if found is not None else RecordTable((), 0)
    return {
        "page": number,
        "url": session.entry(number).url,
        "lists": [_about_list(each) for each in page_lists(session, number)],
        "list": chosen,
        "selector": found.base_selector if found is not None else "",
        "table": {
            "names": table.names,
            "types": [column.type for column in table.columns],
            "rows": [[_cell(column.values[record]) for column in table.columns] for record in range(min(table.records, MOST_ROWS))],
        },
        "more": max(table.records - MOST_ROWS, 0),
    }


def _about_list(found: RecordList) -> dict[str, Any]:
    return {"records": len(found), "score": round(found.score, 3), "path": path_words(found.page, int(found.starts[0]))}


def _cell(value: Value) -> str:
    words = "; ".join(value) if isinstance(value, list) else value or ""
    return words if len(words) <= LONGEST_VALUE else words[: LONGEST_VALUE - 1] + "…"


def record_marks(session: StudioSession, number: int, chosen: int) -> Marks:
    """The page with an id for every record; all siblings of a record are outlined together."""
    found = chosen_list(session, number, chosen)
    places: dict[int, str] = {}
    groups: dict[int, str] = {}
    if found is not None:
        for record, (start, stop) in enumerate(zip(found.starts.tolist(), found.stops.tolist(), strict=True)):
            places[start] = f"r{record}"
            row = start
            while row < stop:
                groups[row] = f"r{record}"
                row = int(found.page.columns.end[row])
    return Marks(places=places, groups=groups)
