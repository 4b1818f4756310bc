"""Index, article or other for every page of a site, from its links, layouts and text together, with the evidence.

No published method: links alone reach R-Precision .7 on whole sites (`docs/algorithms/lamis.md`), because articles carry more links than
listings do. What is told in `docs/algorithms/page_kinds.md` uses what links alone leave out: how links are worded, which pages share a
layout, and which text stands on one page only.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from sitelode.layout.site_layouts import SiteLayouts
from sitelode.page_kinds.address_shapes import address_shapes
from sitelode.page_kinds.decide import Text, explained, verdicts
from sitelode.page_kinds.link_evidence import Flags, ListingLinks, listing_links
from sitelode.page_kinds.own_text import own_text, varying_text
from sitelode.page_kinds.own_titles import TitleMatcher
from sitelode.page_kinds.page_evidence import Places, SiteReading, read_structure
from sitelode.page_kinds.reinforcement import Groups, Measures, reinforce
from sitelode.page_kinds.repetitions import Repetitions, find_repetitions
from sitelode.page_kinds.versions import versions
from sitelode.site.site import Site

MOST_TEXT = 80.0  # what any amount of text counts at most, as links count a term each
CHARACTERS_A_POINT = 20  # of own text
POOR_SHAPE = 0.25  # of the text that pages of a layout have on average; a shape of addresses with less is another kind of page
_NO_NEWS: Callable[[str, int], None] = lambda _stage, _done: None  # noqa: E731 (a default for a callback)


@dataclass(frozen=True, slots=True)
class KindSettings:
    """What takes part; all of it, but for measuring what each part is worth."""

    layouts: bool = True
    text: bool = True
    titles: bool = True  # False: any link announces its target
    shapes: bool = True  # of addresses


@dataclass(frozen=True, slots=True)
class SiteKinds:
    """One entry per page, in the order of `Site.entries`."""

    kind: list[str]  # "index", "article" or "other"
    score: Measures  # how much a page is an index page, between 0 and 1
    evidence: list[str]  # why, in one line
    informative: list[Flags]  # for each link in `Site.links`, whether it is content and not navigation
    repetitions: Repetitions
    trace: list[float] = field(default_factory=list)  # largest change of each round until it was stable

    @property
    def duplicate_of(self) -> list[int | None]:
        """For a listing that repeats another, and for a second version of an article, the place of the other."""
        return self.repetitions.original

    @property
    def listing_role(self) -> list[str]:
        """How it repeats: "pagination", "archive", "tag", "print"; empty where it does not."""
        return self.repetitions.role


def find_kinds(
    site: Site,
    layouts: SiteLayouts,
    on_page: Callable[[str, int], None] = _NO_NEWS,
    settings: KindSettings | None = None,
) -> SiteKinds:
    """Read every page once, then judge them all: time linear in pages and links, memory about 10 KB a page."""
    reading = read_structure(site, lambda done: on_page("kinds", done))
    return judge(reading, layouts.clusters.of_page, settings or KindSettings())


def judge(reading: SiteReading, layout_of_page: list[int], settings: KindSettings) -> SiteKinds:
    """Kinds from what was read."""
    layouts = Groups.of(layout_of_page if settings.layouts else [0] * len(reading))
    matcher = TitleMatcher.of(reading.titles)
    version = versions(reading.urls, reading.titles)
    text = Text(own_text(reading.lines, reading.links, version), varying_text(reading.lines, matcher.names))
    points = np.minimum(text.own / CHARACTERS_A_POINT, MOST_TEXT) * settings.text
    shapes = Groups.of(address_shapes(reading.urls, layouts.of_page.tolist())) if settings.shapes else layouts
    divided = _divided_by_text(layouts, shapes, points)
    links = listing_links(reading, divided, matcher, titles=settings.titles).between_different(version)
    groups = Groups.of(divided), shapes
    standing = reinforce(links, points, *groups)
    found = verdicts(reading, links, standing, text, groups)
    evidence = [explained(page, found, text, layouts) for page in range(len(reading))]
    repetitions = find_repetitions(reading, links, found)
    return SiteKinds(found.kinds, found.score, evidence, _informative(reading, links), repetitions, standing.trace)


def _divided_by_text(layouts: Groups, shapes: Groups, text: Measures) -> Places:
    """Layouts, those in two that hold shapes of addresses with text of their own and others with hardly any."""
    poor = shapes.mean(text)[shapes.of_page] < POOR_SHAPE * layouts.mean(text)[layouts.of_page]
    _, divided = np.unique(2 * layouts.of_page + poor, return_inverse=True)
    return divided.astype(np.int32)


def _informative(reading: SiteReading, links: ListingLinks) -> list[Flags]:
    """The flags of content links, page by page, links of a page to itself as navigation."""
    first = np.searchsorted(reading.links.source, np.arange(len(reading) + 1))
    found = []
    for page, count in enumerate(reading.link_counts):
        flags = np.zeros(count, dtype=np.bool_)
        rows = slice(first[page], first[page + 1])
        flags[reading.links.place[rows]] = links.content[rows]
        found.append(flags)
    return found
