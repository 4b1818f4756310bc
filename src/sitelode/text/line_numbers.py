"""Find line numbers next to code, which are not part of the code.

They are recognised by counting: separate elements at the beginning of every line of a `pre`, or a cell that holds only 1, 2, 3 and so on
next to a cell with text, which compiled code finds.
"""

import re
from collections.abc import Iterable, Iterator

import numpy as np

from sitelode.html.page import Page
from sitelode.html.vocabulary import TEXT

_NUMBERED = re.compile(rb"[ \t]*([0-9]{1,6})")


def line_numbers(page: Page, listings: Iterable[int]) -> list[int]:
    """The elements that hold the line numbers of listings in which every line begins with the next number."""
    return [row for listing in listings for row in _beginnings(page, listing)]


def _beginnings(page: Page, listing: int) -> list[int]:
    """The elements that number the lines of a listing; none if the numbers are part of the lines."""
    columns = page.columns
    text, start = _bytes(page, listing), int(columns.text_start[listing])
    numbers = [match for offset in _lines(text.rstrip()) if (match := _NUMBERED.match(text, offset))]
    texts = listing + np.flatnonzero(columns.tag[listing : columns.end[listing]] == TEXT)
    places = np.searchsorted(columns.text_start[texts], [start + match.start(1) for match in numbers], side="right") - 1
    elements = [page.parents[row] for row in texts[places].tolist()]
    alone = all(_bytes(page, element).split() == [match[1]] for element, match in zip(elements, numbers, strict=True))
    return elements if alone and listing not in elements else []


def _lines(text: bytes) -> Iterator[int]:
    """The positions where lines begin."""
    position = 0
    while position >= 0:
        yield position
        found = text.find(b"\n", position)
        position = found + 1 if found >= 0 else -1


def _bytes(page: Page, row: int) -> bytes:
    return page.columns.text[page.text_starts[row] : page.columns.text_end[row]]
