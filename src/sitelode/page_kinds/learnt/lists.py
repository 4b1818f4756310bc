"""Pages that are listed beside each other: announced by one page from links in the same place.

They are mostly of one kind, whatever their addresses say.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.link_evidence import ListingLinks
from sitelode.page_kinds.page_groups import Measures

LEAST_ALIKE: Final = 3  # pages of a group; smaller ones are put together. Set by hand


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


def announced_alike(links: ListingLinks, layout: NDArray[np.int64]) -> NDArray[np.int64]:
    """Pages of one layout that are mostly announced from the same place of the same layout: one number for each such group.

    Where one layout shows films and essays, the lists that lead to them still differ. Pages that few or none are announced like are
    together, by their layouts.
    """
    announcing = np.flatnonzero(links.weight > 0)
    source, target, place = (each[announcing].astype(np.int64) for each in (links.source, links.target, links.place))
    layouts = int(layout.max(initial=0)) + 1
    _, origin = np.unique(place * layouts + layout[source], return_inverse=True)
    origins = int(origin.max(initial=-1)) + 2
    pairs, counts = np.unique(target * origins + origin, return_counts=True)
    page, which = np.divmod(pairs, origins)
    order = np.lexsort((which, -counts, page))
    first = order[np.append(True, page[order][1:] != page[order][:-1])[: len(order)]]
    mostly = np.full(len(layout), origins - 1)
    mostly[page[first]] = which[first]
    _, group, sizes = np.unique(layout * origins + mostly, return_inverse=True, return_counts=True)
    mostly[sizes[group] < LEAST_ALIKE] = origins - 1
    return np.unique(layout * origins + mostly, return_inverse=True)[1].astype(np.int64)
