"""Pages in groups that are judged together: pages of one layout, and within it pages with addresses of one shape.

/tag/* apart from /*, ?page=article&id=* apart from ?page=archive: a part of an address that many pages of the layout have in the same place
names a kind of page; one that few have names a page.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

Measures = NDArray[np.float64]  # one value a page, or a group
# Set by hand, on the sites of `bench.structure`.
FAMILY_PAGES: Final = 5  # with the same part in the same place, for it to name a kind of page
FAMILY_SHARE: Final = 0.03  # the same as a share of the layout's pages
_DEEPEST: Final = 8  # parts that are looked at
_DELIMITER: Final = re.compile(r"([/?&=;]+)")
_DIGITS: Final = re.compile(r"\d+")
_ANY: Final = "*"
# From .1 to .35 alike within .001 on the whole sites of `bench.structure`, from .2 on where layouts are mixed.
POOR_SHAPE: Final = 0.25  # of the text that pages of a layout have on average; a shape of addresses with less is another kind of page


def mean_of(total: NDArray[np.generic], number: NDArray[np.generic]) -> Measures:
    """Of as many as there are; 0 where there are none."""
    return np.asarray(total / np.maximum(number, 1), dtype=np.float64)


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
        return mean_of(np.bincount(self.of_page, values, len(self.size)), self.size)


class PageGroups(NamedTuple):
    """The same pages in coarse and in fine groups."""

    layouts: Groups
    shapes: Groups  # of addresses, within layouts


def group_pages(layouts: Groups, urls: Sequence[str], text: Measures) -> PageGroups:
    """Layouts and shapes; a layout that holds shapes with text of their own and others with hardly any becomes two."""
    shapes = Groups.of(address_shapes(urls, layouts.of_page.tolist()))
    poor = shapes.mean(text)[shapes.of_page] < POOR_SHAPE * layouts.mean(text)[layouts.of_page]
    _, divided = np.unique(2 * layouts.of_page + poor, return_inverse=True)
    return PageGroups(Groups.of(divided), shapes)


def numbers_of(keys: Iterable[Hashable]) -> NDArray[np.int64]:
    """A number for each key, equal for equal ones: 0 for the first, and so on."""
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(key, len(known)) for key in keys], dtype=np.int64)


def address_shapes(urls: Sequence[str], layout: Sequence[int]) -> NDArray[np.int64]:
    """One number per page; pages of different layouts never share one. Linear in pages."""
    sizes, every = Counter(layout), [_parts(url) for url in urls]
    shapes: list[tuple[int | str, ...]] = [(number,) for number in layout]
    for place in range(_DEEPEST):
        # Each shape goes on by a part of addresses, the rare ones together.
        deeper = [(*shape, parts[place]) if place < len(parts) else None for shape, parts in zip(shapes, every, strict=True)]
        counts = Counter(deeper)
        for page, (number, longer) in enumerate(zip(layout, deeper, strict=True)):
            if longer is not None:
                common = counts[longer] >= max(FAMILY_PAGES, FAMILY_SHARE * sizes[number])
                shapes[page] = longer if common else (*shapes[page], _ANY)
    return numbers_of(shapes)


def _parts(url: str) -> list[str]:
    """What follows the host, cut at delimiters, digits as N."""
    path = unquote(url).partition("://")[2].partition("/")[2]
    return [_DIGITS.sub("N", part) for part in _DELIMITER.split(path)]
