"""Which links are navigation: the template's, a section's menu, and links up to what a page is a part of.

None of them announces a page. A link of the template leads from the same place to the same page on most pages of the site or of a layout.
In a small layout most links in the place must be such links, since a few listings may well have some articles in common. The menu of a
section stands on the pages of that section only, which may be few of their layout; it gives itself away because the pages that it leads to
show it as well, in the same place. A link up leads to an address that the page's own address goes on from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import are_among, distinct, numbered
from sitelode.compiled.codes import mix_columns
from sitelode.page_kinds.addresses import goes_on_from
from sitelode.page_kinds.page_evidence import Flags, Places, SiteLinks

# Chosen on the 16 sites of `bench.structure`; docs/algorithms/page_kinds.md says how far each can be moved.
NAVIGATION_SHARE: Final = 0.7  # of the pages of a layout, or of the site, that have a link in the same place to the same page
NAVIGATION_PAGES: Final = 4  # fewer pages cannot show what is the same on most
# Set by hand.
SMALL_LAYOUT: Final = 20  # pages; in a smaller layout an article may stand on most listings by chance
_MOST_REPEATED: Final = 3  # links from one place to one target on one page that are told apart
MENU_SHARE: Final = 0.6  # of a menu's other entries that the page behind an entry shows in the same place, too
MENU_ENTRIES: Final = 2  # others that must be there to be asked for
_MOST_ASKED: Final = 10  # entries of a menu that are looked for on the page behind another entry


@dataclass(frozen=True, slots=True)
class Navigation:
    """One flag for every link of a site in each column."""

    template: Flags
    menu: Flags  # of a section
    up: Flags

    @property
    def content(self) -> Flags:
        """Links that are none of these."""
        return ~(self.template | self.menu | self.up)


def find_navigation(links: SiteLinks, layout: NDArray[np.int64], urls: Sequence[str], version: Places | None) -> Navigation:
    """Linear in links; `version` as in `template_links`."""
    template = template_links(links, layout, version)
    return Navigation(template, section_menus(links, ~template), links_up(links, ~template, urls))


def template_links(links: SiteLinks, layout: NDArray[np.int64], version: Places | None = None) -> Flags:
    """Links that stand in the same place and lead to the same page on most pages of the site or of their layout.

    `version` says for every page which one it is a version of: several orders of one list are one page here, and no menu.
    """
    if not len(links):
        return np.zeros(0, dtype=np.bool_)
    version = np.arange(links.pages, dtype=np.int32) if version is None else version
    key, counted = _repeated_keys(links)
    everywhere = np.bincount(key[counted])[key]
    own = layout[links.source]
    of_layout = numbered(key * (int(layout.max()) + 1) + own)
    some = np.flatnonzero(counted)
    some = some[np.unique(of_layout[some] * np.int64(links.pages) + version[links.source[some]], return_index=True)[1]]
    here = np.bincount(of_layout[some], minlength=int(of_layout.max()) + 1)[of_layout]
    size = np.bincount(distinct(layout * np.int64(links.pages) + version) // links.pages)[own]
    in_site = (everywhere > NAVIGATION_SHARE * links.pages) & (links.pages >= NAVIGATION_PAGES)
    in_layout = (here > NAVIGATION_SHARE * size) & (size >= NAVIGATION_PAGES)
    return np.asarray(in_site | (in_layout & ~_lists(links, own, size, in_layout | in_site)))


def _repeated_keys(links: SiteLinks) -> tuple[NDArray[np.int64], Flags]:
    """A number for place and target of every link, and which links to count, so that none is counted twice on a page.

    The second link of a page from one place to one target has another number than the first: where a sidebar shows an article on every
    page, the listing that lists it as well, with the same tags around it, has one link more than the others.
    """
    key = numbered(mix_columns(links.path, links.target.astype(np.uint64)))
    pairs = key * links.pages + links.source
    order = np.argsort(pairs, kind="stable")
    starts = np.append(True, pairs[order][1:] != pairs[order][:-1])
    before = np.arange(len(order)) - np.maximum.accumulate(np.where(starts, np.arange(len(order)), 0))
    again = np.empty(len(order), dtype=np.int64)
    again[order] = before
    return key + np.minimum(again, _MOST_REPEATED) * (int(key.max()) + 1), again <= _MOST_REPEATED


def _lists(links: SiteLinks, layout: NDArray[np.int64], size: NDArray[np.int64], same: Flags) -> Flags:
    """Links of small layouts in places where most links differ from page to page: some articles stand on each of a few listings."""
    found = np.zeros(len(links), dtype=np.bool_)
    rows = np.flatnonzero(size < SMALL_LAYOUT)
    _, place = np.unique(mix_columns(links.path[rows], layout[rows].astype(np.uint64)), return_inverse=True)
    share = np.bincount(place, same[rows]) / np.maximum(np.bincount(place), 1)
    found[rows] = share[place] < 0.5  # noqa: PLR2004 (half)
    return found


def section_menus(links: SiteLinks, content: Flags) -> Flags:
    """Links whose target shows most of the links beside this one in the same place."""
    found = np.zeros(len(links), dtype=np.bool_)
    rows = np.flatnonzero(content)
    if not len(rows):
        return found
    block = mix_columns(links.source[rows].astype(np.uint64), links.path[rows])
    order = np.argsort(block, kind="stable")
    rows, block = rows[order], block[order]
    target = links.target[rows].astype(np.uint64)
    shown = np.sort(mix_columns(block, target))  # which page shows which link in which place
    starts = np.flatnonzero(np.append(True, block[1:] != block[:-1]))
    sizes = np.diff(np.append(starts, len(block)))
    first, size = np.repeat(starts, sizes), np.repeat(sizes, sizes)
    there = mix_columns(target, links.path[rows])  # the same place on the page that the link leads to
    hits, asked = np.zeros(len(rows)), np.zeros(len(rows))
    for step in range(1, _MOST_ASKED + 1):
        beside = first + (np.arange(len(rows)) - first + step * np.maximum(1, size // _MOST_ASKED)) % size
        some = np.flatnonzero((step < size) & (links.target[rows] < links.pages) & (target[beside] != target))
        hits[some] += are_among(mix_columns(there[some], target[beside[some]]), shown)
        asked[some] += 1
    found[rows] = (asked >= MENU_ENTRIES) & (hits >= MENU_SHARE * asked)
    return found


def links_up(links: SiteLinks, content: Flags, urls: Sequence[str]) -> Flags:
    """Links to a page whose address the page's own address goes on from."""
    found = np.zeros(len(links), dtype=np.bool_)
    rows = np.flatnonzero(content & (links.target < links.pages))
    pairs, which = np.unique(links.source[rows].astype(np.int64) * links.pages + links.target[rows], return_inverse=True)
    sources, targets = (part.tolist() for part in np.divmod(pairs, max(links.pages, 1)))
    up = [goes_on_from(urls[source], urls[target]) for source, target in zip(sources, targets, strict=True)]
    found[rows] = np.array(up, dtype=np.bool_)[which]
    return found
