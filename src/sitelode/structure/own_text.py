"""How much text a page has that no other page has: what a template, a listing's excerpts and repeated notices do not account for."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.structure.lines import Codes, codes_of_texts
from sitelode.structure.reading import SiteLines

LEAST_WIDTH: Final = 60  # characters of a line that counts as text; menu entries, dates and captions are shorter
RARE_SHARE: Final = 0.05  # of the pages; a line on fewer is no part of a template
Widths = NDArray[np.float64]


def own_text(lines: SiteLines, pages: int) -> Widths:
    """Characters outside links in long lines that stand, and begin, on this page only; wide characters count two."""
    long = np.flatnonzero(lines.width >= LEAST_WIDTH)
    alone = _pages_with(lines.code, lines.code[long]) == 1
    begins_alone = _pages_with(lines.beginning[long], lines.beginning[long]) == 1
    kept = long[alone & begins_alone]
    stretches, which = np.unique(lines.page[kept].astype(np.int64) << 32 | lines.stretch[kept], return_inverse=True)
    longest = np.zeros(pages)
    np.maximum.at(longest, stretches >> 32, np.bincount(which, lines.plain[kept], len(stretches)))
    return longest


def varying_text(lines: SiteLines, names: Sequence[Sequence[str]]) -> Widths:
    """Characters outside links in lines of any length that few pages have, a page's own names apart."""
    pages = len(names)
    rare = _pages_with(lines.code, lines.code) <= max(1, RARE_SHARE * pages)
    for rank in range(max(map(len, names), default=0)):
        codes = codes_of_texts([own[rank] if rank < len(own) else "" for own in names])
        rare &= lines.code != codes[lines.page]
    return np.bincount(lines.page[rare], lines.plain[rare], pages).astype(np.float64)


def _pages_with(every: Codes, codes: Codes) -> NDArray[np.int64]:
    """On how many pages each code stands; codes of one page are distinct."""
    known, counts = np.unique(every, return_counts=True)
    return counts[np.searchsorted(known, codes)]
