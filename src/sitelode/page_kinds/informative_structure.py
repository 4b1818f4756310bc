"""The informative structure of a site: its index pages, the articles they list, and nothing else.

As in Hung-Yu Kao, Shian-Hua Lin, Jan-Ming Ho, Ming-Syan Chen: "Mining Web Informative Structures and Contents Based on Entropy Analysis"
(Figures 3 to 6): of all links those remain that are informative and lead from an index page to an index page or an article, and of all
pages those that such a link touches. What kind a page is, and which links are informative, is decided elsewhere and given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sitelode.counted import counted
from sitelode.page_kinds.decide import ARTICLE, COARSE, INDEX, OTHER
from sitelode.page_kinds.kinds import SiteKinds
from sitelode.page_kinds.repetitions import PAGINATION
from sitelode.page_kinds.sections import SectionTree, anchor_names, end_of_address, find_sections
from sitelode.progress import Progress
from sitelode.site.link_graph import LinkGraph, PlaceColumn, link_graph
from sitelode.site.site import Site


@dataclass(frozen=True, repr=False)
class InformativeStructure:
    """A link graph, and what is left of it."""

    graph: LinkGraph
    kinds: list[str]  # of each page
    kept: NDArray[np.bool_]  # of each link
    sections: SectionTree
    held: list[str]  # kinds as sections see them: records and threads, listed for their own sake, are articles
    titles: Sequence[str] = ()  # what every page calls itself, where that is known

    def __repr__(self) -> str:
        kept = f"{int(self.kept.sum()):,} of {counted(len(self.kept), 'link')}"
        return f"InformativeStructure({counted(self.graph.pages, 'page')}, {kept} kept)"

    @cached_property
    def kept_pages(self) -> NDArray[np.bool_]:
        kept = np.zeros(self.graph.pages, bool)
        kept[self.graph.source[self.kept]] = True
        kept[self.graph.target[self.kept]] = True
        return kept

    @cached_property
    def names(self) -> list[str]:
        """What other pages call each page; empty where they have no name for it."""
        return anchor_names(self.graph)

    def label(self, page: int) -> str:
        """What a page calls itself, else what others call it, else the end of its address."""
        return (self.titles[page] if self.titles else "") or self.names[page] or end_of_address(self.graph.urls[page])

    @cached_property
    def _listings(self) -> tuple[PlaceColumn, PlaceColumn]:
        """Index page and article, record or thread of every kept link to one, ordered by index page."""
        is_article = np.array([kind == ARTICLE for kind in self.held], bool)
        rows = np.flatnonzero(self.kept & is_article[self.graph.target])
        return self.graph.source[rows], self.graph.target[rows]

    def listed_articles(self, index_pages: Sequence[int]) -> int:
        """How many articles these index pages and their further pages list, wherever the articles belong."""
        source, target = self._listings
        index_pages = [each for page in index_pages for each in (page, *self.sections.further.get(page, ()))]
        firsts, ends = np.searchsorted(source, index_pages), np.searchsorted(source, index_pages, side="right")
        listed = [target[first:end] for first, end in zip(firsts.tolist(), ends.tolist(), strict=True)]
        return len(np.unique(np.concatenate([np.empty(0, np.int32), *listed])))

    @cached_property
    def kind_counts(self) -> dict[str, int]:
        return {kind: self.kinds.count(kind) for kind in COARSE}

    @cached_property
    def unreached(self) -> list[int]:
        """Articles that no index page lists."""
        listed = np.zeros(self.graph.pages, bool)
        listed[self.graph.target[self.kept]] = True
        return [page for page, kind in enumerate(self.kinds) if kind == ARTICLE and not listed[page]]

    @cached_property
    def shrunk(self) -> dict[str, tuple[int, int]]:
        """Before and after the cut: pages, links, and edges, the pairs of pages that the paper draws and counts."""
        (before, _, _), (after, _, _) = self.graph.edges(), self.graph.edges(self.kept)
        pages, links = int(self.kept_pages.sum()), int(self.kept.sum())
        return {"pages": (self.graph.pages, pages), "links": (len(self.graph), links), "edges": (len(before), len(after))}


def find_structure(site: Site, kinds: SiteKinds, progress: Progress) -> InformativeStructure:
    """Read the links of a site and cut them down to those from index pages to index pages and articles."""
    return structure_of_kinds(link_graph(site, progress, cut=None), kinds)


def structure_of_kinds(graph: LinkGraph, kinds: SiteKinds) -> InformativeStructure:
    """Cut a graph down by the kinds of its pages; pages 2, 3 .. of a listing belong to the first."""
    first = [page if kinds.listing_role[page] != PAGINATION or begins is None else begins for page, begins in enumerate(kinds.duplicate_of)]
    data = [finer in {"detail", "thread"} for finer in kinds.finer]
    return informative_structure(graph, kinds.kind, of_graph_links(graph, kinds.informative), first, kinds.names, data)


def informative_structure(
    graph: LinkGraph,
    kinds: Sequence[str],
    informative: NDArray[np.bool_],
    first_page: Sequence[int] | None = None,
    titles: Sequence[str] = (),
    data: Sequence[bool] = (),
) -> InformativeStructure:
    """Cut a graph down; `kinds` has one of COARSE for every page, `informative` a value for every link; `data` are records and threads."""
    held = [ARTICLE if is_data and kind == OTHER else kind for kind, is_data in zip(kinds, data or [False] * len(kinds), strict=True)]
    kind = np.array(held, dtype=object)
    from_index = (kind == INDEX)[graph.source]
    to_content = (kind != OTHER)[graph.target]
    kept = informative & from_index & to_content
    return InformativeStructure(graph, list(kinds), kept, find_sections(graph, held, informative, first_page), held, titles)


def of_graph_links(graph: LinkGraph, by_page: Sequence[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    """From one array a page, aligned with `Site.links` of the page, to one value for each link of the graph."""
    starts = np.cumsum([0, *(len(flags) for flags in by_page)])
    every = np.concatenate([np.empty(0, bool), *by_page]).astype(bool)
    return every[starts[graph.source] + graph.place]
