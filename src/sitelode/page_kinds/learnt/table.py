"""The evidence of a page seen against that of its like: its layout, pages titled in the same way, pages listed beside it, its site."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.learnt.lists import Lists
from sitelode.page_kinds.page_groups import Groups, Measures

VIEWS = ("page", "layout", "beyond its layout", "beyond the site", "layout beyond the site", "shape", "listed beside it", "announced alike")
SIZES = ("pages of its layout", "share of its layout", "pages", "layouts", "pages of its shape", "share of its shape in its layout")


@dataclass(frozen=True)
class KindTable:
    """Columns by names as "layout: own text"; none is made before it is asked for."""

    evidence: Mapping[str, Measures]
    layouts: Groups
    shapes: Groups  # of titles, within layouts
    lists: Lists
    alike: Groups  # of pages announced from the same places, within layouts

    @property
    def names(self) -> list[str]:
        return [f"{view}: {name}" for view in VIEWS for name in self.evidence] + list(SIZES)

    def columns(self, names: tuple[str, ...]) -> NDArray[np.float32]:
        """A row per page."""
        return np.array([self.column(name) for name in names], dtype=np.float32).reshape(len(names), -1).T

    def column(self, name: str) -> Measures:
        view, _, what = name.partition(": ")
        return self._sizes[view] if not what else self._seen(view, self.evidence[what])

    def _seen(self, view: str, values: Measures) -> Measures:
        if view == "page":
            return values
        if view == "listed beside it":
            return self.lists.mean(values)
        if view == "beyond the site":
            return values - np.median(values)
        if view in {"shape", "announced alike"}:
            groups = self.shapes if view == "shape" else self.alike
            return groups.mean(values)[groups.of_page]
        layout = self.layouts.mean(values)[self.layouts.of_page]
        if view == "layout":
            return layout
        # Every layout counts, the larger ones more, but by far not as much as their pages would.
        return values - layout if view == "beyond its layout" else layout - np.average(values, weights=self._weights)

    @cached_property
    def _weights(self) -> Measures:
        return np.asarray(1 / np.sqrt(self.layouts.size))[self.layouts.of_page]

    @cached_property
    def _sizes(self) -> dict[str, Measures]:
        pages, layout, shape = len(self.layouts.of_page), *(each.size[each.of_page] for each in (self.layouts, self.shapes))
        alone = np.ones(pages)
        sizes = (np.log1p(layout), layout / pages, np.log1p(pages) * alone, np.log1p(len(self.layouts.size)) * alone, np.log1p(shape))
        return dict(zip(SIZES, (*sizes, shape / layout), strict=True))
