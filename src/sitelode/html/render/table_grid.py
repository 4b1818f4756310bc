"""Arrange the cells of a table in rows and columns, however absurd their spans. The limits are set by hand."""

import re
from collections.abc import Iterator

import numpy as np

from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import HEADING_TAGS, PREFORMATTED_TAGS, TAG_NUMBER, tag_flags

WIDEST_SPAN = 100  # columns or rows; some pages ask for 9007199254740991
MOST_PADDING = 10_000  # empty cells of one table added for spans; after that, spans are ignored
LONGEST_CELL = 1_000  # bytes of text; a longer cell is part of an article laid out with a table

LEAST_LINES = 2  # of a listing
_WHOLE = re.compile(r"[0-9]{1,6}")
_LEADING_NUMBER = re.compile(r"\s*\+?0*([0-9]+)")
_NOT_IN_CELLS = tag_flags(frozenset(("table", "hr", "blockquote", *HEADING_TAGS, *PREFORMATTED_TAGS)))
_CELL = tag_flags(frozenset(("td", "th")))
_TR = TAG_NUMBER["tr"]


def span(value: str | None) -> int:
    """A colspan or rowspan as a number from 1 to WIDEST_SPAN."""
    number = _LEADING_NUMBER.match(value or "")
    digits = number[1] if number else "1"
    return WIDEST_SPAN if len(digits) > len(str(WIDEST_SPAN)) else max(1, min(int(digits), WIDEST_SPAN))


def data_columns(page: Page, table: int, rows: RowColumn) -> int:
    """The number of columns, by the cells among the given rows; 0 if the table is used for layout, or a cell does not fit on a line."""
    columns = page.columns
    inside = rows[np.searchsorted(rows, table + 1) : np.searchsorted(rows, columns.end[table])]
    tags = columns.tag[inside]
    cells = inside[_CELL[tags]]
    if (tags == _TR).sum() < 2 or _NOT_IN_CELLS[tags].any() or not len(cells):  # noqa: PLR2004 - a row is no table
        return 0
    most_in_a_row = int(np.bincount(columns.parent[cells] - table).max())
    longest = (columns.text_end[cells] - columns.text_start[cells]).max()
    return most_in_a_row if most_in_a_row > 1 and longest <= LONGEST_CELL else 0


def is_listing(page: Page, table: int) -> bool:
    """Whether a table shows lines of code: two cells per row, the first empty with the line number as an attribute."""
    columns = page.columns
    rows = table + np.flatnonzero(columns.tag[table : columns.end[table]] == _TR)
    numbers: list[set[int]] = []
    for row in rows[: LEAST_LINES + 1].tolist():
        cells = list(page.children(row))
        if len(cells) != 2 or columns.text_end[cells[0]] > columns.text_start[cells[0]]:  # noqa: PLR2004
            return False
        numbers.append({int(value) for value in page.attributes(cells[0]).values() if _WHOLE.fullmatch(value)})
    return len(rows) >= LEAST_LINES and any(all(first + place in each for place, each in enumerate(numbers)) for first in numbers[0])


class Grid:
    """Rows of cells under construction; a cell that spans adds empty cells next to it and below it.

    A span may fill a row up to the number of columns of the table, but never makes the table wider.
    """

    def __init__(self, columns: int) -> None:
        self.rows: list[list[str]] = []
        self.first_row_is_header = False
        self._columns = columns
        self._columns_to_fill = 0  # of the last row, by spans
        self._reserved: dict[int, int] = {}  # column -> rows that a cell above still covers
        self._padding_left = MOST_PADDING

    def start_row(self, cells: int) -> None:
        if self.rows:
            for reserved in [each for each in self._reserved if each >= len(self.rows[-1])]:
                self._release(reserved)
        self.rows.append([])
        self._columns_to_fill = max(0, self._columns - cells)

    def place(self, text: str, colspan: int = 1, rowspan: int = 1, *, is_header: bool = False) -> None:
        row = self.rows[-1]
        while len(row) in self._reserved:
            self._release(len(row))
            row.append("")
        if len(self.rows) == 1:
            self.first_row_is_header = is_header and (self.first_row_is_header or not row)
        colspan, rowspan = self._affordable(min(colspan, 1 + self._columns_to_fill), rowspan)
        self._columns_to_fill -= colspan - 1
        if rowspan > 1:
            self._reserved |= dict.fromkeys(range(len(row), len(row) + colspan), rowspan - 1)
        row += [text] + [""] * (colspan - 1)

    def lines(self) -> Iterator[str]:
        """A table in GitHub Flavored Markdown. Texts must already be escaped, including their vertical bars."""
        rows = [row for row in self.rows if any(row)]
        width = max(map(len, rows), default=0)
        header = rows.pop(0) if self.first_row_is_header and any(self.rows[0]) else []
        yield _line(header + [""] * (width - len(header)))
        yield _line(["---"] * width)
        yield from map(_line, rows)

    def _affordable(self, colspan: int, rowspan: int) -> tuple[int, int]:
        padding = colspan * rowspan - 1
        if padding > self._padding_left:
            return 1, 1
        self._padding_left -= padding
        return colspan, rowspan

    def _release(self, column: int) -> None:
        self._reserved[column] -= 1
        if not self._reserved[column]:
            del self._reserved[column]


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
