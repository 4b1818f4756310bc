"""Transposed tables: each row is a field, named by its header cell, and each further column is a record.

Examples are product comparisons and timetables. A table is transposed if nearly every row begins with a header cell followed by data
cells, the same number in all rows; if no header row names the columns; and if cells are more similar along rows than down
columns.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.tables.lists.record_texts import one_line, record_texts
from sitelode.tables.naming import unique_names
from sitelode.tables.table import Column, RecordTable

LEAST_HEADED = 0.8  # share of rows that begin with a header cell. Set by hand
LEAST_FIELDS, LEAST_RECORDS = 3, 2
_TH, _TR = TAG_NUMBER["th"], TAG_NUMBER["tr"]


@dataclass(frozen=True, slots=True)
class TransposedTable:
    headers: tuple[int, ...]  # the header cell of each field
    cells: tuple[tuple[int, ...], ...]  # of each field, one per record


def transposed_table(page: Page, rows: RowColumn) -> TransposedTable | None:
    """The rows as fields, if their table is transposed."""
    tags = page.columns.tag
    if len(rows) < LEAST_FIELDS or (tags[rows] != _TR).any() or len(np.unique(page.columns.parent[rows])) > 1:
        return None
    lines = [[cell for cell in page.children(row) if page.tag_name(cell) in ("td", "th")] for row in rows.tolist()]
    widths = {len(cells) for cells in lines}
    headed = [bool(cells) and tags[cells[0]] == _TH and all(tags[cell] != _TH for cell in cells[1:]) for cells in lines]
    if len(widths) != 1 or widths.pop() <= LEAST_RECORDS or sum(headed) < LEAST_HEADED * len(lines) or _has_header_row(page, int(rows[0])):
        return None
    transposed = TransposedTable(tuple(cells[0] for cells in lines), tuple(tuple(cells[1:]) for cells in lines))
    return transposed if _is_alike_along_rows(page, transposed) else None


def _is_alike_along_rows(page: Page, transposed: TransposedTable) -> bool:
    """Whether neighbours in a row have more in common than neighbours in a column; on a tie, whether records are fewer than fields."""
    shapes = [[_shape(text) for text in _texts(page, cells)] for cells in transposed.cells]
    along = [a == b for line in shapes for a, b in pairwise(line)]
    down = [a == b for above, below in pairwise(shapes) for a, b in zip(above, below, strict=True)]
    along_rows, down_columns = sum(along) / len(along), sum(down) / len(down)
    return along_rows > down_columns or (along_rows == down_columns and len(transposed.cells[0]) < len(transposed.cells))


def _shape(text: str) -> tuple[bool, bool, int]:
    """Whether a text has digits, has letters, and its rough length."""
    return any(map(str.isdigit, text)), any(map(str.isalpha, text)), len(text).bit_length()


def _has_header_row(page: Page, first: int) -> bool:
    """Whether the table has a row of header cells, either before the given row or that row itself."""
    table = first
    while table > 0 and page.tag_name(table) != "table":
        table = int(page.columns.parent[table])
    for row in range(table, first + 1):
        if page.columns.tag[row] == _TR:
            cells = list(page.children(row))
            if len(cells) > LEAST_RECORDS and all(page.columns.tag[cell] == _TH for cell in cells[1:]):
                return True
    return False


def transposed_texts(page: Page, transposed: TransposedTable) -> list[str]:
    """The text of each record: its cells from top to bottom."""
    by_field = [_texts(page, cells) for cells in transposed.cells]
    return [" ".join(filter(None, of_record)) for of_record in zip(*by_field, strict=True)]


def records_of_transposed(page: Page, transposed: TransposedTable) -> RecordTable:
    names = unique_names([_name(page, cell, number) for number, cell in enumerate(transposed.headers, start=1)])
    columns = []
    for name, cells in zip(names, transposed.cells, strict=True):
        columns.append(Column(name, "text", tuple(text or None for text in _texts(page, cells)), ""))
    return RecordTable(tuple(columns), len(transposed.cells[0]))


def _texts(page: Page, cells: tuple[int, ...]) -> list[str]:
    rows = np.array(cells, dtype=np.int32)
    return record_texts(page, rows, page.columns.end[rows])


def _name(page: Page, cell: int, number: int) -> str:
    return one_line(page.text(cell)).rstrip(": ").lower() or f"field_{number}"
