"""The separator between two text nodes: nothing, a space, or the end of a cell, line, item or paragraph.

Each element that opens or closes between two text nodes leaves a mark; a renderer decides by the set of marks. The elements follow the
rendering section of the HTML standard: a block starts a line, and a block with a margin adds an empty line.
"""

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import BLOCK_TAGS, HEADING_TAGS, TAG_NUMBER, TEXT

Marks = NDArray[np.uint8]
"""For each place, a set of the marks below, as bits."""

SPACE, LINE, PARAGRAPH, EDGE, ITEM, ROW, CELL, BREAK = (1 << bit for bit in range(8))
ANY_BLOCK = LINE | PARAGRAPH | EDGE | ITEM | ROW | CELL | BREAK

# Later lines override earlier ones. EDGE is the start or end of a list or table.
_MARK_OF_TAGS = (
    (LINE, BLOCK_TAGS | {"textarea"}),
    # Invisible elements, or elements that show something other than text: they separate words.
    (SPACE, "col colgroup frame head link meta script style template title noscript datalist".split()),
    (SPACE, "applet audio button canvas embed iframe image img input meter object progress select svg video".split()),
    (PARAGRAPH, ("p", "pre", "blockquote", "figure", "hr", "plaintext", "xmp", *HEADING_TAGS)),
    (EDGE, ("ul", "ol", "menu", "dir", "dl", "table")),
    (ITEM, ("li",)),
    (ROW, ("tr", "thead", "tbody", "tfoot")),
    (CELL, ("td", "th")),
    (BREAK, ("br",)),
)


def _mark_of_each_tag() -> Marks:
    marks = np.zeros(1 << 16, dtype=np.uint8)
    for mark, names in _MARK_OF_TAGS:
        marks[[TAG_NUMBER[name] for name in names]] = mark
    return marks


MARK_OF_TAG = _mark_of_each_tag()
assert MARK_OF_TAG[TEXT] == 0


def breaks_between(page: Page, texts: RowColumn) -> Marks:
    """The marks between each of these text nodes and the next: one less than there are text nodes."""
    if len(texts) < 2:  # noqa: PLR2004 - there is no "between"
        return np.zeros(0, dtype=np.uint8)
    columns, last = page.columns, int(texts[-1])
    marks_of_rows = MARK_OF_TAG[columns.tag[:last]]
    rows = np.flatnonzero(marks_of_rows).astype(np.int32)
    ends, marks = columns.end[rows], marks_of_rows[rows]
    places = np.zeros(len(texts) + 1, dtype=np.uint8)  # place i is before text i
    np.bitwise_or.at(places, np.searchsorted(texts, rows), marks)
    np.bitwise_or.at(places, np.searchsorted(texts, ends), marks)
    between = places[1:-1]
    # Text nodes that were left out, or are only white space, separate words as well.
    between[columns.text_end[texts[:-1]] != columns.text_start[texts[1:]]] |= SPACE
    return between


def breaks_before(page: Page, leaves: RowColumn) -> bytes:
    """For every row of the page: the marks between it and the text before it, if it is one of these text nodes."""
    texts = leaves[page.columns.tag[leaves] == TEXT]
    marks = np.zeros(len(page), dtype=np.uint8)
    marks[texts[1:]] = breaks_between(page, texts)
    return marks.tobytes()
