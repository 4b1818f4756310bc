"""Nested records as flat tables: one for the pages and one for every list inside, joined by numbers of rows."""

from collections.abc import Mapping, Sequence
from typing import Any

from sitelode.output import safe_text

Table = list[dict[str, Any]]


def flat_tables(records: Sequence[Mapping[str, Any]], first: str = "pages") -> dict[str, Table]:
    """Tables by name: the records themselves, and each nested list under its name, with `row` and the row `above` it."""
    tables: dict[str, Table] = {first: []}
    for record in records:
        _add(tables, first, record, None)
    return tables


def _add(tables: dict[str, Table], name: str, record: Mapping[str, Any], above: int | None) -> None:
    table = tables.setdefault(name, [])
    row: dict[str, Any] = {"row": len(table) + 1} | ({} if above is None else {"above": above})
    table.append(row)
    for column, value in record.items():
        if isinstance(value, list):
            tables.setdefault(column, [])
            for inner in value:
                _add(tables, column, inner, row["row"])
        else:
            row[column] = value


def csv_text(table: Table) -> str:
    """A table as CSV; cells are harmless in a spreadsheet."""
    columns = list(dict.fromkeys(name for row in table for name in row))
    return safe_text.csv_text(columns, ([row.get(name) for name in columns] for row in table))
