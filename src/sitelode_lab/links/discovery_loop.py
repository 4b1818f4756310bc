"""Find index pages and articles with LAMIS and InfoDiscoverer in turn: informative blocks of index pages lead to the articles, and so on.

Hung-Yu Kao, Shian-Hua Lin, Jan-Ming Ho, Ming-Syan Chen: "Entropy-Based Link Analysis for Mining Web Informative Structures", CIKM 2002,
section 4.3: index pages come from a ranking by links; InfoDiscoverer finds their informative blocks; pages linked from these are the
articles, on which it works again. Implemented: all of it. Mining uses another method for kinds (`page_kinds`). Changed:

- InfoDiscoverer studies one layout at a time instead of one category, and each layout once: its blocks do not depend on the kinds.
- The paper stops after one step. Here it goes on until nothing changes: the more a page links to articles, compared with how much index
    pages link to it, the more it is an index page. A yes or no instead of this degree would oscillate for ever, as the paper's HITS does.

From index pages to articles to their text, in the paper's own three steps and no more.

Hung-Yu Kao, Shian-Hua Lin, Jan-Ming Ho, Ming-Syan Chen: "Mining Web Informative Structures and Contents Based on Entropy Analysis", section
4.3, as of 2002: the top of a ranking by links are the index (TOC) pages; InfoDiscoverer finds their informative blocks; pages linked from
these are the articles; InfoDiscoverer finds the informative blocks of the articles. `discovery_loop.py` goes on until nothing changes.
Decided: a page that is an index page is no article; a link is in a block if some of its text is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.progress import Progress, no_progress
from sitelode.site.page_addresses import PageFinder
from sitelode.site.page_links import PageLinks
from sitelode.site.site import Site
from sitelode_lab.separators.block_entropy import BlockEntropy, BlockTemplate, cut_page
from sitelode_lab.separators.infodiscoverer import InfoDiscoverer, InformativeBlocks


@dataclass(frozen=True, slots=True)
class TocAndArticles:
    """Pages by position in `Site.entries`, and what InfoDiscoverer learnt of either kind."""

    index: tuple[int, ...]
    articles: tuple[int, ...]
    of_index: InformativeBlocks
    of_articles: InformativeBlocks


def toc_and_articles(site: Site, index: Sequence[int], method: InfoDiscoverer | None = None) -> TocAndArticles:
    """The articles that these index pages announce, and the templates of both."""
    method, finder = method or InfoDiscoverer(), PageFinder(site)
    of_index = method.study(_pages(site, index))
    listed: dict[int, None] = {}
    for place in index:
        number = site.entries[place].number
        links = site.links(number)
        kept = _in_informative_blocks(site.store.page(number), links, of_index)
        targets = (finder.place(links.targets[each]) for each in np.flatnonzero(kept).tolist())
        listed |= dict.fromkeys(target for target in targets if target is not None)
    articles = tuple(place for place in listed if place not in set(index))
    return TocAndArticles(tuple(index), articles, of_index, method.study(_pages(site, articles)))


def _pages(site: Site, places: Sequence[int]) -> Sequence[Page]:
    return site.pages([site.entries[place].number for place in places])


def _in_informative_blocks(page: Page, links: PageLinks, template: InformativeBlocks) -> NDArray[np.bool_]:
    cut = template.cut(page)
    text = np.zeros(len(page) + 1, dtype=np.int64)
    text[cut.segments.text_rows((cut.entropy < template.threshold)[cut.of_segment]) + 1] = 1
    before = np.cumsum(text)
    return np.asarray(before[page.columns.end[links.rows]] > before[links.rows])


Flags = NDArray[np.bool_]
Pairs = NDArray[np.int64]
# Blocks of index pages are links, so the rules added for articles do not apply. The paper trains on ten pages; 40 is set by hand.
BLOCKS: Final = BlockEntropy(most_linked=2.0, main_share=0.0, most_pages=40)
MOST_ROUNDS: Final = 100  # set by hand; 9 to 61 were needed on 15 sites (docs/algorithms/page_kinds.md)
STABLE: Final = 1e-3  # largest change of a page's share; set by hand
_UNKNOWN: Final = 0.5  # of a page before any link to it or from it counts


@dataclass(frozen=True, slots=True)
class Discovery:
    """Index pages and articles, by position in `Site.entries`; pages that are neither were not reached."""

    index: Flags
    article: Flags
    index_share: NDArray[np.float64]  # how much each page is an index page, 0 to 1; one half if no link decides
    rounds: list[float] = field(default_factory=list)  # the largest change of a page's share in each round
    stable: bool = True  # False if the last round still changed something

    @property
    def kinds(self) -> list[str]:
        kinds: list[str] = np.where(self.index, "index", np.where(self.article, "article", "other")).tolist()
        return kinds


def discover(site: Site, layouts: SiteLayouts, seeds: Sequence[int], progress: Progress = no_progress) -> Discovery:
    """From a few index pages, such as the top of a ranking by links, find all pages that informative blocks lead to."""
    return follow(*informative_links(site, layouts, progress), seeds, len(site.entries))


def follow(source: Pairs, target: Pairs, seeds: Sequence[int], pages: int) -> Discovery:
    """The loop alone, along links in informative blocks: each pair of pages once."""
    share = np.full(pages, _UNKNOWN)
    share[list(seeds)] = 1.0
    rounds: list[float] = []
    while len(rounds) < MOST_ROUNDS and (not rounds or rounds[-1] >= STABLE):
        lists, listed = np.bincount(source, 1 - share[target], pages), np.bincount(target, share[source], pages)
        change = (lists / np.maximum(lists + listed, 1e-9) - share) / 2
        change[lists + listed == 0] = 0.0
        share += change
        rounds.append(float(np.abs(change).max(initial=0.0)))
    index = share > _UNKNOWN
    leads_on = np.bincount(source, ~index[target], pages) > 0
    reached = np.bincount(target, index[source], pages) > 0
    return Discovery(index & leads_on, ~index & reached, share, rounds, stable=rounds[-1] < STABLE)


def informative_links(site: Site, layouts: SiteLayouts, progress: Progress = no_progress) -> tuple[Pairs, Pairs]:
    """Pairs of pages, the first with a link to the second in an informative block. At most 40 pages of one layout are in memory."""
    finder, done = PageFinder(site), 0
    found: set[tuple[int, int]] = set()
    for members in layouts.clusters.members():
        numbers = [site.entries[member].number for member in members]
        template = BLOCKS.study(site.pages(numbers))
        for place, number in zip(members, numbers, strict=True):
            links = site.links(number)
            kept = in_informative_blocks(site.store.page(number), links, template)
            targets = (finder.place(links.targets[each]) for each in np.flatnonzero(kept).tolist())
            found |= {(place, target) for target in targets if target is not None and target != place}
            done += 1
            progress("blocks", done, len(site.entries))
    pairs = np.array(sorted(found), dtype=np.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def in_informative_blocks(page: Page, links: PageLinks, template: BlockTemplate) -> Flags:
    """For each link, whether some of its text is in an informative block."""
    cut = cut_page(page, template.coder)
    text = np.zeros(len(page) + 1, dtype=np.int64)
    text[cut.segments.text_rows(template.informative(cut)) + 1] = 1
    before = np.cumsum(text)
    return np.asarray(before[page.columns.end[links.rows]] > before[links.rows])
