"""Values under labels: what a record has and a text has not.

A label is a short line outside links that recurs on the pages of a layout, in whatever language; the line of a page's own that follows is
its value. "label: value" in one line counts as well. On a record such lines divide what is the page's own into many short runs; a text is
one long run.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_numbers import numbered
from sitelode.page_kinds.page_evidence import SiteLines
from sitelode.page_kinds.page_groups import Groups, Measures

Flags = NDArray[np.bool_]
# Set by hand.
LABEL_WIDTH: Final = 40  # characters
RECURRING_PAGES: Final = 3  # of a layout that have a label
RECURRING_SHARE: Final = 0.02  # and the share of them


def labelled_text(lines: SiteLines, rare: Flags, layouts: Groups) -> Iterator[tuple[str, Measures]]:
    """Columns with one number a page; `rare` are lines that are no part of a template. Linear in lines but for sorting."""
    pages = len(layouts.of_page)
    plain = lines.plain * 2 > lines.width
    again = _recurring(lines.number, lines, layouts)
    label = again & plain & (lines.width <= LABEL_WIDTH)
    own = rare & ~again & plain
    order = np.lexsort((lines.order, lines.page))
    page, width = lines.page[order], lines.plain[order].astype(np.float64)
    label, own = label[order], own[order]
    before = np.append(False, label[:-1] & (page[1:] == page[:-1]))[: len(order)]
    valued = own & before
    inline = own & _recurring(numbered(lines.label), lines, layouts)[order] & (lines.label[order] > 0)
    total, number = np.bincount(page, width * own, pages), np.bincount(page, own, pages)
    starts = own & ~(np.append(False, own[:-1])[: len(order)] & np.append(False, page[1:] == page[:-1])[: len(order)])
    run = np.cumsum(starts)
    runs = np.bincount(page[starts], minlength=pages)
    run_width = np.bincount(run[own], width[own], int(run[-1]) + 1 if len(run) else 1)
    largest = np.zeros(pages)
    np.maximum.at(largest, page[starts], run_width[run[starts]])
    yield "values under labels", np.log1p(np.bincount(page, valued, pages))
    yield "share of text under labels", _share(np.bincount(page, width * valued, pages), total)
    yield "labels in lines", np.log1p(np.bincount(page, inline, pages))
    yield "share of lines with labels", _share(np.bincount(page, inline, pages), number)
    yield "runs of own lines", np.log1p(runs)
    yield "share of the longest run", _share(largest, total)


def _recurring(numbers: NDArray[np.int64], lines: SiteLines, layouts: Groups) -> Flags:
    """Which lines have a number that several pages of their layout have."""
    layout = layouts.of_page[lines.page]
    which = numbered(numbers * len(layouts.size) + layout)
    return np.asarray(np.bincount(which)[which] >= np.maximum(RECURRING_PAGES, RECURRING_SHARE * layouts.size[layout]))


def _share(part: NDArray[np.generic], whole: NDArray[np.generic]) -> Measures:
    return np.asarray(part / np.maximum(whole, 1), dtype=np.float64)
