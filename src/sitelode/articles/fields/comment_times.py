"""Find comments that say how long ago they were written ("3 hours ago"): texts with one number, at one place after the body, one per block.

Numbers of likes and answers have the same form. The place of the times is the one whose blocks hold a name before it, and a text.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.fields.page_view import PageView
from sitelode.html.page import RowColumn

LONGEST_TIME: Final = 30  # bytes; set by hand, like the next two
MOST_TIMES: Final = 500  # times on one page
REPEATED_FROM: Final = 2  # times on one page
_ONE_NUMBER = re.compile(r"[^\d]*\d{1,3}[^\d]*")
_LETTER = re.compile(r"[^\W\d_]")
_DIGITS, _NOT_ASCII = 10, 0x80


def times_by_place(views: Sequence[PageView]) -> Mapping[str, list[tuple[PageView, list[int]]]]:
    """The texts after the body that may say how long ago something was, by place and page."""
    found: dict[str, list[tuple[PageView, list[int]]]] = defaultdict(list)
    for view in views:
        by_place: dict[str, list[int]] = defaultdict(list)
        for row in _short_numbers(view):
            by_place[view.place(view.element(row))].append(row)
        for place, rows in by_place.items():
            found[place].append((view, rows))
    return {place: pages for place, pages in found.items() if any(len(rows) >= REPEATED_FROM for _, rows in pages)}


def digits_after_body(view: PageView, rows: RowColumn) -> NDArray[np.int32]:
    """The greatest number of digits that each text after the body may have. Non-ASCII characters may be digits of another script."""
    columns, offset = view.page.columns, view.body_span[1]
    text = np.frombuffer(columns.text, dtype=np.uint8)[offset:]
    before = np.zeros(len(text) + 1, dtype=np.int32)
    np.cumsum((text - np.uint8(ord("0")) < _DIGITS) | (text >= _NOT_ASCII), out=before[1:])
    found: NDArray[np.int32] = before[columns.text_end[rows] - offset] - before[columns.text_start[rows] - offset]
    return found


def may_tell_time(text: str) -> bool:
    """Whether a text has one small number and letters."""
    return _ONE_NUMBER.fullmatch(text) is not None and _LETTER.search(text) is not None


def _short_numbers(view: PageView) -> Iterator[int]:
    """Short texts after the body with one small number and letters."""
    columns, rows = view.page.columns, view.page.text_rows
    start, length = columns.text_start[rows], columns.text_end[rows] - columns.text_start[rows]
    near = rows[(start >= view.body_span[1]) & (length <= LONGEST_TIME)]
    near = near[digits_after_body(view, near) > 0]
    fitting = (row for row in near.tolist() if may_tell_time(view.words(row)))
    return (row for row, _ in zip(fitting, range(MOST_TIMES), strict=False))
