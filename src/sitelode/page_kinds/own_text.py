"""How much text a page has that no other page has: what a template, a listing's excerpts and repeated notices do not account for."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_numbers import numbered
from sitelode.compiled.codes import Codes, mix_columns
from sitelode.page_kinds.lines import codes_of_texts
from sitelode.page_kinds.page_evidence import MISSING_PRIOR, Places, SiteLines, SiteLinks

# Chosen on the 16 sites of `bench.structure`; docs/algorithms/page_kinds.md says how far each can be moved.
LEAST_WIDTH: Final = 60  # characters of a line that counts as text; menu entries, dates and captions are shorter
RARE_SHARE: Final = 0.05  # of the pages; a line on fewer is no part of a template
UNSURE: Final = 50.0  # characters below links with known targets that outweigh a guess half: less than one line
Widths = NDArray[np.float64]


def own_text(lines: SiteLines, links: SiteLinks, version: Places | None = None) -> Widths:
    """Characters outside links in long lines that stand, and begin, on this page and its versions only; wide characters count two.

    What stands below a link to a page that is missing counts as far as it is no excerpt of it.
    """
    long = np.flatnonzero(lines.width >= LEAST_WIDTH)
    alone = lines.pages[long] == 1
    begins_alone = _pages_with(lines.beginning[long]) == 1
    if version is not None and (version != np.arange(links.pages)).any():
        alone |= _of_one_version(lines.code[long], version[lines.page[long]])
        begins_alone |= _of_one_version(lines.beginning[long], version[lines.page[long]])
    kept = long[alone & begins_alone]
    plain = lines.plain[kept] * (1 - _excerpt_shares(lines, links, long)[np.searchsorted(long, kept)])
    stretches, which = np.unique(lines.page[kept].astype(np.int64) << 32 | lines.stretch[kept], return_inverse=True)
    longest = np.zeros(links.pages)
    np.maximum.at(longest, stretches >> 32, np.bincount(which, plain, len(stretches)))
    return longest


def _excerpt_shares(lines: SiteLines, links: SiteLinks, rows: NDArray[np.int64]) -> Widths:
    """For lines below a link to a missing page, how much of what stands below links in such a place is text of their targets.

    A listing shows how articles begin, or all of them, below their titles. Of those that are there, their own pages tell.
    """
    shares = np.zeros(len(rows))
    led = np.flatnonzero(lines.lead[rows] >= 0)
    if not len(led):
        return shares
    link, text = lines.lead[rows[led]], rows[led]
    target, width = links.target[link], lines.width[text]
    known = target < links.pages
    begins, wanted = (
        np.unique(mix_columns(lines.page[rows].astype(np.uint64), lines.beginning[rows])),
        mix_columns(target.astype(np.uint64), lines.beginning[text]),
    )
    there = known & (begins[np.minimum(np.searchsorted(begins, wanted), len(begins) - 1)] == wanted)
    place = numbered(links.path[link])
    told, excerpts = (np.bincount(place[some], width[some], int(place.max()) + 1) for some in (known, there))
    missing = width[~known].sum() / width.sum()
    mean = (excerpts + UNSURE * MISSING_PRIOR * missing) / (told + UNSURE)
    shares[led] = np.where(known, 0.0, mean[place])
    return shares


def varying_text(lines: SiteLines, names: Sequence[Sequence[str]]) -> Widths:
    """Characters outside links in lines of any length that few pages have, a page's own names apart."""
    pages = len(names)
    rare = lines.pages <= max(1, RARE_SHARE * pages)
    for rank in range(max(map(len, names), default=0)):
        codes = codes_of_texts([own[rank] if rank < len(own) else "" for own in names])
        rare &= lines.code != codes[lines.page]
    return np.bincount(lines.page[rare], lines.plain[rare], pages).astype(np.float64)


def _of_one_version(codes: Codes, version: Places) -> NDArray[np.bool_]:
    """Whether all pages that a code stands on are versions of one."""
    which = numbered(codes)
    one = np.zeros(which.max(initial=-1) + 1, dtype=version.dtype)
    one[which] = version
    return np.asarray((np.bincount(which, one[which] != version, len(one)) == 0)[which])


def _pages_with(codes: Codes) -> NDArray[np.int64]:
    """How often each code stands there."""
    which = numbered(codes)
    return np.bincount(which)[which]
