"""Pages in groups that are judged together: pages of one layout, and within it pages with addresses of one shape."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.address_shapes import address_shapes

Measures = NDArray[np.float64]  # one value a page, or a group
# From .1 to .35 alike within .001 on the whole sites of `bench.structure`, from .2 on where layouts are mixed.
POOR_SHAPE: Final = 0.25  # of the text that pages of a layout have on average; a shape of addresses with less is another kind of page


@dataclass(frozen=True, slots=True)
class Groups:
    """Which group each page is in."""

    of_page: NDArray[np.int64]
    size: Measures

    @classmethod
    def of(cls, numbers: Sequence[int] | NDArray[np.integer]) -> "Groups":
        of_page = np.asarray(numbers, dtype=np.int64)
        return cls(of_page, np.bincount(of_page).astype(np.float64))

    def mean(self, values: Measures) -> Measures:
        """One value per group."""
        return np.bincount(self.of_page, values, len(self.size)) / np.maximum(self.size, 1)


class PageGroups(NamedTuple):
    """The same pages in coarse and in fine groups."""

    layouts: Groups
    shapes: Groups  # of addresses, within layouts


def group_pages(layouts: Groups, urls: Sequence[str], text: Measures, *, by_address: bool = True) -> PageGroups:
    """Layouts and shapes; a layout that holds shapes with text of their own and others with hardly any becomes two."""
    shapes = Groups.of(address_shapes(urls, layouts.of_page.tolist())) if by_address else layouts
    poor = shapes.mean(text)[shapes.of_page] < POOR_SHAPE * layouts.mean(text)[layouts.of_page]
    _, divided = np.unique(2 * layouts.of_page + poor, return_inverse=True)
    return PageGroups(Groups.of(divided), shapes)
