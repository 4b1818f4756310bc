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

from sitelode.compiled.codes import Codes, code_of
from sitelode.html.kernels.blocks import inherit
from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import tag_flags
from sitelode.progress import Progress, no_progress
from sitelode.site.page_addresses import PageFinder, loose_spelling
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
    not_edges: "NotEdges | None" = None  # the same page by page

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


REASONS = ("other sites", "no such page", "to itself")


@dataclass(frozen=True)
class NotEdges:
    """Links that are no edges, as far as a later graph of the same site needs them: a page may come that they lead to."""

    counts: NDArray[np.int64]  # pages x REASONS
    page: PlaceColumn  # pages with links to addresses that no page has, ascending
    code: Codes  # of the address without what servers ignore; each once a page

    def left_out(self) -> Counter[str]:
        return +Counter(dict(zip(REASONS, self.counts.sum(axis=0).tolist(), strict=True)))


def link_graph(site: Site, progress: Progress = no_progress, *, table_blocks: bool = False, with_blocks: bool = True) -> LinkGraph:
    """Read the links of every page once. With `table_blocks` the blocks are tables, as in the paper on LAMIS.

    Without blocks, each page is one, and no page is loaded.
    """
    reader, cut = GraphReader(PageFinder(site)), tables_around if table_blocks else content_blocks
    for place, entry in enumerate(site.entries):
        links = site.links(entry.number, with_rows=with_blocks)
        reader.add(place, links, cut(site.store.page(entry.number), links.blocks) if with_blocks else np.zeros(len(links), np.int32))
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


class GraphReader:
    """Collects the links of pages, one after the other."""

    def __init__(self, finder: PageFinder) -> None:
        self.finder = finder
        self.numbers: dict[str, int] = {}
        self.columns: list[tuple[PlaceColumn, ...]] = []
        self.missing: list[tuple[PlaceColumn, Codes]] = []
        self.counts: list[tuple[int, ...]] = []
        self._codes: dict[str, int] = {}  # of addresses that no page has
        self.blocks = 0  # seen so far

    def add(self, page: int, links: PageLinks, blocks: RowColumn) -> None:
        targets: list[int] = []
        places: list[int] = []
        anchors: list[int] = []
        missing, to_itself = list[str](), 0
        for place, (address, anchor) in enumerate(zip(links.targets, links.anchors, strict=True)):
            target = self.finder.place(address)
            if target is None:
                missing.append(address)
            elif target == page:
                to_itself += 1
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
        codes = np.unique(np.array([self._codes.get(each) or self._code(each) for each in set(missing)], np.uint64))
        self.missing.append((np.full(len(codes), page, np.int32), codes))
        self.counts.append((links.outside, len(missing), to_itself))

    def _code(self, address: str) -> int:
        return self._codes.setdefault(address, address_code(address))

    def graph(self, urls: list[str]) -> LinkGraph:
        source, target, block, place, anchor = (
            np.concatenate([np.empty(0, np.int32), *column]) for column in zip(*self.columns, strict=True)
        )
        page = np.concatenate([np.empty(0, np.int32), *(pages for pages, _ in self.missing)])
        code = np.concatenate([np.empty(0, np.uint64), *(codes for _, codes in self.missing)])
        not_edges = NotEdges(np.array(self.counts, np.int64).reshape(-1, len(REASONS)), page, code)
        return LinkGraph(urls, source, target, block, place, anchor, list(self.numbers), not_edges.left_out(), not_edges)


def address_code(address: str) -> int:
    """A code of an address without the parts that most servers ignore."""
    return code_of(loose_spelling(address))
