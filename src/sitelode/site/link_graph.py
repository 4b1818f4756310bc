"""The graph of links between the pages of a site, as columns.

For LAMIS' content blocks, the block of a link is the section that contains the section of the link: usually a whole list. Of
five block sizes (bench: `docs/algorithms/lamis.md`) this one ranks best; with the smallest, every list item would be a separate hub.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.html.kernels.page_rows import inherit
from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import tag_flags
from sitelode.progress import Progress, no_progress
from sitelode.site.page_addresses import PageFinder
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


def link_graph(site: Site, progress: Progress = no_progress, *, table_blocks: bool = False, with_blocks: bool = True) -> LinkGraph:
    """Read the links of every page once. With `table_blocks` the blocks are tables, as in the paper on LAMIS.

    Without blocks, each page is one, and no page is loaded.
    """
    finder, done, seen_blocks = PageFinder(site), 0, 0
    numbers: dict[str, int] = {}  # of anchors
    columns: list[tuple[PlaceColumn, ...]] = [(np.empty(0, np.int32),) * 5]
    left_out: Counter[str] = Counter()
    cut = (tables_around if table_blocks else content_blocks) if with_blocks else None
    for links, blocks in pass_over(site, partial(_read_links, cut)):
        places = [finder.place(address) for address in links.targets]
        target = np.array([_NOWHERE if place is None else place for place in places], np.int32)[links.target]
        source = (done + links.page).astype(np.int32)
        missing, to_itself = target == _NOWHERE, target == source
        rows = np.flatnonzero(~(missing | to_itself))
        own_blocks, block = np.unique(links.page[rows].astype(np.int64) << 32 | blocks[rows], return_inverse=True)
        anchors = links.anchor_numbers(rows, numbers)
        columns.append((source[rows], target[rows], (seen_blocks + block).astype(np.int32), links.place[rows], anchors))
        left_out.update({"other sites": sum(links.outside), "no such page": int(missing.sum()), "to itself": int(to_itself.sum())})
        seen_blocks += len(own_blocks)
        done += len(links.outside)
        progress("links", done, len(site.entries))
    source, target, block, place, anchor = (np.concatenate(column) for column in zip(*columns, strict=True))
    return LinkGraph([entry.url for entry in site.entries], source, target, block, place, anchor, list(numbers), +left_out)


def _read_links(cut: CutBlocks | None, site: Site, entries: Sequence[Entry]) -> tuple[LinkColumns, RowColumn]:
    """The links of some pages, and the content block of each."""
    found = [site.links(entry.number, with_rows=cut is not None) for entry in entries]
    columns = LinkColumns.of(found, longest=MOST_ANCHOR)
    if cut is None:
        return columns, np.zeros(len(columns.page), np.int32)
    blocks = [cut(site.store.page(entry.number), links.blocks) for entry, links in zip(entries, found, strict=True)]
    return columns, np.concatenate([np.empty(0, np.int32), *blocks])


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
