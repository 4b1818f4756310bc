"""A heading between two lines of the body, in the same element as both, belongs to it, however often its words recur.

"Background" and "Part 3" stand on many pages of a site, as template does; but template does not stand between two paragraphs. A heading
that is a link names another page, and one before a box that is left out goes with the box: its next line is not of the body.
"""

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.kernels.threshold import add_headings_between
from sitelode.html.page import Page
from sitelode.html.vocabulary import tag_flags
from sitelode.text.segments import Segments

INNER = tag_flags(frozenset(("h2", "h3", "h4", "h5", "h6"))).view(np.uint8)


def with_inner_headings(page: Page, segments: Segments, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The chosen segments, and headings with chosen ones right before and behind them."""
    columns, found = page.columns, chosen.copy()
    add_headings_between(found, columns.tag, columns.parent, segments.block, segments.link_width, INNER)
    return found
