"""Sketch a layout in a few hundred bytes: codes of the elements that most of its pages have, each with its parent.

An element counts with its tag and class names, digits as one, together with those of its parent. Longer paths would change as a whole if
one outer element is renamed; single elements would not distinguish layouts of one design. Codes have 32 bits, enough for a hundred of
them, and all layouts of a wrapper keep the codes below one limit, so that they stay comparable. The last bit of a code says whether
the element is more likely written by the author (a plain list, a table) than part of the template; such elements weigh less.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import code_of
from sitelode.html.page import Page
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG
from sitelode.layout.kernels import sketch as kernel
from sitelode.paths.element_names import element_kinds
from sitelode.paths.labels import known_tag_codes
from sitelode.paths.path_codes import AUTHORS_WEIGHT, authors_tags, layout_tags

Codes32 = NDArray[np.uint32]
# Set by hand; docs/algorithms/wrappers.md shows how well layouts are recognised with them.
COMMON_SHARE = 0.5  # of the pages; elements on fewer are not part of the layout
MOST_CODES = 128  # of one layout
_NO_CODES = np.empty(0, dtype=np.uint64)


def weights_of(codes: Codes32) -> NDArray[np.float32]:
    """The weight of each code."""
    return np.where(codes & np.uint32(1), AUTHORS_WEIGHT, 1.0).astype(np.float32)


@cache
def _tags() -> kernel.TagTables:
    return kernel.TagTables(known_tag_codes(), FIRST_UNKNOWN_TAG, layout_tags().view(np.uint8), authors_tags().view(np.uint8))


class PageSketcher:
    """Computes the codes of pages."""

    def codes(self, page: Page) -> Codes32:
        """Distinct codes of a page, ascending."""
        return np.unique(self.every_code(page))

    def every_code(self, page: Page) -> Codes32:
        """The codes of a page in document order, with repetitions."""
        names = page.columns.unknown_tags
        unknown = np.array([code_of(name) for name in names], dtype=np.uint64) if names else _NO_CODES
        found: Codes32 = kernel.pair_codes(page.rows_read, element_kinds(page), _tags(), unknown)
        return found


def common_codes(pages: Sequence[Codes32]) -> Codes32:
    """The codes that most pages of a layout have, ascending."""
    if not pages:
        return np.empty(0, dtype=np.uint32)
    codes, counts = np.unique(np.concatenate(pages), return_counts=True)
    return codes[counts >= COMMON_SHARE * len(pages)]


def limit_codes(layouts: Sequence[Codes32]) -> list[Codes32]:
    """The same layouts without codes above a common limit, so that none has more than MOST_CODES."""
    limit = min((int(codes[MOST_CODES]) for codes in layouts if len(codes) > MOST_CODES), default=1 << 32)
    return [codes[codes < limit] if limit < 1 << 32 else codes for codes in layouts]


def share_of(layout: Codes32, page: Codes32) -> float:
    """The share of a layout that a page has."""
    weights = weights_of(layout)
    return float(weights[np.isin(layout, page, assume_unique=True)].sum() / max(float(weights.sum()), 1e-9))


@dataclass(frozen=True)
class SketchIndex:
    """Several layouts, ready for comparison with pages."""

    layouts: kernel.KnownSketches

    @classmethod
    def of(cls, layouts: Sequence[Codes32]) -> "SketchIndex":
        known = np.unique(np.concatenate([*layouts, np.empty(0, dtype=np.uint32)]))
        has = np.zeros((len(known), len(layouts) + 1))
        has[:, -1] = weights_of(known)
        for place, codes in enumerate(layouts):
            has[np.searchsorted(known, codes), place] = weights_of(codes)
        return cls(kernel.KnownSketches(known, has, np.maximum(has[:, :-1].sum(axis=0), 1e-9)))

    def compare(self, page: Codes32) -> tuple[list[float], list[float]]:
        """For every layout, the share of its codes that the page has; and a similarity that also counts codes of other layouts."""
        shares, likeness = self.layouts.compared(page)
        return shares, likeness
