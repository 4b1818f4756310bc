"""Blocks that repeat beside each other: the entries of a listing, the posts of a thread, the rows of a table.

Blocks with the same parent, tag and class attribute are a row of blocks. Of a page only the few rows with most text are kept; which of
them is a menu and which the list that the page is about shows later, when it is known what stands on other pages as well.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.html.vocabulary import tag_flags
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
    key = columns.parent[blocks].astype(np.int64) << 40 | columns.tag[blocks].astype(np.int64) << 24 | (columns.class_[blocks] + 1)
    _, which, count = np.unique(key, return_inverse=True, return_counts=True)
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
