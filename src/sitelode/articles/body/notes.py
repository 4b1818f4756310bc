"""Which lines of a page are notes: footnotes, endnotes and sources that a short mark in the text leads to.

A mark is a link of a few characters ("1", "[2]", "*") to another place of the same page. What it leads to belongs to the text it stands
in, however little it looks like it and however far down the page it is.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.kernels.notes import first_with_values
from sitelode.articles.body.link_kinds import WITHIN_PAGE
from sitelode.compiled.code_sets import distinct
from sitelode.html.page import Page
from sitelode.paths.element_names import name_codes
from sitelode.text.segments import Segments

LONGEST_MARK = 6  # bytes of text; set by hand, as the next two
LONGEST_NOTE = 4000  # bytes of text; what is longer is a chapter
MOST_MARKS = 2000  # of a page: a bound


def noted_segments(page: Page, segments: Segments, target: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """For every segment, whether a mark elsewhere on the page leads to it; `target` holds the kind of target of each row that is a link."""
    found = np.zeros(len(segments), dtype=np.bool_)
    marks = (target == WITHIN_PAGE).nonzero()[0][:MOST_MARKS]
    if not len(marks) or not len(found):
        return found
    columns = page.columns
    written = np.concatenate(([0], np.cumsum(columns.text_end - columns.text_start)))
    marks = marks[written[columns.end[marks]] - written[marks] <= LONGEST_MARK]
    if not len(marks):
        return found
    rows = _places(page, [(page.attribute(row, "href") or "").rpartition("#")[2] for row in marks.tolist()])
    ends = columns.end[rows]
    fits = (rows >= 0) & ((marks < rows) | (marks >= ends)) & (written[ends] - written[rows] <= LONGEST_NOTE)
    first_rows = segments.rows[segments.first[:-1]]
    first, last = (np.searchsorted(first_rows, each[fits]).tolist() for each in (rows, ends))
    behind = np.searchsorted(first_rows, ends[fits], side="right").tolist()
    for begin, end, after in zip(first, last, behind, strict=True):
        if begin == end:  # an anchor inside a line, or an empty one before it
            found[max(after - 1, 0)] = True
        found[begin:end] = True
    return found


def _places(page: Page, names: Sequence[str]) -> NDArray[np.int32]:
    """The first element that has each name as its id, or else as its name; -1 for none."""
    codes = name_codes(names)
    wanted = distinct(codes)
    by_id, by_name = (first_with_values(page.rows_read, page.attribute_number(each), wanted) for each in ("id", "name"))
    found: NDArray[np.int32] = np.where(by_id >= 0, by_id, by_name)[np.searchsorted(wanted, codes)]
    return found
