"""Lines of text as codes, for finding them on other pages: whole, and by how they begin.

A listing often shows the beginning of an article and cuts it in the middle of a sentence; the beginning is what the two have in common.
Spaces do not count in these codes, because a line may be broken by markup in one place and not in another.
"""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes
from sitelode.html.page import Page
from sitelode.page_kinds.kernels.lines import line_codes
from sitelode.page_kinds.looks.line_labels import line_labels
from sitelode.page_kinds.looks.repeated_blocks import items_of
from sitelode.text.segments import Segments

# Chosen on the 16 sites of `bench.structure`.
BEGINNING: Final = 30  # characters, spaces apart; a sentence's first four to six words
_WHOLE: Final = 1 << 30  # characters: more than any text has
TELLING_WIDTH: Final = 15  # characters; a line of fewer that is all link is a menu entry, a tag or "read more"
MOST_YEARS: Final = 1000  # of a page that are looked at
# Years first, then what stands beside them: one expression for whole dates would try every place of a page.
_YEAR: Final = re.compile(rb"(?:19|20)[0-9][0-9]")
_DAY_BEFORE: Final = re.compile(rb"(?<![0-9])[0-9]{1,2}[^0-9\n]{1,14}\Z")
_MONTH_AFTER: Final = re.compile(rb"[^0-9\n]{1,4}[0-9]{1,2}(?![0-9])")
_LONGEST_BEFORE: Final = 17  # bytes, one more than a day and what may stand between it and the year
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
    label: Numbers  # of a line "label: value" a number for the label, see `looks/line_labels.py`; 0 for any other line


def page_lines(page: Page, segments: Segments, link_rows: Numbers) -> PageLines:
    """Read the lines of a page; `link_rows` are the rows of its links."""
    columns = page.columns
    text = np.frombuffer(columns.text, dtype=np.uint8)
    whole, beginning = line_codes(text, columns.text_start[segments.rows], columns.text_end[segments.rows], segments.first, BEGINNING)
    codes, first = np.unique(whole, return_index=True)
    plain = (segments.width - segments.link_width)[first]
    titles = (segments.link_width >= segments.width) & (segments.width >= TELLING_WIDTH)
    stretch = np.cumsum(titles, dtype=np.int32)[first]
    leads, items, dated = _leads(page, segments, link_rows), items_of(page, segments), _dated(page, segments)
    labels = line_labels(page, segments)
    return PageLines(
        codes, beginning[first], segments.width[first], plain, stretch, leads[first], items[first], dated[first],
        first.astype(np.int32), labels[first],
    )  # fmt: skip


def _dated(page: Page, segments: Segments) -> Numbers:
    """Which segments have a day and a year beside each other, in whatever order and with whatever month between them."""
    found = np.zeros(len(segments), dtype=np.int32)
    places = [
        place for match in islice(_YEAR.finditer(page.columns.text), MOST_YEARS) if (place := _date_at(page.columns.text, match)) >= 0
    ]
    if places and len(segments.rows):
        row = np.searchsorted(page.columns.text_start[segments.rows], places, side="right") - 1
        segment = np.searchsorted(segments.first, np.maximum(row, 0), side="right") - 1
        found[np.minimum(segment, len(segments) - 1)] = 1
    return found


def _date_at(text: bytes, year: re.Match[bytes]) -> int:
    """Where the date with this year begins; -1 where there is none."""
    start, end = year.span()
    if text[end : end + 1].isdigit() or text[start - 1 : start].isdigit():
        return -1
    before = max(0, start - _LONGEST_BEFORE)
    day = _DAY_BEFORE.search(text, before, start)
    if day:
        return day.start()
    return start if _MONTH_AFTER.match(text, end) else -1


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
