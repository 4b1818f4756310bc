"""The graph of links between the pages of a site, as columns.

For LAMIS' content blocks, the block of a link is the section that contains the section of the link: usually a whole list. Of
five block sizes (bench: `docs/algorithms/lamis.md`) this one ranks best; with the smallest, every list item would be a separate hub.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import distinct
from sitelode.compiled.codes import Codes, code_of
from sitelode.html.kernels.page_rows import inherit
from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import tag_flags
from sitelode.progress import Progress, no_progress
from sitelode.site.page_addresses import PageFinder, loose_spelling
from sitelode.site.page_links import LinkColumns
from sitelode.site.site import Site, pass_over
from sitelode.site.store import Entry

PlaceColumn: TypeAlias = NDArray[np.int32]
CutBlocks: TypeAlias = Callable[[Page, RowColumn], RowColumn]
_SECTION_TAGS = frozenset("article aside div footer form header main nav section table td".split())
MOST_ANCHOR = 500  # characters of an anchor that are kept; longer ones are whole articles inside a link. Set by hand

_NOWHERE: Final = -1  # instead of the place of a page


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


_SECTIONS, _TABLES = tag_flags(_SECTION_TAGS), tag_flags(frozenset(("table",)))


def content_blocks(page: Page, blocks: RowColumn) -> RowColumn:
    """For each of these elements, the section around its section."""
    parent = page.columns.parent
    section = inherit(parent, _SECTIONS[page.columns.tag])
    outer: RowColumn = section[np.maximum(parent[section[blocks]], 0)]
    return outer


def tables_around(page: Page, blocks: RowColumn) -> RowColumn:
    """For each of these elements, the innermost table around it, as in the paper on LAMIS; the page itself where there is none."""
    tables: RowColumn = inherit(page.columns.parent, _TABLES[page.columns.tag])[blocks]
    return tables


def link_graph(site: Site, progress: Progress = no_progress, cut: CutBlocks | None = content_blocks) -> LinkGraph:
    """Read the links of every page once; without a way to cut pages into blocks, each page is one, and no page is loaded."""
    reader, done = GraphReader(PageFinder(site)), 0
    for links, blocks in pass_over(site, partial(read_links, cut)):
        pages = np.arange(done, done + len(links.outside), dtype=np.int32)
        reader.add(pages, links, blocks)
        done += len(pages)
        progress("links", done, len(site.entries))
    return reader.graph([entry.url for entry in site.entries])


def read_links(cut: CutBlocks | None, site: Site, entries: Sequence[Entry]) -> tuple[LinkColumns, RowColumn]:
    """The links of some pages, and the content block of each."""
    found = [site.links(entry.number, with_rows=cut is not None) for entry in entries]
    columns = LinkColumns.of(found, longest=MOST_ANCHOR)
    if cut is None:
        return columns, np.zeros(len(columns.page), np.int32)
    blocks = [cut(site.store.page(entry.number), links.blocks) for entry, links in zip(entries, found, strict=True)]
    return columns, np.concatenate([np.empty(0, np.int32), *blocks])


class GraphReader:
    """Collects the links of pages, one after the other."""

    def __init__(self, finder: PageFinder) -> None:
        self.finder = finder
        self.numbers: dict[str, int] = {}
        self.columns: list[tuple[PlaceColumn, ...]] = []
        self.missing: list[tuple[PlaceColumn, Codes]] = []
        self.counts: list[NDArray[np.int64]] = []
        self._codes: dict[str, int] = {}  # of addresses that no page has
        self.blocks = 0  # seen so far

    def add(self, pages: PlaceColumn, links: LinkColumns, blocks: RowColumn) -> None:
        """The links of pages with these places in the site."""
        known = [self.finder.place(address) for address in links.targets]
        target = np.array([_NOWHERE if place is None else place for place in known], np.int32)[links.target]
        source = pages[links.page]
        missing, to_itself = target == _NOWHERE, target == source
        rows = np.flatnonzero(~(missing | to_itself))
        anchors = links.anchor_numbers(rows, self.numbers)
        own_blocks, block = np.unique(links.page[rows].astype(np.int64) << 32 | blocks[rows], return_inverse=True)
        self.columns.append((source[rows], target[rows], (self.blocks + block).astype(np.int32), links.place[rows], anchors))
        self.blocks += len(own_blocks)
        self._add_missing(pages, links, np.flatnonzero(missing))
        counts = (np.array(links.outside), *(np.bincount(links.page[some], minlength=len(pages)) for some in (missing, to_itself)))
        self.counts.append(np.stack(counts, axis=1).astype(np.int64))

    def _add_missing(self, pages: PlaceColumn, links: LinkColumns, rows: NDArray[np.intp]) -> None:
        """Addresses that no page has, each once a page, ascending by their codes."""
        codes = np.zeros(len(links.targets), np.uint64)
        for each in distinct(links.target[rows]).tolist():
            codes[each] = self._codes.get(links.targets[each]) or self._code(links.targets[each])
        page, code = links.page[rows], codes[links.target[rows]]
        order = np.lexsort((code, page))
        page, code = page[order], code[order]
        first = np.ones(len(page), bool)
        first[1:] = (page[1:] != page[:-1]) | (code[1:] != code[:-1])
        self.missing.append((pages[page[first]], code[first]))

    def _code(self, address: str) -> int:
        return self._codes.setdefault(address, address_code(address))

    def all_counts(self) -> NDArray[np.int64]:
        """Links that are no edges, of each page that was added, as in REASONS."""
        return np.concatenate([np.empty((0, len(REASONS)), np.int64), *self.counts])

    def graph(self, urls: list[str]) -> LinkGraph:
        source, target, block, place, anchor = (
            np.concatenate([np.empty(0, np.int32), *column]) for column in zip(*self.columns, strict=True)
        )
        page = np.concatenate([np.empty(0, np.int32), *(pages for pages, _ in self.missing)])
        code = np.concatenate([np.empty(0, np.uint64), *(codes for _, codes in self.missing)])
        not_edges = NotEdges(self.all_counts(), page, code)
        return LinkGraph(urls, source, target, block, place, anchor, list(self.numbers), not_edges.left_out(), not_edges)


def address_code(address: str) -> int:
    """A code of an address without the parts that most servers ignore."""
    return code_of(loose_spelling(address))
