"""Which lines of a page are notes: footnotes, endnotes and sources that a short mark in the text leads to.

A mark is a link of a few characters ("1", "[2]", "*") to another place of the same page. What it leads to belongs to the text it stands
in, however little it looks like it and however far down the page it is.
"""

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.link_kinds import WITHIN_PAGE
from sitelode.html.page import Page
from sitelode.text.segments import Segments

LONGEST_MARK = 6  # bytes of text; set by hand, as the next two
LONGEST_NOTE = 4000  # bytes of text; what is longer is a chapter
MOST_MARKS = 2000  # of a page: a bound


def noted_segments(page: Page, segments: Segments, target: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """For every segment, whether a mark elsewhere on the page leads to it; `target` holds the kind of target of each row that is a link."""
    found = np.zeros(len(segments), dtype=np.bool_)
    marks = np.flatnonzero(target == WITHIN_PAGE)[:MOST_MARKS]
    if not len(marks) or not len(found):
        return found
    columns = page.columns
    written = np.concatenate(([0], np.cumsum(columns.text_end - columns.text_start)))
    short = marks[written[columns.end[marks]] - written[marks] <= LONGEST_MARK]
    if not len(short):
        return found
    names = {row: (page.attribute(row, "href") or "").rpartition("#")[2].encode("utf-8", "replace") for row in short.tolist()}
    places = _places(page, "name", set(names.values())) | _places(page, "id", set(names.values()))
    first_rows = segments.rows[segments.first[:-1]]
    for mark, name in names.items():
        row = places.get(name, -1)
        if row < 0 or row <= mark < columns.end[row]:
            continue
        end = int(columns.end[row])
        if written[end] - written[row] <= LONGEST_NOTE:
            inside = (first_rows >= row) & (first_rows < end)
            if not inside.any():  # an anchor inside a line, or an empty one before it
                after = int(np.searchsorted(first_rows, end, side="right")) - 1
                inside = np.arange(len(found)) == max(after, 0)
            found |= inside
    return found


def _places(page: Page, attribute: str, wanted: set[bytes]) -> dict[bytes, int]:
    """The first element whose attribute has each wanted value."""
    columns, starts, strings = page.columns, page.string_starts, page.columns.strings
    of_name = np.flatnonzero(columns.attribute_name == page.attribute_number(attribute))
    numbers = columns.attribute_value[of_name].tolist()
    own = {value: strings[starts[value] : starts[value + 1]] for value in set(numbers)}
    found: dict[bytes, int] = {}
    for row, value in zip(columns.attribute_node[of_name].tolist(), numbers, strict=True):
        if own[value] in wanted:
            found.setdefault(own[value], row)
    return found
