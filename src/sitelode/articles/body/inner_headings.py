"""A heading between two lines of the body, in the same element as both, belongs to it, however often its words recur.

"Background" and "Part 3" stand on many pages of a site, as template does; but template does not stand between two paragraphs. A heading
that is a link names another page, and one before a box that is left out goes with the box: its next line is not of the body.
"""

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.fields.kernels.body_of_page import BodyOfPage
from sitelode.html.page import Page
from sitelode.html.vocabulary import tag_flags
from sitelode.text.segments import Segments

_INNER = tag_flags(frozenset(("h2", "h3", "h4", "h5", "h6"))).view(np.uint8)


def with_inner_headings(page: Page, segments: Segments, probability: NDArray[np.float64], chosen: NDArray[np.bool_]) -> BodyOfPage:
    """The body of a page: the chosen segments, and headings with chosen ones right before and behind them, which are added to `chosen`."""
    return BodyOfPage(page.rows_read, segments, probability, chosen, _INNER)
