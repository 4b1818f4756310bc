"""Pages that are listed beside each other: announced by one page from links in the same place.

They are mostly of one kind, whatever their addresses say.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.link_evidence import ListingLinks
from sitelode.page_kinds.page_groups import Measures


class Lists(NamedTuple):
    """One entry for every page on a list."""

    of_entry: NDArray[np.intp]  # the number of the list
    page: NDArray[np.int32]
    pages: int

    @classmethod
    def of(cls, links: ListingLinks, pages: int) -> "Lists":
        """Lists of two or more pages."""
        announcing = np.flatnonzero(links.weight > 0)
        key = links.source[announcing].astype(np.int64) << 32 | links.place[announcing]
        _, which, sizes = np.unique(key, return_inverse=True, return_counts=True)
        several = sizes[which] > 1
        return cls(which[several], links.target[announcing[several]], pages)

    def mean(self, values: Measures) -> Measures:
        """For every page the mean over what it is listed beside, of all lists alike; its own value where it is on none."""
        number = np.bincount(self.page, minlength=self.pages)
        means = np.bincount(self.of_entry, values[self.page]) / np.maximum(np.bincount(self.of_entry), 1)
        total = np.bincount(self.page, means[self.of_entry], self.pages)
        return np.where(number > 0, total / np.maximum(number, 1), values)
