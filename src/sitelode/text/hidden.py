"""Find elements that a browser does not show: those with `hidden`, or with a style attribute that hides them.

Much that is hidden at first is shown by a script at once or on request: the whole page, an article behind a button, answers below their
questions, the rest of a text. Such text is most of a page's text, or the text of many elements of one kind, or paragraphs that follow
others, and counts as shown. Measured on pages with known texts: of 254 hidden elements with text, only the largest (two fifths of its
page) was part of an article.

`aria-hidden` hides nothing from the eye, `details` can be opened by the reader, and `hidden=until-found` is found by searching.
"""

import re
from collections import defaultdict
from typing import Final

import numpy as np

from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import TAG_NUMBER, TEXT
from sitelode.text.kernels.hidden import HidingAttributes

MOST_OF_KIND: Final = 0.25  # of a page's text in hidden elements of one kind; if they hold more, they are shown sooner or later
MOST_IN_ALL: Final = 0.5
LEAST_PARAGRAPH: Final = 80  # bytes of each of several paragraphs that continue a text; set by hand
_NONE: Final = np.empty(0, dtype=np.int32)
_HIDING = re.compile(rb"(?i)(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\s*(?:!\s*important\s*)?(?:;|$)")
_WORDS: Final = b"nonehiddencollapse", np.array([0, 4, 10, 18], dtype=np.int32)  # such a style has one
_WANTED: Final = b"hiddenstyle", np.array([0, 6, 11], dtype=np.int32)  # names of attributes
_HIDING_ATTRIBUTES: Final = HidingAttributes(*_WANTED, *_WORDS)
_UNTIL_FOUND: Final = b"until-found"
_P: Final = TAG_NUMBER["p"]
_NEVER = frozenset((TAG_NUMBER["html"], TAG_NUMBER["body"]))


def hidden_rows(page: Page) -> RowColumn:
    """The elements with text that no reader sees, in document order, without those inside others."""
    values = _hiding(page)
    if not values:
        return _NONE
    whole = len(page.columns.text)
    kinds = {row: (page.tags[row], int(page.columns.class_[row]), values[row]) for row in _outermost(page, sorted(values))}
    sizes: dict[tuple[int, int, int], int] = defaultdict(int)
    for row, kind in kinds.items():
        sizes[kind] += _size(page, row)
    kept = [row for row, kind in kinds.items() if sizes[kind] <= MOST_OF_KIND * whole and not _goes_on(page, row)]
    return np.array(kept, dtype=np.int32) if sum(_size(page, row) for row in kept) <= MOST_IN_ALL * whole else _NONE


def _hiding(page: Page) -> dict[int, int]:
    """The elements with text that are declared hidden, by attribute or style, with the number of its value."""
    found: list[tuple[int, int, int]] = _HIDING_ATTRIBUTES.candidates(page.rows_read)
    return {row: value for row, is_style, value in found if _hides(page.raw_string(value), is_style=bool(is_style))}


def _hides(value: bytes, *, is_style: bool) -> bool:
    return bool(_HIDING.search(value)) if is_style else value.strip().lower() != _UNTIL_FOUND


def _outermost(page: Page, rows: list[int]) -> list[int]:
    found: list[int] = []
    end = 0
    for row in rows:
        if row >= end and page.tags[row] not in _NEVER:
            found.append(row)
            end = int(page.columns.end[row])
    return found


def _goes_on(page: Page, row: int) -> bool:
    """Whether an element is the rest of a text, shown on request: several paragraphs after another one."""
    if _size(page, row) < 2 * LEAST_PARAGRAPH:
        return False
    parent, before = page.parents[row], row - 1
    while before > parent and (page.tags[before] == TEXT or page.parents[before] != parent):
        before = before - 1 if page.parents[before] == parent else page.parents[before]
    if before <= parent or page.tags[before] != _P:
        return False
    columns = page.columns
    inside = row + 1 + np.flatnonzero(columns.tag[row + 1 : columns.end[row]] == _P)
    return bool(((columns.text_end[inside] - columns.text_start[inside]) >= LEAST_PARAGRAPH).sum() > 1)


def _size(page: Page, row: int) -> int:
    return int(page.columns.text_end[row] - page.columns.text_start[row])
