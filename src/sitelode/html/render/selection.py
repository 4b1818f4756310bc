"""Expand a set of chosen rows to everything that is shown with them.

A chosen element includes its subtree, except parts that no browser shows; chosen rows below it add nothing. A row that is chosen
itself is always shown, even inside `noscript`.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import distinct
from sitelode.html.addresses import other_picture_tag
from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import PREFORMATTED_TAGS, TEXT, tag_flags

Chosen = NDArray[np.bool_] | NDArray[np.integer] | Sequence[int]
"""One flag per row of the page, or row numbers in any order."""

HIDDEN_TAGS = frozenset("datalist desc head iframe noembed noframes noscript script style template title".split())
"""Hidden unless chosen directly. `desc` and the second kind of `title` belong to SVG; `rp` is shown, because it is meant for plain text."""

_HIDDEN = tag_flags(HIDDEN_TAGS)
_VOID_CONTENT = tag_flags(frozenset(("img", "br", "hr")))
_SEPARATORS = tag_flags(frozenset(("br", "hr")))
_PREFORMATTED = tag_flags(PREFORMATTED_TAGS)
_CELLS = tag_flags(frozenset(("td", "th")))


def shown_rows(page: Page, chosen: Chosen) -> RowColumn:
    """All rows shown by the choice, in document order: the chosen rows and those below them."""
    picked = _row_numbers(page, chosen)
    ends = page.columns.end[picked]
    if not len(picked) or (ends == picked + 1).all():
        return picked
    topmost = _outermost(picked, ends)
    tops = picked[topmost]
    first, last = int(tops[0]), int(ends[topmost][-1])
    shown = _flags_of_ranges(tops, ends[topmost], first, last)
    _hide(page, shown, tops, first)
    return np.arange(first, last, dtype=np.int32)[shown]


def leaves(page: Page, chosen: Chosen) -> RowColumn:
    """The texts, pictures, line breaks and rules shown, including line breaks and rules between two shown texts."""
    rows = shown_rows(page, chosen)
    tags = page.columns.tag[rows]
    texts, voids = _with_white_of_code(page, rows[tags == TEXT]), rows[_VOID_CONTENT[tags] | (tags == other_picture_tag(page))]
    return distinct(texts, voids, _separators_between(page, texts)) if len(texts) else voids


def with_ancestors(page: Page, rows: RowColumn) -> RowColumn:
    """These leaves and all their ancestors; also empty cells next to cells with content, so that columns stay aligned."""
    columns = page.columns
    is_leaf = np.zeros(len(page) + 1, dtype=np.int32)
    is_leaf[rows + 1] = 1
    leaves_before = np.cumsum(is_leaf, dtype=np.int32)
    kept = leaves_before[columns.end] > leaves_before[:-1]
    cells = np.flatnonzero(_CELLS[columns.tag])
    kept[cells] |= kept[columns.parent[cells]]
    return np.flatnonzero(kept).astype(np.int32)


def _row_numbers(page: Page, chosen: Chosen) -> RowColumn:
    """The choice as ascending row numbers."""
    given = np.asarray(chosen)
    if given.dtype == np.bool_:
        if given.shape != (len(page),):
            raise ValueError(f"a mask over rows must have one flag for each of the page's {len(page)} rows, this has shape {given.shape}")
        return np.flatnonzero(given).astype(np.int32)
    if not given.size:
        return np.empty(0, dtype=np.int32)
    if given.dtype.kind not in "iu" or given.ndim != 1:
        raise TypeError(f"rows are a mask or a list of row numbers, not {given.dtype} of {given.ndim} dimensions")
    rows = given if (given[1:] > given[:-1]).all() else distinct(given)
    if rows[0] < 0 or rows[-1] >= len(page):
        raise ValueError(f"row numbers go from 0 to {len(page) - 1} in this page, given: {rows[0]} to {rows[-1]}")
    return rows.astype(np.int32, copy=False)


def _outermost(rows: RowColumn, ends: RowColumn) -> NDArray[np.bool_]:
    """Which of these rows have no other of them above."""
    return np.concatenate(([True], rows[1:] >= np.maximum.accumulate(ends)[:-1]))


def _flags_of_ranges(starts: RowColumn, ends: RowColumn, first: int, last: int) -> NDArray[np.bool_]:
    """One flag per row from first to last: whether one of these ranges contains it. The ranges do not overlap."""
    steps = np.zeros(last - first + 1, dtype=np.int8)
    steps[starts - first] += 1
    steps[ends - first] -= 1
    return np.cumsum(steps[:-1], dtype=np.int8).view(np.bool_)


def _hide(page: Page, shown: NDArray[np.bool_], tops: RowColumn, first: int) -> None:
    """Remove what a browser hides, unless it was chosen itself."""
    tags = page.columns.tag[first : first + len(shown)]
    for row in (np.flatnonzero(_HIDDEN[tags] & shown) + first).tolist():
        if tops[np.searchsorted(tops, row, side="right") - 1] != row:
            shown[row - first : page.columns.end[row] - first] = False


def _with_white_of_code(page: Page, texts: RowColumn) -> RowColumn:
    """Add the white-space text nodes between chosen ones of the same `pre`: a choice by words misses them, and so the line breaks."""
    columns = page.columns
    code = np.flatnonzero(_PREFORMATTED[columns.tag[: texts[-1]]]).astype(np.int32) if len(texts) else texts
    if not len(code):
        return texts
    code = code[_outermost(code, columns.end[code])]
    first, last = np.searchsorted(texts, code), np.searchsorted(texts, columns.end[code]) - 1
    white: list[int] = []
    for start, end in zip(texts[first[last > first]].tolist(), texts[last[last > first]].tolist(), strict=True):
        inside = (start + np.flatnonzero(columns.tag[start:end] == TEXT)).astype(np.int32)
        left_out = np.setdiff1d(inside, texts, assume_unique=True) if len(inside) else inside
        white += [row for row in left_out.tolist() if columns.text[columns.text_start[row] : columns.text_end[row]].isspace()]
    return distinct(texts, np.array(white, dtype=np.int32)) if white else texts


def _separators_between(page: Page, texts: RowColumn) -> RowColumn:
    """Line breaks and rules with chosen text before and after them in their parent."""
    columns, first, last = page.columns, int(texts[0]), int(texts[-1])
    rows = (np.flatnonzero(_SEPARATORS[columns.tag[first:last]]) + first).astype(np.int32)
    after = np.searchsorted(texts, rows)
    parents = columns.parent[rows]
    return rows[(texts[after - 1] > parents) & (texts[after] < columns.end[parents])]


def walk(page: Page, rows: RowColumn) -> Iterator[tuple[int, int, bool]]:
    """Go through rows that include their ancestors, as `with_ancestors` returns them, each with its tag.

    Elements come when they are entered, and again (True) when they are left; texts come once.
    """
    tags, ends = page.columns.tag[rows], page.columns.end[rows]
    open_rows: list[tuple[int, int, int]] = []
    next_end = len(page) + 1  # of the innermost open element
    for row, tag, end in zip(rows.data, tags.data, ends.data, strict=True):  # views: a million rows are no million objects
        while next_end <= row:
            left = open_rows.pop()
            yield left[0], left[1], True
            next_end = open_rows[-1][2] if open_rows else len(page) + 1
        yield row, tag, False
        if tag != TEXT:
            open_rows.append((row, tag, end))
            next_end = end
    for row, tag, _ in reversed(open_rows):
        yield row, tag, True
