"""Which texts recur from page to page of a layout: what recurs is template.

Pages that are nearly the same (variants of one product, a text and its version for print) count as one here. Among few pages their
common text would look like template. They are told by long texts that two pages share and others have not: boilerplate is on all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes
from sitelode.text.segments import Segments

LONG_WIDTH = 80  # chance does not repeat a longer text
LEAST_COMPARED = 3  # pages; of two nothing shows whether they are alike by their template or by their content
MOST_COMPARED = 30  # pages; among more a few that are alike do not matter
ALIKE_FROM = 0.6  # share of the long text of both pages
LEAST_LONG_TEXT = 500  # width; pages with less weigh as if they had it

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RecurringTexts:
    """Texts that stand on more than one page."""

    codes: Codes  # ascending
    share: Floats  # of the other pages that have it, too

    @classmethod
    def of(cls, pages: Sequence[Segments]) -> "RecurringTexts":
        if len(pages) == 1:
            return cls(np.empty(0, dtype=np.uint64), np.empty(0))
        group = near_duplicates(pages)
        alike = [np.flatnonzero(group == each).tolist() for each in np.unique(group)]
        texts = [np.unique(np.concatenate([pages[place].loose for place in places])) for places in alike]
        codes, counts = np.unique(np.concatenate([*texts, np.empty(0, dtype=np.uint64)]), return_counts=True)
        recurring = counts > 1
        return cls(codes[recurring], (counts[recurring] - 1) / max(len(texts) - 1, 1))

    def share_of(self, texts: Codes) -> Floats:
        """The share of the other pages on which each text stands."""
        if not len(self.codes):
            return np.zeros(len(texts))
        place = np.minimum(np.searchsorted(self.codes, texts), len(self.codes) - 1)
        return np.where(self.codes[place] == texts, self.share[place], 0.0)


def near_duplicates(pages: Sequence[Segments]) -> NDArray[np.intp]:
    """A number for each page, the same for those that are nearly the same."""
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
    """How much long, unlinked text each two pages share, apart from what all have."""
    width_of: dict[int, int] = {}
    texts = []
    for page in pages:
        long = (page.width >= LONG_WIDTH) & (2 * page.link_width < page.width)
        found = dict(zip(page.loose[long].tolist(), page.width[long].tolist(), strict=True))
        width_of.update(found)
        texts.append(np.array(sorted(found), dtype=np.uint64))
    known = np.array(sorted(width_of), dtype=np.uint64)
    has = np.array([np.isin(known, each, assume_unique=True) for each in texts], dtype=np.float64)
    width = np.array([width_of[code] for code in known.tolist()]) * ~has.all(axis=0)
    return np.asarray((has * width) @ has.T)
