"""Any set of rows as plain text.

White space collapses as in a browser, except in `pre`; no-break spaces become spaces. Inline elements are joined, blocks start a line,
paragraphs and headings stand between empty lines, cells between tabs. Items get a dash and nested ones an indent; numbers are not added,
because they would be counted as words of the page.

All of it happens on the page's bytes: what is between two text nodes is written as bytes that UTF-8 never uses, so that one pass over
the joined text collapses white space, and a last one turns those bytes into line feeds, tabs and spaces.
"""

import numpy as np
from numpy.typing import NDArray

from sitelode.dom.breaks import ANY_BLOCK, BREAK, CELL, EDGE, ITEM, LINE, PARAGRAPH, ROW, SPACE, Marks, breaks_between, containing
from sitelode.dom.page import Page, RowColumn
from sitelode.dom.selection import Chosen, text_rows
from sitelode.dom.vocabulary import PREFORMATTED_TAGS, TAG_NUMBER, tag_flags

DEEPEST_INDENT = 10  # levels of nested items; deeper ones stay at this one, so that output is linear in input

_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}".encode()
# Bytes that UTF-8 never uses: separators, and white space of preformatted text.
_NEWLINE, _TAB, _KEPT_NEWLINE, _KEPT_TAB, _KEPT_SPACE = b"\xff", b"\xfe", b"\xfd", b"\xfc", b"\xfb"
_COLLAPSE = bytes.maketrans(b"\t\n\r\f\v", b"     ")
_KEEP = bytes.maketrans(b" \t\n\r\f\v", _KEPT_SPACE + _KEPT_TAB + _KEPT_NEWLINE * 4)
_FINISH = bytes.maketrans(_NEWLINE + _TAB + _KEPT_NEWLINE + _KEPT_TAB + _KEPT_SPACE, b"\n\t\n\t ")
_KEPT_WHITE = _KEPT_NEWLINE + _KEPT_TAB + _KEPT_SPACE
_INDENT = _KEPT_SPACE * 2
_PREFORMATTED = tag_flags(PREFORMATTED_TAGS)
_LI, _BR = TAG_NUMBER["li"], TAG_NUMBER["br"]
_CROSSING = ITEM | ROW | CELL


def text_of(page: Page, rows: Chosen) -> str:
    """Plain text of the rows and of everything below them.

    Takes a mask over rows or row numbers. Time is linear in what is chosen, plus one look at each tag of the page.
    """
    texts, pieces, has_kept_white = _pieces(page, text_rows(page, rows))
    if not pieces:
        return ""
    items = _rows_around(page, texts, page.columns.tag[: texts[-1]] == _LI)
    parts = [b""] * (2 * len(pieces))
    parts[1::2] = pieces
    parts[2::2] = [_SEPARATORS[marks] for marks in _weighed(page, texts, items).tolist()]
    for place, dash in _dashes(page, texts, items):
        parts[2 * place] += dash
    return _tidy(b"".join(parts), has_kept_white=has_kept_white)


def _separator(marks: int) -> bytes:
    if marks & (PARAGRAPH | EDGE):
        return _NEWLINE * 2
    if marks & (LINE | ITEM | ROW | BREAK):
        return _NEWLINE
    if marks & CELL:
        return _TAB
    return b" " if marks & SPACE else b""


_SEPARATORS = [_separator(marks) for marks in range(256)]


def _rows_around(page: Page, texts: RowColumn, wanted: NDArray[np.bool_]) -> RowColumn:
    """Of the rows before the last text node the wanted ones that do not end before the first."""
    rows = np.flatnonzero(wanted).astype(np.int32)
    return rows[page.columns.end[rows] > texts[0]] if len(rows) else rows


def _pieces(page: Page, texts: RowColumn) -> tuple[RowColumn, list[bytes], bool]:
    """The text nodes with something to read, their text, and whether some of it is preformatted."""
    columns = page.columns
    buffer, starts, ends = columns.text, columns.text_start[texts].tolist(), columns.text_end[texts].tolist()
    pieces = [buffer[start:end].replace(_NO_BREAK_SPACE, b" ") for start, end in zip(starts, ends, strict=True)]
    preformatted = _rows_around(page, texts, _PREFORMATTED[columns.tag[: texts[-1]]]) if pieces else texts
    if len(preformatted):
        for place in np.flatnonzero(containing(preformatted, columns.end[preformatted], texts)).tolist():
            pieces[place] = pieces[place].translate(_KEEP)
    if any(map(bytes.isspace, pieces)):
        texts = texts[[not piece.isspace() for piece in pieces]]
        pieces = [piece for piece in pieces if not piece.isspace()]
    return texts, pieces, bool(len(preformatted))


def _weighed(page: Page, texts: RowColumn, items: RowColumn) -> Marks:
    """The marks between the text nodes that count where they are."""
    marks = breaks_between(page, texts)
    breaks = np.flatnonzero(page.columns.tag[: int(texts[-1])] == _BR)
    if len(breaks) > 1:
        breaks_before = np.searchsorted(breaks, texts)
        marks[np.diff(breaks_before) > 1] |= PARAGRAPH
    if len(items):
        inside = containing(items, page.columns.end[items], texts) > 0
        nested = inside[1:] & inside[:-1] & ((marks & EDGE) > 0)
        marks[nested] = marks[nested] & ~np.uint8(EDGE) | LINE  # a list within an item follows it without an empty line
    if (marks & _CROSSING).any():
        _join_single_blocks(marks)
    return marks


def _join_single_blocks(marks: Marks) -> None:
    """A paragraph that fills its cell or item does not part it from the next one by more than a tab or a new line."""
    blocks = np.flatnonzero(marks & ANY_BLOCK)
    crossing = np.concatenate(([True], (marks[blocks] & _CROSSING) > 0, [True]))
    single = blocks[crossing[:-2] & crossing[1:-1] & crossing[2:]]
    marks[single] &= ~np.uint8(PARAGRAPH | LINE | BREAK)


def _dashes(page: Page, texts: RowColumn, items: RowColumn) -> list[tuple[int, bytes]]:
    """For the first text node of each item: its place, and the indented dash that goes before it."""
    if not len(items):
        return []
    ends = page.columns.end[items]
    places = np.searchsorted(texts, items)
    places = np.unique(places[texts[places] < ends])
    levels = np.minimum(containing(items, ends, texts[places]), DEEPEST_INDENT)
    return [(place, _INDENT * (level - 1) + b"- ") for place, level in zip(places.tolist(), levels.tolist(), strict=True)]


def _tidy(marked: bytes, *, has_kept_white: bool) -> str:
    """Collapse white space, and write separators as what they stand for."""
    text = marked.translate(_COLLAPSE)
    while b"  " in text:
        text = text.replace(b"        ", b" ").replace(b"  ", b" ")
    text = _NEWLINE.join([line.strip(b" ") for line in text.split(_NEWLINE)])
    if _TAB in text:
        text = text.replace(b" " + _TAB, _TAB).replace(_TAB + b" ", _TAB)
    if has_kept_white:
        text = _without_empty_edges(text)
    return text.strip(_NEWLINE + b" ").translate(_FINISH).decode("utf-8", "replace")


def _without_empty_edges(text: bytes) -> bytes:
    """Leave out empty lines at the start and end of preformatted blocks."""
    blocks = text.split(_NEWLINE)
    text = _NEWLINE.join([block.lstrip(_KEPT_NEWLINE).rstrip(_KEPT_WHITE) for block in blocks])
    while _NEWLINE * 3 in text:
        text = text.replace(_NEWLINE * 3, _NEWLINE * 2)
    return text
