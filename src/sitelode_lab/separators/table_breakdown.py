"""The part of a page with the most words is its article: one of two simple baselines for the other separators.

Table break-down: News Ripper thesis, 1.4 (Arnaud Jasselette, Mathieu Vanderwhale, University of Namur 2005), after a student project that
it cites. Implemented: text is collected by its depth in nested tables, and the depth with the most words is the article. The thesis
shows why that cannot be right (equal depths far apart are joined) and names the alternative, one collection per table; both are here.
Changed: today's pages are not laid out with tables, so any section counts as one; words are counted as terms.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.html.vocabulary import tag_flags
from sitelode.text.segments import segments_of
from sitelode.text.tokens import page_terms
from sitelode_lab.separators.block_entropy import SECTION_TAGS
from sitelode_lab.separators.kernels.enclosing_sections import nearest_flagged
from sitelode_lab.separators.separator import Scores

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
        nearest = nearest_flagged(columns.tag, columns.parent, flags)
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
