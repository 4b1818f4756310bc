"""The graph of links between the pages of a site, as columns.

For LAMIS' content blocks, the block of a link is the section that contains the section of the link: usually a whole list. Of
five block sizes (bench: `docs/algorithms/lamis.md`) this one ranks best; with the smallest, every list item would be a separate hub.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.html.kernels.blocks import inherit
from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import tag_flags
from sitelode.progress import Progress, no_progress
from sitelode.site.page_addresses import PageFinder
from sitelode.site.page_links import PageLinks
from sitelode.site.site import Site

PlaceColumn: TypeAlias = NDArray[np.int32]
_SECTION_TAGS = frozenset("article aside div footer form header main nav section table td".split())
MOST_ANCHOR = 500  # characters of an anchor that are kept; longer ones are whole articles inside a link. Set by hand


@dataclass(frozen=True)
class LinkGraph:
    """Pages are indexes into `Site.entries`; links are rows, ordered by their page and their order on it."""

    urls: list[str]
    source: PlaceColumn
    target: PlaceColumn
    block: PlaceColumn  # number of the content block with the link; blocks of different pages have different numbers
    place: PlaceColumn  # index of the link in `Site.links` of its page
    anchor: PlaceColumn  # index of its text in `anchors`
    anchors: list[str]  # distinct ones
    left_out: Counter[str] = field(default_factory=Counter)  # links that are not edges, by reason

    @property
    def pages(self) -> int:
        return len(self.urls)

    def __len__(self) -> int:
        """The number of links, not edges: several may lead from one page to another."""
        return len(self.source)

    def of_page(self, page: int) -> slice:
        """The rows of the links on a page."""
        first, after = np.searchsorted(self.source, [page, page + 1])
        return slice(int(first), int(after))

    def edges(self, kept: NDArray[np.bool_] | None = None) -> tuple[PlaceColumn, PlaceColumn, NDArray[np.int64]]:
        """Pairs of pages with at least one link among those kept, and the number of links of each pair."""
        rows = slice(None) if kept is None else kept
        pairs, counts = np.unique(self.source[rows].astype(np.int64) * max(self.pages, 1) + self.target[rows], return_counts=True)
        source, target = np.divmod(pairs, max(self.pages, 1))
        return source.astype(np.int32), target.astype(np.int32), counts


def link_graph(site: Site, progress: Progress = no_progress, *, table_blocks: bool = False) -> LinkGraph:
    """Read the links of every page once. With `table_blocks` the blocks are tables, as in the paper on LAMIS."""
    reader, cut = _Reader(PageFinder(site)), tables_around if table_blocks else content_blocks
    for place, entry in enumerate(site.entries):
        links = site.links(entry.number)
        reader.add(place, links, cut(site.store.page(entry.number), links.blocks))
        progress("links", place + 1, len(site.entries))
    return reader.graph([entry.url for entry in site.entries])


def content_blocks(page: Page, blocks: RowColumn) -> RowColumn:
    """For each of these elements, the section around its section."""
    parent = page.columns.parent
    section = inherit(parent, _is_section()[page.columns.tag])
    outer: RowColumn = section[np.maximum(parent[section[blocks]], 0)]
    return outer


def tables_around(page: Page, blocks: RowColumn) -> RowColumn:
    """For each of these elements, the innermost table around it; the page itself where there is none."""
    tables: RowColumn = inherit(page.columns.parent, _is_table()[page.columns.tag])[blocks]
    return tables


@cache
def _is_table() -> NDArray[np.bool_]:
    return tag_flags(frozenset(("table",)))


@cache
def _is_section() -> NDArray[np.bool_]:
    return tag_flags(_SECTION_TAGS)


class _Reader:
    def __init__(self, finder: PageFinder) -> None:
        self.finder = finder
        self.numbers: dict[str, int] = {}
        self.columns: list[tuple[PlaceColumn, ...]] = []
        self.left_out: Counter[str] = Counter()
        self.blocks = 0  # seen so far

    def add(self, page: int, links: PageLinks, blocks: RowColumn) -> None:
        self.left_out["other sites"] += links.outside
        targets: list[int] = []
        places: list[int] = []
        anchors: list[int] = []
        for place, (address, anchor) in enumerate(zip(links.targets, links.anchors, strict=True)):
            target = self.finder.place(address)
            if target is None:
                self.left_out["no such page"] += 1
            elif target == page:
                self.left_out["to itself"] += 1
            else:
                targets.append(target)
                places.append(place)
                anchors.append(self.numbers.setdefault(anchor[:MOST_ANCHOR], len(self.numbers)))
        rows = np.array(places, np.int32)
        sources = np.full(len(rows), page, np.int32)
        own_blocks, block = np.unique(blocks[rows], return_inverse=True)
        numbered = (self.blocks + block).astype(np.int32)
        self.blocks += len(own_blocks)
        self.columns.append((sources, np.array(targets, np.int32), numbered, rows, np.array(anchors, np.int32)))

    def graph(self, urls: list[str]) -> LinkGraph:
        source, target, block, place, anchor = (
            np.concatenate([np.empty(0, np.int32), *column]) for column in zip(*self.columns, strict=True)
        )
        return LinkGraph(urls, source, target, block, place, anchor, list(self.numbers), +self.left_out)
