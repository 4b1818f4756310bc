"""Tables as spreadsheets: lists and detail pages, with the columns as a person wants them."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from sitelode.errors import ResultError, SettingError
from sitelode.layout.site_layouts import common_url_pattern
from sitelode.output.tables.column_edits import TYPES, ColumnEdit, TableEdits, as_found, checked_columns, keep_edit, write_table
from sitelode.output.tables.read_tables import ResultTable, tables_of
from sitelode.studio.session import StudioSession

MOST_AT_ONCE = 200  # rows in one answer; set by hand, as is the next
LONGEST_CELL = 500  # characters
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


def table_view(session: StudioSession, key: str, start: int, count: int) -> dict[str, Any]:
    """A slice of the rows of a table, and its columns."""
    table = _table(session, key)
    columns = columns_of(session, table)
    shown = [column for column in columns if not column.hidden]
    rows = table.rows[start : start + min(count, MOST_AT_ONCE)]
    return {
        "key": key,
        "total": len(table.rows),
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


def change_table(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    """Keep the columns of a table as a person wants them, and write its files; no columns: as they were found."""
    if not isinstance(given, dict) or not isinstance(given.get("key"), str):
        raise SettingError("say which table, and its columns")
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
