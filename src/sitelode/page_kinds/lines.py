"""Lines of text as codes, for finding them on other pages: whole, and by how they begin.

A listing often shows the beginning of an article and cuts it in the middle of a sentence; the beginning is what the two have in common.
Spaces do not count in these codes, because a line may be broken by markup in one place and not in another.

Labels in front of values: "Director: Ana", "Price: 12". A record has such lines, a text hardly any; which labels recur shows later.

Blocks that repeat beside each other: the entries of a listing, the posts of a thread, the rows of a table. Blocks with the same parent, tag
and class attribute are a row of blocks. Of a page only the few rows with most text are kept; which of them is a menu and which the list
that the page is about shows later, when it is known what stands on other pages as well.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import numbered
from sitelode.compiled.codes import Codes
from sitelode.html.page import Page
from sitelode.html.vocabulary import tag_flags
from sitelode.page_kinds.kernels.lines import line_codes, line_marks
from sitelode.text.segments import Segments

MOST_ROWS: Final = 4  # of blocks that are kept of a page. The numbers here are set by hand
MOST_ITEMS: Final = 1 << 16
LEAST_ITEMS: Final = 3
_IN_ROWS: Final = tag_flags(frozenset("article blockquote dd div dl dt figure h2 h3 h4 hr li p section table tbody td tr".split()))
_NO_ROW: Final = -1


def items_of(page: Page, segments: Segments) -> NDArray[np.int32]:
    """For every segment the number of its row of blocks times MOST_ITEMS and the number of its block; -1 outside of all rows."""
    columns = page.columns
    found = np.full(len(segments), _NO_ROW, dtype=np.int32)
    blocks = np.flatnonzero(_IN_ROWS[columns.tag])
    if not len(blocks) or not len(segments):
        return found
    which = numbered(
        columns.parent[blocks].astype(np.int64) << 40 | columns.tag[blocks].astype(np.int64) << 24 | (columns.class_[blocks] + 1)
    )
    count = np.bincount(which)
    size = columns.text_end[blocks] - columns.text_start[blocks]
    largest = np.zeros(len(count), dtype=size.dtype)
    np.maximum.at(largest, which, size)
    # Without its largest block: the regions of a page are a row of blocks as well, of which one holds nearly all.
    width = (np.bincount(which, size) - largest) * (count >= LEAST_ITEMS)
    for number, chosen in reversed(list(enumerate(np.argsort(-width, kind="stable")[:MOST_ROWS].tolist()))):
        if width[chosen] > 0:
            members = blocks[which == chosen]
            member = np.searchsorted(members, segments.block, side="right") - 1
            inside = (member >= 0) & (segments.block < columns.end[members[member]])
            found[inside] = number * MOST_ITEMS + np.minimum(member[inside], MOST_ITEMS - 1)
    return found


# Chosen on the 16 sites of `bench.structure`.
BEGINNING: Final = 30  # characters, spaces apart; a sentence's first four to six words
_WHOLE: Final = 1 << 30  # characters: more than any text has
TELLING_WIDTH: Final = 15  # characters; a line of fewer that is all link is a menu entry, a tag or "read more"
Numbers = NDArray[np.int32]


class PageLines(NamedTuple):
    """The distinct lines of a page, ascending by code."""

    code: Codes  # of the whole line, digits as one and letters in lower case
    beginning: Codes
    width: Numbers
    plain: Numbers  # the part of the width outside links
    stretch: Numbers  # number of its stretch: from one line that is all link, and long enough for a title, to the next
    lead: Numbers  # the last line before it that is all link: number of that link on the page, -1 where there is none
    item: Numbers  # the repeated block it stands in: number of the row of blocks, times MOST_ITEMS, and number within it; -1 outside of any
    dated: Numbers  # 1 where a day and a year stand in it
    order: Numbers  # which line of the page it is, from the top
    label: Numbers  # of a line "label: value" a number for the label, see `lines.py`; 0 for any other line


def page_lines(page: Page, segments: Segments, link_rows: Numbers) -> PageLines:
    """Read the lines of a page; `link_rows` are the rows of its links."""
    columns = page.columns
    text = np.frombuffer(columns.text, dtype=np.uint8)
    whole, beginning = line_codes(text, columns.text_start[segments.rows], columns.text_end[segments.rows], segments.first, BEGINNING)
    codes, first = np.unique(whole, return_index=True)
    plain = (segments.width - segments.link_width)[first]
    titles = (segments.link_width >= segments.width) & (segments.width >= TELLING_WIDTH)
    stretch = np.cumsum(titles, dtype=np.int32)[first]
    leads, items = _leads(page, segments, link_rows), items_of(page, segments)
    dated, labels = line_marks(text, columns.text_start[segments.rows], columns.text_end[segments.rows], segments.first)
    labels[segments.link_width >= segments.width] = 0  # names of links
    return PageLines(
        codes, beginning[first], segments.width[first], plain, stretch, leads[first], items[first], dated[first],
        first.astype(np.int32), labels[first],
    )  # fmt: skip


def _leads(page: Page, segments: Segments, link_rows: Numbers) -> Numbers:
    """For every segment the last link before it that is a line of its own, by place in `link_rows`; -1 without one."""
    every = np.full(len(segments), -1, dtype=np.int32)
    whole = np.flatnonzero((segments.link_width >= segments.width) & (segments.width > 0))
    if not len(whole) or not len(link_rows):
        return every
    rows = segments.rows[segments.first[whole]]
    link = np.searchsorted(link_rows, rows) - 1
    inside = (link >= 0) & (page.columns.end[link_rows[link]] > rows)
    before = np.searchsorted(whole, np.arange(len(segments)), side="right") - 1
    return np.where(before >= 0, np.where(inside, link, -1)[before], -1).astype(np.int32)


def codes_of_texts(texts: Sequence[str]) -> Codes:
    """Of each text, as `page_lines` gives them to whole lines."""
    encoded = [text.encode("utf-8", "replace") for text in texts]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    text = np.frombuffer(b"".join(encoded), dtype=np.uint8)
    whole, _ = line_codes(text, ends[:-1], ends[1:], np.arange(len(texts) + 1, dtype=np.int32), _WHOLE)
    return np.asarray(whole, dtype=np.uint64)
