"""Cut off the common beginning and end of pages: one of two simple baselines for the other separators.

News Ripper thesis, 1.4 (Arnaud Jasselette, Mathieu Vanderwhale, University of Namur 2005), after a student project that it cites.
Implemented: what two pages have in common at their start and at their end is cut off every page, line by line; a line is a segment.
Decided: the two pages are chosen by their contents, so that the order of the pages does not matter.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.text.segments import segments_of
from sitelode_lab.sampling import sample_of
from sitelode_lab.separators.separator import Scores

Codes = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class HeaderTail:
    """Separator."""

    def study(self, pages: Sequence[Page]) -> "CommonEnds":
        lines = [segments_of(page).exact for page in sample_of(pages, 2)]
        if len(lines) < 2:  # noqa: PLR2004 (a pair)
            return CommonEnds(np.empty(0, np.uint64), np.empty(0, np.uint64))
        one, other = lines
        header = common_start(one, other)
        tail = min(common_start(one[::-1], other[::-1]), min(len(one), len(other)) - header)
        return CommonEnds(one[:header], one[len(one) - tail :])


@dataclass(frozen=True, slots=True)
class CommonEnds:
    """Template: the common first and last lines of pages."""

    header: Codes
    tail: Codes

    def content_scores(self, page: Page) -> Scores:
        segments = segments_of(page)
        kept = np.ones(len(segments))
        kept[: common_start(segments.exact, self.header)] = 0
        kept[len(kept) - common_start(segments.exact[::-1], self.tail[::-1]) :] = 0
        scores = np.zeros(len(page))
        scores[segments.rows] = np.repeat(kept, np.diff(segments.first))
        return scores


def common_start(one: Codes, other: Codes) -> int:
    """Length of the common prefix of two columns."""
    shorter = min(len(one), len(other))
    differ = np.flatnonzero(one[:shorter] != other[:shorter])
    return int(differ[0]) if len(differ) else shorter
