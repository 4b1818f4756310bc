"""What of a page is passed over when it is read: hidden elements, marks in headings, numbers of lines.

Most pages have nothing of the kind, or little: compiled code looks for what may be such a thing, and only that is looked at closely.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.algorithms.compiled import Compiled
from sitelode.dom.page import Page, RowColumn
from sitelode.dom.vocabulary import HEADING_TAGS, TAG_NUMBER, tag_flags
from sitelode.text.heading_marks import heading_marks
from sitelode.text.hidden import hidden_rows
from sitelode.text.line_numbers import line_numbers

_kernel = Compiled("sitelode.text.passed_over_kernel")
_A = TAG_NUMBER["a"]


@cache
def _flags() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    return tag_flags(frozenset(HEADING_TAGS)), tag_flags(frozenset(("pre", "code")))


def passed_over(page: Page) -> RowColumn:
    """The elements that nobody reads, in document order; some may be inside of others."""
    columns = page.columns
    links, has_code = _kernel.links_in_headings(columns.tag, columns.end, columns.text_start, columns.text_end, *_flags(), _A)
    hidden = hidden_rows(page)
    if not links.shape[1] and not has_code:
        return hidden
    found = {*hidden.tolist(), *heading_marks(page, links.T.tolist()), *(line_numbers(page) if has_code else ())}
    return np.array(sorted(found), dtype=np.int32)
