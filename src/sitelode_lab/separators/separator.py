"""The interface of all methods that tell template from content."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page

Scores = NDArray[np.float64]


class Template(Protocol):
    """What a separator learnt from the pages of one layout."""

    def content_scores(self, page: Page) -> Scores:
        """One number per row of the page: for text rows 0 is template and 1 content; other rows are 0."""
        ...


class Separator(Protocol):
    """A published algorithm with its settings; holds no state between calls."""

    def study(self, pages: Sequence[Page]) -> Template: ...
