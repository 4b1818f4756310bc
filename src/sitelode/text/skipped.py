"""Find elements whose text is not content: hidden elements, link signs in headings, line numbers.

Most pages have few or none of them: compiled code finds candidates, and only these are checked closely.
"""

from functools import cache
from typing import Final

import numpy as np

from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import HEADING_TAGS, TAG_NUMBER, tag_flags
from sitelode.text.heading_marks import heading_marks
from sitelode.text.hidden import hidden_rows
from sitelode.text.kernels.skipped import SkippedFinder
from sitelode.text.line_numbers import line_numbers

_TAGS = TAG_NUMBER["a"], TAG_NUMBER["pre"]
LEAST_LINES: Final = 2  # numbered lines; set by hand


@cache
def _finder() -> SkippedFinder:
    flags = [tag_flags(frozenset(tags)).view(np.uint8) for tags in (HEADING_TAGS, ("pre", "code"), ("td", "th"))]
    return SkippedFinder(flags, _TAGS, LEAST_LINES)


def skipped_rows(page: Page) -> RowColumn:
    """The elements that are not read, in document order; some may be inside others."""
    links, cells, listings = _finder().candidates(page.rows_read)
    hidden = hidden_rows(page)
    if not links and not cells and not listings:
        return hidden
    found = {*hidden.tolist(), *cells, *heading_marks(page, links), *line_numbers(page, listings)}
    return np.array(sorted(found), dtype=np.int32)
