"""Page kinds under changed conditions: pages missing, layouts merged or split. Run it by `python -m bench.structure --changed`.

Each site is opened and read once; the result is then reduced to some of its pages, and their layouts are found again.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sitelode.compiled.code_sets import numbered
from sitelode.layout.address_families import split_by_address
from sitelode.layout.clusters import SIMILAR_FROM, clusters_of, path_weights, paths_that_count
from sitelode.layout.site_layouts import find_layouts
from sitelode.page_kinds.addresses import folder_of
from sitelode.page_kinds.kinds import SiteKinds, judge
from sitelode.page_kinds.page_evidence import SiteReading, read_evidence

if TYPE_CHECKING:
    from sitelode.paths.path_codes import PathSet
    from sitelode.site.site import Site

SEED = 5
LEAST_PAGES = 5  # of a cut-down site that is judged


@dataclass(frozen=True)
class ReadSite:
    reading: SiteReading
    path_sets: "list[PathSet]"
    truth: list[str]  # a kind for each page

    def cut_down(self, kept: list[int]) -> "ReadSite":
        """As if only these pages had been fetched."""
        return ReadSite(cut_down(self.reading, kept), [self.path_sets[page] for page in kept], [self.truth[page] for page in kept])

    def judged(self, similar_from: float = SIMILAR_FROM) -> SiteKinds:
        """Kinds of its pages; with another similarity, layouts are as the clustering leaves them, not divided by addresses."""
        return judge(self.reading, self.layouts(similar_from, by_address=similar_from == SIMILAR_FROM))

    def layouts(self, similar_from: float = SIMILAR_FROM, *, by_address: bool = True) -> list[int]:
        """The layout of every page."""
        clusters = clusters_of(self.path_sets, similar_from)
        if by_address:
            clusters = split_by_address(clusters, paths_that_count(self.path_sets, path_weights(self.path_sets)), self.reading.urls)
        return clusters.of_page


Choice = Callable[[ReadSite, random.Random], list[int]]


def read_site(site: "Site", kind_of_origin: dict[str, str]) -> ReadSite:
    truth = [kind_of_origin[entry.origin] for entry in site.entries]
    return ReadSite(read_evidence(site), find_layouts(site.pages()).path_sets, truth)


def changed(site: ReadSite) -> Iterator[tuple[str, ReadSite, SiteKinds]]:
    """The site under each condition that leaves an index page, with the kinds found."""
    for name, similar_from in LAYOUTS.items():
        yield name, site, site.judged(similar_from)
    for name, choice in SAMPLES.items():
        smaller = site.cut_down(sorted(choice(site, random.Random(SEED))))  # noqa: S311 (no secret)
        if len(smaller.truth) >= LEAST_PAGES and "index" in smaller.truth:
            yield name, smaller, smaller.judged()


def cut_down(reading: SiteReading, kept: list[int]) -> SiteReading:
    """What is left when only these pages are there; links to the others lead to addresses that no page has."""
    links, lines, pages = reading.links, reading.lines, len(reading)
    place = np.full(pages, -1, dtype=np.int32)
    place[kept] = np.arange(len(kept))
    of_links, of_lines = place[links.source] >= 0, place[lines.page] >= 0
    target = links.target[of_links].astype(np.int64)
    there = np.where(target < pages, place[np.minimum(target, pages - 1)], -1)
    moved = np.where(there >= 0, there, len(kept) + target).astype(np.int32)
    page, lead = place[lines.page[of_lines]], lines.lead[of_lines]
    still = np.cumsum(of_links) - 1
    left = {
        name: getattr(lines, name)[of_lines]
        for name in ("code", "beginning", "width", "plain", "stretch", "item", "dated", "order", "label")
    }
    number = numbered(left["code"])
    return SiteReading(
        [reading.urls[each] for each in kept],
        replace(
            links,
            source=place[links.source[of_links]],
            target=moved,
            pages=len(kept),
            folders=[*map(folder_of, reading.urls), *links.folders],
            **{name: getattr(links, name)[of_links] for name in ("place", "path", "anchor")},
        ),
        replace(
            lines,
            page=page,
            lead=np.where(lead >= 0, still[lead], -1).astype(np.int32),
            first=np.searchsorted(page, np.arange(len(kept) + 1)).astype(np.int64),
            number=number,
            pages=np.bincount(number)[number],
            **left,
        ),
        [reading.titles[each] for each in kept],
        [reading.link_counts[each] for each in kept],
        reading.looks[kept],
        [reading.files[each] for each in kept],
    )


def _share(part: float, least: int = 0) -> Choice:
    return lambda site, dice: dice.sample(range(len(site.truth)), min(len(site.truth), max(least, int(part * len(site.truth)))))


def _fewer(kinds: tuple[str, ...], part: float) -> Choice:
    """All pages, but of these kinds only a part."""
    return lambda site, dice: [page for page, kind in enumerate(site.truth) if kind not in kinds or dice.random() < part]


def _first_found(site: ReadSite, _dice: random.Random) -> list[int]:
    """A third of the pages, nearest to the front page first, as a crawl that was stopped finds them."""
    links, urls = site.reading.links, site.reading.urls
    first = np.searchsorted(links.source, np.arange(len(urls) + 1))
    found = {min(range(len(urls)), key=lambda page: (len(urls[page]), urls[page])): None}  # ordered
    waiting = list(found)
    for page in waiting:
        targets = links.target[first[page] : first[page + 1]].tolist()
        new = [target for target in dict.fromkeys(targets) if target < len(urls) and target not in found]
        waiting += new
        found |= dict.fromkeys(new)
    return list(found)[: len(urls) // 3]


LAYOUTS = {
    "nothing changed": SIMILAR_FROM,
    "layouts joined from similarity .55 on": 0.55,
    "from .4 on: articles and listings mixed": 0.4,
    "from .85 on: layouts in pieces": 0.85,
}
SAMPLES: dict[str, Choice] = {
    "a random third of the pages": _share(1 / 3),
    "a random tenth, at least 20": _share(0.1, 20),
    "40 random pages": _share(0.0, 40),
    "the third that a crawl finds first": _first_found,
    "a seventh of the index pages": _fewer(("index",), 0.15),
    "a seventh of the articles": _fewer(("article",), 0.15),
    "a quarter of the pages, but all that are neither": _fewer(("index", "article"), 0.25),
}
