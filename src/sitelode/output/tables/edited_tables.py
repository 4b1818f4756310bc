"""Write the tables whose columns a person changed: CSV and Parquet follow, the JSON lines keep everything as it was found."""

import csv
from collections.abc import Iterator
from pathlib import Path

from sitelode.output.csv_cells import harmless
from sitelode.output.files import whole_file
from sitelode.output.parquet_file import parquet_file
from sitelode.output.tables.column_edits import TYPES, ColumnEdit, TableEdits
from sitelode.output.tables.table_files import ResultTable, tables_of
from sitelode.output.tables.xlsx_file import xlsx_file


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
    """Write a table with these columns."""
    own = ["url", "position"] if table.is_list else ["url"]
    names = [column.name for column in columns]
    with whole_file(table.path.with_suffix(".csv")) as file:
        sheet = csv.writer(file, lineterminator="\n")
        sheet.writerow([*own, *map(harmless, names)])
        sheet.writerows([*map(harmless, start), *map(harmless, cells)] for start, cells in _rows(table, columns))
    if table.path.with_suffix(".xlsx").is_file():
        with xlsx_file(table.path.with_suffix(".xlsx")) as add_line:
            add_line([*own, *names])
            for start, cells in _rows(table, columns):
                add_line([*start, *cells])
    if table.path.with_suffix(".parquet").is_file():
        kinds = dict.fromkeys((*own, *names), "text")
        with parquet_file(table.path.with_suffix(".parquet"), kinds) as add:
            for start, cells in _rows(table, columns):
                add(dict(zip(kinds, (*start, *cells), strict=True)))


def _rows(table: ResultTable, columns: list[ColumnEdit]) -> Iterator[tuple[list[str], list[str]]]:
    for row in table.rows:
        start = [row.url, str(row.position)] if table.is_list else [row.url]
        yield start, [column.value(row.fields) for column in columns]
