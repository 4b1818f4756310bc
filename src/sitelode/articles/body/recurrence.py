"""Which texts recur on the pages of a layout: recurring text is template.

Near-duplicate pages (variants of one product, a text and its print version) count as one here: among few pages, their common text would
look like template. They are recognised by long texts that two pages share and others do not have; boilerplate is on all pages.
Home, tag and archive pages of the same layout often show whole articles, or how they begin. What an article shares with them is not
template: only pages that are no such listings count.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import counted, distinct, first_of_each
from sitelode.compiled.codes import Codes
from sitelode.text.segments import Segments

LONG_WIDTH = 80  # width; longer texts do not repeat by chance. All set by hand; the gain is in docs/algorithms/consensus.md
LEAST_COMPARED = 3  # pages; with only two, nothing shows whether their template or their content is the same
MOST_COMPARED = 30  # pages; among more, a few near-duplicates do not matter
ALIKE_FROM = 0.6  # share of the long text of both pages
LEAST_LONG_TEXT = 500  # width; pages with less count as if they had this much
LISTED_FROM = 0.3  # share of a listing's long text that stands on other pages, some on each; set by hand, as the next five
LEAST_LISTED = 2  # pages of which each has some of it
LEAST_FOR_LISTINGS = 4  # pages; among fewer, nothing shows which page lists the others
TEMPLATE_FROM = 0.5  # share of the pages; a text on more of them is template and says nothing about listings
MOST_LISTINGS = 0.7  # share of the pages; if more look like listings, their texts are shared for another reason
MOST_SHARED = 4000  # texts that pages are compared by, the longest ones: a bound
MOST_PARTNERS = 40  # pages that share text with a page, those with the least of it: a bound

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RecurringTexts:
    """Texts that are on more than one page."""

    codes: Codes  # ascending
    share: Floats  # of the other pages that have the text too

    @classmethod
    def of(cls, pages: Sequence[Segments]) -> "RecurringTexts":
        if len(pages) == 1:
            return cls(np.empty(0, dtype=np.uint64), np.empty(0))
        group, listing = near_duplicates(pages), listings(pages)
        codes, share = _shares(pages, group, ~listing)
        if listing.any():
            of_listings, among_listings = _shares(pages, group, listing)
            new = ~np.isin(of_listings, codes)
            codes, share = np.concatenate((codes, of_listings[new])), np.concatenate((share, among_listings[new]))
            order = np.argsort(codes)
            codes, share = codes[order], share[order]
        recurring = share > 0
        return cls(codes[recurring], share[recurring])

    def share_of(self, texts: Codes) -> Floats:
        """The share of the other pages that have each text."""
        if not len(self.codes):
            return np.zeros(len(texts))
        place = np.minimum(np.searchsorted(self.codes, texts), len(self.codes) - 1)
        return np.where(self.codes[place] == texts, self.share[place], 0.0)


def _shares(pages: Sequence[Segments], group: NDArray[np.intp], counts: NDArray[np.bool_]) -> tuple[Codes, Floats]:
    """Every text of the pages that count, ascending, and the share of the others among them that have it."""
    alike: dict[int, list[Codes]] = defaultdict(list)
    for place in counts.nonzero()[0].tolist():
        alike[int(group[place])].append(pages[place].loose)
    texts = [distinct(np.concatenate(each)) for each in alike.values()]
    every = np.concatenate([*texts, np.empty(0, dtype=np.uint64)])
    first, times = counted(every)
    order = every[first].argsort()
    return every[first][order], (times[order] - 1) / max(len(texts) - 1, 1)


def listings(pages: Sequence[Segments]) -> NDArray[np.bool_]:
    """Whether much of a page's long text stands on other pages, some on one and some on another: it shows articles, or how they begin.

    The text of an article that listings show stands on other pages, too, but what one of these has of it, another has as well.
    """
    found = np.zeros(len(pages), dtype=np.bool_)
    if len(pages) < LEAST_FOR_LISTINGS:
        return found
    has, width, own = _shared_texts(pages)
    for page in np.flatnonzero((_width_on(has, width) >= LISTED_FROM * own) & (own > 0)).tolist():
        texts = np.flatnonzero(has[page])
        of_others = has[:, texts] > 0
        of_others[page] = False
        found[page] = _listed_width(of_others, width[texts]) >= LISTED_FROM * own[page]
    return found if found.mean() <= MOST_LISTINGS else np.zeros(len(pages), dtype=np.bool_)


def _listed_width(has: NDArray[np.bool_], width: NDArray[np.float32]) -> float:
    """The width of the texts on other pages that have none in common, those with the least first; 0 if there are not several."""
    shared = _width_on(has, width)
    listed, pages = np.zeros(len(width), dtype=np.bool_), 0
    for page in np.argsort(shared, kind="stable")[np.count_nonzero(shared == 0) :][:MOST_PARTNERS].tolist():
        if not (has[page] & listed).any():
            listed |= has[page]
            pages += 1
    return float(width[listed].sum()) if pages >= LEAST_LISTED else 0.0


def _width_on(has: NDArray[np.generic], width: NDArray[np.float32]) -> NDArray[np.float32]:
    """The width of the texts that each page (row) has.

    Not `has @ width`: some versions of BLAS read behind the end of small arrays and warn about invalid numbers that are none of ours.
    """
    return np.asarray(np.einsum("pt,t->p", has.astype(np.float32, copy=False), width))


def _shared_texts(pages: Sequence[Segments]) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Which pages (rows) have which of the long texts that several pages share, their widths, and that of all long text of each page.

    Template is left out.
    """
    codes, widths = [], []
    for page in pages:
        long = (page.width >= LONG_WIDTH) & (2 * page.link_width < page.width)
        code, first, _ = first_of_each(page.loose[long])
        codes.append(code)
        widths.append(page.width[long][first])
    every, place, times = np.unique(np.concatenate(codes), return_inverse=True, return_counts=True)
    of_page, width = np.repeat(np.arange(len(pages)), [len(each) for each in codes]), np.concatenate(widths)
    content = times[place] <= max(2.0, TEMPLATE_FROM * len(pages))
    own = np.bincount(of_page[content], weights=width[content], minlength=len(pages)).astype(np.float32)
    width_of = np.zeros(len(every), dtype=np.float32)
    width_of[place] = width
    shared = np.flatnonzero((times > 1) & (times <= max(2.0, TEMPLATE_FROM * len(pages))))
    shared = shared[np.argsort(-width_of[shared], kind="stable")][:MOST_SHARED]
    column = np.full(len(every), -1)
    column[shared] = np.arange(len(shared))
    inside = column[place] >= 0
    has = np.zeros((len(pages), len(shared)), dtype=np.float32)
    has[of_page[inside], column[place[inside]]] = 1
    return has, width_of[shared], own


def near_duplicates(pages: Sequence[Segments]) -> NDArray[np.intp]:
    """A number for each page; near-duplicates have the same number."""
    group = np.arange(len(pages))
    if not LEAST_COMPARED <= len(pages) <= MOST_COMPARED:
        return group
    shared = _shared_long_text(pages)
    own = shared.diagonal()
    alike = shared >= ALIKE_FROM * np.maximum(np.maximum.outer(own, own), LEAST_LONG_TEXT)
    for one, other in zip(*np.nonzero(np.tril(alike, -1)), strict=True):
        group[group == group[one]] = group[other]
    return group


def _shared_long_text(pages: Sequence[Segments]) -> Floats:
    """The width of long, unlinked text that each two pages share, without text that all pages have."""
    width_of: dict[int, int] = {}
    texts = []
    for page in pages:
        long = (page.width >= LONG_WIDTH) & (2 * page.link_width < page.width)
        found = dict(zip(page.loose[long].tolist(), page.width[long].tolist(), strict=True))
        width_of.update(found)
        texts.append(np.array(sorted(found), dtype=np.uint64))
    known = np.array(sorted(width_of), dtype=np.uint64)
    has = np.zeros((len(texts), len(known)))
    for place, each in enumerate(texts):
        has[place, np.searchsorted(known, each)] = 1
    width = np.array([width_of[code] for code in known.tolist()]) * ~has.all(axis=0)
    return np.asarray((has * width) @ has.T)
