"""Two simple baselines for the other separators.

Header and tail: cut off the common beginning and end of pages.
News Ripper thesis, 1.4 (Arnaud Jasselette, Mathieu Vanderwhale, University of Namur 2005), after a student project that it cites.
Implemented: what two pages have in common at their start and at their end is cut off every page, line by line; a line is a segment.
Decided: the two pages are chosen by their contents, so that the order of the pages does not matter.

Table break-down: the part of a page with the most words is its article; from the same section.
Implemented: text is collected by its depth in nested tables, and the depth with the most words is the article. The thesis
shows why that cannot be right (equal depths far apart are joined) and names the alternative, one collection per table; both are here.
Changed: today's pages are not laid out with tables, so any section counts as one; words are counted as terms.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.html.kernels.page_rows import inherit
from sitelode.html.page import Page
from sitelode.html.vocabulary import tag_flags
from sitelode.text.segments import segments_of
from sitelode.text.tokens import page_terms
from sitelode_lab.sampling import sample_of
from sitelode_lab.separators.block_entropy import SECTION_TAGS
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


TABLES = frozenset(("table",))


@dataclass(frozen=True, slots=True)
class TableBreakdown:
    """Separator and template in one, because each page is judged by itself."""

    by_depth: bool = False  # the thesis' pseudo-code: all containers of one depth together
    containers: frozenset[str] = SECTION_TAGS  # TABLES is the thesis to the letter

    def study(self, pages: Sequence[Page]) -> "TableBreakdown":  # noqa: ARG002 (the interface)
        return self

    def content_scores(self, page: Page) -> Scores:
        segments = segments_of(page)
        scores = np.zeros(len(page))
        if not len(segments):
            return scores
        columns, flags = page.columns, tag_flags(self.containers)
        nearest = inherit(columns.parent, flags[columns.tag])
        holder = (_nesting(page, nearest, flags) if self.by_depth else nearest)[segments.block]
        words = np.bincount(holder[page_terms(page, segments).segment], minlength=1)
        chosen = holder == int(words.argmax())
        scores[segments.text_rows(chosen)] = 1.0
        return scores


def _nesting(page: Page, nearest: NDArray[np.int32], flags: NDArray[np.bool_]) -> NDArray[np.int32]:
    """For each row, the number of containers around it."""
    depth = np.zeros(len(page), np.int32)
    for row in np.flatnonzero(flags[page.columns.tag]).tolist():
        depth[row] = depth[nearest[page.columns.parent[row]]] + 1
    return depth[nearest]
