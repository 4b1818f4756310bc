"""Numbers of lines beside code, which are none of the code.

They are told by counting: elements of their own at the beginning of every line of a `pre`, or a cell that holds nothing but 1, 2, 3 and so
on beside one with text.
"""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from sitelode.dom.page import Page
from sitelode.dom.vocabulary import TAG_NUMBER, TEXT, tag_flags

LEAST_LINES: Final = 2
MOST_LISTINGS: Final = 500  # of a page
MOST_CELLS: Final = 5_000  # looked at on a page
LONGEST_NUMBERS: Final = 20_000  # bytes of a cell
_PRE: Final = TAG_NUMBER["pre"]
_CELLS = tag_flags(frozenset(("td", "th")))
_NUMBERED = re.compile(rb"[ \t]*([0-9]{1,6})")
_NUMBERS_ALONE = re.compile(rb"[0-9\s]+")


def line_numbers(page: Page) -> list[int]:
    """The elements that hold numbers of lines, for pages with code."""
    return [*_cells_of_numbers(page), *(row for listing in _listings(page) for row in _beginnings(page, listing))]


def _listings(page: Page) -> list[int]:
    rows: list[int] = np.flatnonzero(page.columns.tag == _PRE)[:MOST_LISTINGS].tolist()
    return rows


def _cells_of_numbers(page: Page) -> Iterator[int]:
    """Cells that count from line to line and have a neighbour with text."""
    columns = page.columns
    cells = np.flatnonzero(_CELLS[columns.tag])
    size = columns.text_end[cells] - columns.text_start[cells]
    cells = cells[(size >= 2 * LEAST_LINES - 1) & (size <= LONGEST_NUMBERS)][:MOST_CELLS]
    for cell in cells.tolist():
        if not _NUMBERS_ALONE.fullmatch(_bytes(page, cell)):
            continue
        beside = int(columns.end[cell])
        follows = (
            beside < len(page) and columns.parent[beside] == columns.parent[cell] and columns.text_end[beside] > columns.text_start[beside]
        )
        if follows and _counts(_numbers_in(page, cell)):
            yield cell


def _numbers_in(page: Page, cell: int) -> list[int]:
    """The numbers of a cell; those of different elements are different numbers, whatever stands between them."""
    rows = range(cell + 1, int(page.columns.end[cell]))
    return [int(number) for row in rows if page.tags[row] == TEXT for number in _bytes(page, row).split()]


def _beginnings(page: Page, listing: int) -> list[int]:
    """The elements that number the lines of a listing; none where not all lines are numbered."""
    columns = page.columns
    text, start = _bytes(page, listing), int(columns.text_start[listing])
    if not text.lstrip()[:1].isdigit():
        return []
    lines = list(_lines(text.rstrip()))
    matches = [_NUMBERED.match(text, offset) for offset in lines]
    numbers = [match for match in matches if match]
    if len(numbers) < len(lines) or not _counts([int(match[1]) for match in numbers]):
        return []
    texts = listing + np.flatnonzero(columns.tag[listing : columns.end[listing]] == TEXT)
    starts = columns.text_start[texts]
    rows = texts[np.searchsorted(starts, [start + match.start(1) for match in numbers], side="right") - 1].tolist()
    elements = [page.parents[row] for row in rows]
    alone = all(_bytes(page, element).split() == [match[1]] for element, match in zip(elements, numbers, strict=True))
    return elements if alone and listing not in elements else []


def _lines(text: bytes) -> Iterator[int]:
    """Where lines begin."""
    position = 0
    while position >= 0:
        yield position
        found = text.find(b"\n", position)
        position = found + 1 if found >= 0 else -1


def _counts(numbers: list[int]) -> bool:
    return len(numbers) >= LEAST_LINES and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _bytes(page: Page, row: int) -> bytes:
    return page.columns.text[page.text_starts[row] : page.columns.text_end[row]]
