"""Which texts recur on the pages of a layout: recurring text is template.

Near-duplicate pages (variants of one product, a text and its print version) count as one here: among few pages, their common text would
look like template. They are recognised by long texts that two pages share and others do not have; boilerplate is on all pages.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import counted, distinct
from sitelode.compiled.codes import Codes
from sitelode.text.segments import Segments

LONG_WIDTH = 80  # width; longer texts do not repeat by chance. All set by hand; the gain is in docs/algorithms/consensus.md
LEAST_COMPARED = 3  # pages; with only two, nothing shows whether their template or their content is the same
MOST_COMPARED = 30  # pages; among more, a few near-duplicates do not matter
ALIKE_FROM = 0.6  # share of the long text of both pages
LEAST_LONG_TEXT = 500  # width; pages with less count as if they had this much

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
        codes, share = _shares(pages, near_duplicates(pages))
        recurring = share > 0
        return cls(codes[recurring], share[recurring])

    def share_of(self, texts: Codes) -> Floats:
        """The share of the other pages that have each text."""
        if not len(self.codes):
            return np.zeros(len(texts))
        place = np.minimum(np.searchsorted(self.codes, texts), len(self.codes) - 1)
        return np.where(self.codes[place] == texts, self.share[place], 0.0)


def _shares(pages: Sequence[Segments], group: NDArray[np.intp]) -> tuple[Codes, Floats]:
    """Every text, ascending, and the share of the other pages that have it; a group of near-duplicates is one page."""
    alike: dict[int, list[Codes]] = defaultdict(list)
    for page, number in zip(pages, group.tolist(), strict=True):
        alike[number].append(page.loose)
    texts = [distinct(np.concatenate(each)) for each in alike.values()]
    every = np.concatenate([*texts, np.empty(0, dtype=np.uint64)])
    first, times = counted(every)
    order = every[first].argsort()
    return every[first][order], (times[order] - 1) / max(len(texts) - 1, 1)


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
