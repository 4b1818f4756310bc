"""Text that stands on several pages of a site: a listing shows how its articles begin, or all of them.

Of a listing many pages hold a part each; of an article the pages that list it hold the same part. So what a page shares with all others
together, and what with the one that it shares most with, tells which of the two it is.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.own_text import LEAST_WIDTH
from sitelode.page_kinds.page_evidence import SiteLines

Measures = NDArray[np.float64]
_MOST_PAGES: Final = 8  # further ones with a line that a page is compared with, for a bound on time
_MORE: Final = 1.5  # times as much of the other page's text as of its own, for a page to show the other. Set by hand


class SharedText(NamedTuple):
    """Of every page, in characters of long lines that are no part of a template, or as a number of pages."""

    every: Measures  # long lines, shared or not
    shared: Measures
    largest: Measures  # shared with a single other page
    partners: Measures  # pages that it shares a line with
    shows: Measures  # pages of which it holds a larger part than they of it
    shown: Measures  # the other way round


def shared_text(lines: SiteLines, rare: NDArray[np.bool_], pages: int) -> SharedText:
    """Compare every page with those that have its lines; linear in lines."""
    long = np.flatnonzero((lines.width >= LEAST_WIDTH) & rare)
    long = long[np.argsort(lines.code[long], kind="stable")]
    code, page, width = lines.code[long], lines.page[long].astype(np.int64), lines.plain[long].astype(np.float64)
    every = np.bincount(page, width, pages).astype(np.float64)
    again = np.zeros(len(long), dtype=np.bool_)
    one, other, common = [np.empty(0, np.int64)], [np.empty(0, np.int64)], [np.empty(0)]
    for step in range(1, min(_MOST_PAGES, len(long) - 1) + 1):
        same = np.flatnonzero(code[step:] == code[:-step])
        again[same] = again[same + step] = True
        one += [page[same], page[same + step]]
        other += [page[same + step], page[same]]
        common += [width[same], width[same + step]]
    pairs, which = np.unique(np.concatenate(one) * pages + np.concatenate(other), return_inverse=True)
    amount = np.bincount(which, np.concatenate(common), len(pairs))
    first, second = np.divmod(pairs, max(pages, 1))
    largest = np.zeros(pages)
    np.maximum.at(largest, first, amount)
    of_first, of_second = amount / np.maximum(every[first], 1), amount / np.maximum(every[second], 1)
    numbers = (None, of_second > _MORE * of_first, of_first > _MORE * of_second)
    counts = (np.bincount(first, some, pages).astype(np.float64) for some in numbers)
    return SharedText(every, np.bincount(page, width * again, pages).astype(np.float64), largest, *counts)
