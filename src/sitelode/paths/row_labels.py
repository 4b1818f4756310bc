"""The labels of a page's elements for known names, quickly: the same codes as `PathLabels` gives, and nothing else.

What elements are called recurs from page to page, so a label is worked out once for each kind of element, and looked up after that.
"""

from dataclasses import dataclass, field

import numpy as np

from sitelode.compiled.code_table import Remembered
from sitelode.compiled.codes import Codes
from sitelode.html.page import Page
from sitelode.paths.element_kinds import element_kinds
from sitelode.paths.path_text import label_of


@dataclass(frozen=True)
class RowLabels:
    """Gives every element the code of its tag and of those names that count."""

    names: frozenset[str]
    known: Remembered = field(default_factory=lambda: Remembered(np.empty(0, dtype=np.uint64)), repr=False, compare=False)

    def of_kinds(self, page: Page) -> Codes:
        """One label for each kind of element, see `element_kinds.py`."""
        kinds = element_kinds(page)
        return self.known.look_up(kinds.key, lambda new: [label_of(page, row, self.names) for row in kinds.first[new].tolist()])

    def of_page(self, page: Page) -> Codes:
        """One label for each row."""
        return self.of_kinds(page)[element_kinds(page).of_row]
