"""Find comments that say how long ago they were written ("3 hours ago"): texts with one number, at one place after the body, one per block.

Numbers of likes and answers have the same form. The place of the times is the one whose blocks hold a name before it, and a text.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from sitelode.articles.fields.page_view import PageView

LONGEST_TIME: Final = 30  # bytes; set by hand, like the next two
MOST_TIMES: Final = 500  # times on one page
REPEATED_FROM: Final = 2  # times on one page
_ONE_NUMBER = re.compile(r"[^\d]*\d{1,3}[^\d]*")
_LETTER = re.compile(r"[^\W\d_]")


def times_by_place(views: Sequence[PageView]) -> Mapping[str, list[tuple[PageView, list[int]]]]:
    """The texts after the body that may say how long ago something was, by place and page."""
    found: dict[str, list[tuple[PageView, list[int]]]] = defaultdict(list)
    told: dict[bytes, bool] = {}  # whether a text may tell a time: the same texts are on many pages
    for view in views:
        by_place: dict[str, list[int]] = defaultdict(list)
        for row in islice(_short_numbers(view, told), MOST_TIMES):
            by_place[view.place(view.element(row))].append(row)
        for place, rows in by_place.items():
            found[place].append((view, rows))
    return {place: pages for place, pages in found.items() if any(len(rows) >= REPEATED_FROM for _, rows in pages)}


def may_tell_time(text: str) -> bool:
    """Whether a text has one small number and letters."""
    return _ONE_NUMBER.fullmatch(text) is not None and _LETTER.search(text) is not None


def _short_numbers(view: PageView, told: dict[bytes, bool]) -> Iterator[int]:
    """Short texts after the body with one small number and letters."""
    columns, (rows, digits) = view.page.columns, view.texts_after_body
    start, end = columns.text_start[rows], columns.text_end[rows]
    near = (end - start <= LONGEST_TIME) & (digits > 0)
    for row, first, last in zip(rows[near].tolist(), start[near].tolist(), end[near].tolist(), strict=True):
        raw = columns.text[first:last]
        known = told.get(raw)
        if known is None:
            known = told[raw] = may_tell_time(view.words(row))
        if known:
            yield row
