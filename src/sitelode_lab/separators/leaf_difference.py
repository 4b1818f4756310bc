"""Separate content by difference: text on several pages of a layout is template, text on one page only is content.

News Ripper, chapter 13: Arnaud Jasselette, Mathieu Vanderwhale, thesis, University of Namur 2005. Implemented: text leaves of the layout
tree with inline tags ignored (`Segments`); leaves equal on two pages are removed. Changed: leaves are compared by codes, so that cost is
linear instead of quadratic in pages and in leaves; and a leaf that a few of many pages share is not certain template (the thesis' own
example: two articles that both mention "Baghdad" on a separate line). `tolerance` 0 is the thesis to the letter.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.text.segments import Segments, segments_of
from sitelode_lab.separators.separator import Scores

LONG_WIDTH = 80  # characters; set by hand: a longer line is not repeated by chance


@dataclass(frozen=True, slots=True)
class LeafDifference:
    """Separator."""

    tolerance: float = 0.3  # share of the other pages from which a repeated leaf is certain template; set by hand

    def study(self, pages: Sequence[Page]) -> "CommonLeaves":
        codes = [np.unique(segments_of(page).exact) for page in pages]
        distinct, counts = np.unique(np.concatenate(codes) if codes else np.empty(0, np.uint64), return_counts=True)
        repeated = counts > 1
        return CommonLeaves(distinct[repeated], counts[repeated], len(codes), self.tolerance)


@dataclass(frozen=True, slots=True)
class CommonLeaves:
    """Template: the leaves that are on more than one page, and on how many."""

    codes: NDArray[np.uint64]  # ascending
    pages: NDArray[np.int64]
    studied: int
    tolerance: float

    def content_scores(self, page: Page) -> Scores:
        segments = segments_of(page)
        scores = np.zeros(len(page))
        scores[segments.rows] = np.repeat(self.segment_scores(segments), np.diff(segments.first))
        return scores

    def segment_scores(self, segments: Segments) -> Scores:
        """1 for a leaf on one page only; 0 for template; in between if chance or a quotation is as likely."""
        if not len(self.codes):
            return np.ones(len(segments))
        place = np.minimum(np.searchsorted(self.codes, segments.exact), len(self.codes) - 1)
        known = self.codes[place] == segments.exact
        others = np.where(known, (self.pages[place] - 1) / max(self.studied - 1, 1), 0.0)
        between = np.where(segments.width >= LONG_WIDTH, 0.5, 1 - 2 * others)
        return np.where(~known, 1.0, np.where((others >= self.tolerance) | (self.tolerance == 0), 0.0, between))
