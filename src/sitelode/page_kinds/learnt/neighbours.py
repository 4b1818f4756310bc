"""What a first look says about the pages around a page: those it lists, those that list it, its layout, what stands beside it in lists.

A page that lists articles is an index page, and what index pages list beside articles is one of them. So pages are judged twice: once by
their own evidence, and again with what the first look said about their neighbours.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.learnt.lists import Lists
from sitelode.page_kinds.learnt.table import KindTable
from sitelode.page_kinds.link_evidence import ListingLinks
from sitelode.page_kinds.navigation import Flags
from sitelode.page_kinds.page_evidence import SiteLinks
from sitelode.page_kinds.page_groups import Groups, Measures

Places = NDArray[np.int32]
LEAST_SHARE: Final = 0.005  # of a kind, for logarithms of odds


class Neighbours(NamedTuple):
    """Who is beside whom, and who links to whom."""

    layouts: Groups
    shapes: Groups  # of titles
    alike: Groups  # announced from the same places
    lists: Lists
    linking: Places  # content links between pages
    linked: Places
    announces: Flags  # which of them announce
    menu_of: Places  # links of templates
    menu_to: Places

    @classmethod
    def of(cls, table: KindTable, links: ListingLinks, every: SiteLinks, template: Flags) -> "Neighbours":
        """On a site with these links, of which some are the template's."""
        menu = template & (every.target < every.pages)
        groups = table.layouts, table.shapes, table.alike
        return cls(*groups, table.lists, links.source, links.target, links.weight > 0, every.source[menu], every.target[menu])

    def columns(self, first_look: Mapping[str, Measures]) -> dict[str, Measures]:
        """Columns by name from the share of every kind, with one number a page."""
        return {f"{kind} {name}": values for kind, share in first_look.items() for name, values in self._of_kind(share)}

    def _of_kind(self, share: Measures) -> Iterator[tuple[str, Measures]]:
        within = np.clip(share, LEAST_SHARE, 1 - LEAST_SHARE)
        odds = np.log(within / (1 - within))
        layout = self.layouts.mean(odds)[self.layouts.of_page]
        yield "at first look", odds
        yield "by its layout", layout
        yield "beyond its layout", odds - layout
        yield "by its shape", self.shapes.mean(odds)[self.shapes.of_page]
        yield "by pages announced alike", self.alike.mean(odds)[self.alike.of_page]
        yield "by what is listed beside it", self.lists.mean(odds)
        announcing, announced = self.linking[self.announces], self.linked[self.announces]
        for name, at, other in (
            ("among what it announces", announcing, announced),
            ("among what announces it", announced, announcing),
            ("among what it links to", self.linking, self.linked),
            ("among what links to it", self.linked, self.linking),
            ("among its menus", self.menu_of, self.menu_to),
        ):
            total = np.bincount(at, share[other], len(share))
            yield name, total / np.maximum(np.bincount(at, minlength=len(share)), 1)
            if "announces" in name:
                yield f"{name}, in all", np.log1p(total)
        yield "on the site", np.full(len(share), share.mean())
