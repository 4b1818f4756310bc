"""From index pages to articles to their text, in the paper's own three steps.

Hung-Yu Kao, Shian-Hua Lin, Jan-Ming Ho, Ming-Syan Chen: "Mining Web Informative Structures and Contents Based on Entropy Analysis", section
4.3, as of 2002: the top of a ranking by links are the index (TOC) pages; InfoDiscoverer finds their informative blocks; pages linked from
these are the articles; InfoDiscoverer finds the informative blocks of the articles. Decided: a page that is an index page is no article; a
link is in a block if some of its text is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.site.page_addresses import PageFinder
from sitelode.site.page_links import PageLinks
from sitelode.site.site import Site
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
