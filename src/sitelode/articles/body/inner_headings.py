"""A heading between two lines of the body, in the same element as both, belongs to it, however often its words recur.

"Background" and "Part 3" stand on many pages of a site, as template does; but template does not stand between two paragraphs. A heading
that is a link names another page, and one before a box that is left out goes with the box: its next line is not of the body.
"""

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.html.vocabulary import tag_flags
from sitelode.text.segments import Segments

_INNER = tag_flags(frozenset(("h2", "h3", "h4", "h5", "h6")))


def with_inner_headings(page: Page, segments: Segments, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The chosen segments, and headings with chosen ones right before and behind them."""
    if len(segments) < 3:  # noqa: PLR2004 (one before, one behind)
        return chosen
    columns = page.columns
    inside = columns.parent[segments.block]
    between = chosen[:-2] & chosen[2:] & (inside[:-2] == inside[1:-1]) & (inside[1:-1] == inside[2:])
    headings = between & _INNER[columns.tag[segments.block[1:-1]]] & (segments.link_width[1:-1] == 0)
    found: NDArray[np.bool_] = chosen.copy()
    found[1:-1] |= headings
    return found
