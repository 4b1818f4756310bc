"""Sketch a layout in a few hundred bytes: codes of the elements that most of its pages have, each with its parent.

An element counts with its tag and class names, digits as one, together with those of its parent. Longer paths would change as a whole if
one outer element is renamed; single elements would not distinguish layouts of one design. Codes have 32 bits, enough for a hundred of
them, and all layouts of a wrapper keep the codes below one limit, so that they stay comparable. The last bit of a code says whether
the element is more likely written by the author (a plain list, a table) than part of the template; such elements weigh less.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import distinct
from sitelode.html.page import Page
from sitelode.paths.element_names import element_kinds
from sitelode.paths.labels import codes_of_tags
from sitelode.paths.path_codes import AUTHORS_WEIGHT, authors_tags, layout_tags

Codes32 = NDArray[np.uint32]
# Set by hand; docs/algorithms/wrappers.md shows how well layouts are recognised with them.
COMMON_SHARE = 0.5  # of the pages; elements on fewer are not part of the layout
MOST_CODES = 128  # of one layout
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def weights_of(codes: Codes32) -> NDArray[np.float32]:
    """The weight of each code."""
    return np.where(codes & np.uint32(1), AUTHORS_WEIGHT, 1.0).astype(np.float32)


class PageSketcher:
    """Computes the codes of pages."""

    def codes(self, page: Page) -> Codes32:
        """Distinct codes of a page, ascending."""
        return distinct(self.every_code(page))

    def every_code(self, page: Page) -> Codes32:
        """The codes of a page in document order, with repetitions."""
        tag, kinds = page.columns.tag, element_kinds(page)
        rows = np.flatnonzero(layout_tags()[tag[1:]]) + 1
        label = kinds.class_code ^ codes_of_tags(page, tag[kinds.first])
        own = kinds.of_row[rows]
        pair = (label[kinds.of_row[page.columns.parent[rows]]] * _FACTOR ^ label[own]) * _FACTOR
        is_likely_authors = authors_tags()[tag[rows]] & (kinds.class_code[own] == 0)
        return np.asarray(pair >> np.uint64(33) << np.uint64(1) | is_likely_authors, dtype=np.uint32)


def common_codes(pages: Sequence[Codes32]) -> Codes32:
    """The codes that most pages of a layout have, ascending."""
    codes, counts = np.unique(np.concatenate([*pages, np.empty(0, dtype=np.uint32)]), return_counts=True)
    return codes[counts >= COMMON_SHARE * len(pages)]


def limit_codes(layouts: Sequence[Codes32]) -> list[Codes32]:
    """The same layouts without codes above a common limit, so that none has more than MOST_CODES."""
    limit = min((int(codes[MOST_CODES]) for codes in layouts if len(codes) > MOST_CODES), default=1 << 32)
    return [codes[codes < limit] for codes in layouts]


def share_of(layout: Codes32, page: Codes32) -> float:
    """The share of a layout that a page has."""
    weights = weights_of(layout)
    return float(weights[np.isin(layout, page, assume_unique=True)].sum() / max(float(weights.sum()), 1e-9))


@dataclass(frozen=True)
class SketchIndex:
    """Several layouts, ready for comparison with pages."""

    known: Codes32  # of all layouts, ascending
    has: NDArray[np.float64]  # the weight of each code for each layout, and in the last column the weight itself
    sizes: NDArray[np.float64]  # of the layouts

    @classmethod
    def of(cls, layouts: Sequence[Codes32]) -> "SketchIndex":
        known = distinct(*layouts, np.empty(0, dtype=np.uint32))
        has = np.zeros((len(known), len(layouts) + 1))
        has[:, -1] = weights_of(known)
        for place, codes in enumerate(layouts):
            has[np.searchsorted(known, codes), place] = weights_of(codes)
        return cls(known, has, np.maximum(has[:, :-1].sum(axis=0), 1e-9))

    def compare(self, page: Codes32) -> tuple[list[float], list[float]]:
        """For every layout, the share of its codes that the page has; and a similarity that also counts codes of other layouts."""
        place = np.searchsorted(self.known, page)
        place = place[self.known.take(place, mode="clip") == page] if len(self.known) else place[:0]
        places = list(dict.fromkeys(place.tolist()))  # sums of weights depend on their order in the last digit
        common = self.has[places].sum(axis=0)
        shares, others = common[:-1] / self.sizes, common[-1]
        return shares.tolist(), (common[:-1] / np.maximum(self.sizes + others - common[:-1], 1e-9)).tolist()
