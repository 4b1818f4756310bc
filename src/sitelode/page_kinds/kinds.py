"""Index, article or other for every page of a site, with the evidence: the method of `docs/algorithms/page_kinds.md`, step by step.

No published method: links alone reach R-Precision .7 on whole sites (`docs/algorithms/lamis.md`), because articles carry more links than
listings do. This one uses what links alone leave out: how links are worded, which pages share a layout, and which text stands on one page
only.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, Final, Literal

import numpy as np

from sitelode.counted import counted
from sitelode.json_data import Bounds, JsonData, form_of
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.page_kinds.announcements import Lists, Parts, announced_alike, listing_links
from sitelode.page_kinds.decide import (
    INDEX,
    SMALL_SITE,
    CoarseAndFine,
    PageText,
    Verdicts,
    by_rules,
    decide,
    kinds_from_shares,
    told_by_names,
)
from sitelode.page_kinds.evidence import Case, KindTable, evidence_columns, rare_lines
from sitelode.page_kinds.model import shipped_model
from sitelode.page_kinds.navigation import find_navigation
from sitelode.page_kinds.own_text import own_text, varying_text, versions
from sitelode.page_kinds.page_evidence import Flags, SiteLinks, SiteReading, read_evidence
from sitelode.page_kinds.page_groups import Groups, Measures, group_pages
from sitelode.page_kinds.reinforcement import reinforce
from sitelode.page_kinds.repetitions import find_repetitions
from sitelode.page_kinds.titles import TitleMatcher, named_kinds, title_shapes
from sitelode.progress import Progress, no_progress
from sitelode.site.site import Site

# Chosen on the 16 sites of `bench.structure`; half or twice of either changes no figure by more than .003.
MOST_TEXT = 80.0  # what any amount of text counts at most, as links count a term each
CHARACTERS_A_POINT = 20  # of own text


@dataclass(frozen=True, slots=True, repr=False)
class SiteKinds:
    """One entry per page, in the order of `Site.entries`."""

    kind: list[str]  # "index", "article" or "other"
    score: Measures  # how much a page is an index page, between 0 and 1
    evidence: list[str]  # why, in one line
    informative: list[Flags]  # for each link in `Site.links`, whether it is content and not navigation
    duplicate_of: list[int | None]  # for a listing that repeats another, the place of the other
    listing_role: list[str]  # how it repeats: "pagination", "archive", "tag"; empty where it does not
    finer: list[str]  # "detail", "thread", "page", "media" or "error" for other pages, "document" for some articles; else as `kind`
    confidence: Measures  # in the finer kind, between 0 and 1
    names: list[str]  # what each page calls itself, without the names of site and section; empty where it does not

    def __repr__(self) -> str:
        return f"SiteKinds({', '.join(f'{count:,} {kind}' for kind, count in Counter(self.kind).most_common())})"


def find_kinds(site: Site, layouts: SiteLayouts, progress: Progress = no_progress) -> SiteKinds:
    """Read every page once, then judge them all: time linear in pages and links, memory about 10 KB a page."""
    return judge(read_evidence(site, progress), layouts.clusters.of_page)


def judge(reading: SiteReading, layout_of_page: list[int]) -> SiteKinds:
    """Kinds from what was read."""
    case, table = collect(reading, layout_of_page)
    found = case.first_guess
    likely = by_rules(found)
    if len(reading) >= SMALL_SITE:
        named = Groups.of(named_kinds(reading.titles, layout_of_page))
        shares = shipped_model().shares(table)
        likely = kinds_from_shares(shares, found.kinds, case.standing.index, case.layouts, named, case.parts.heads())
        likely = likely.with_front(found.front)
        found = _with_kinds(found, likely, case)
    likely = likely.with_told(told_by_names(reading.titles, layout_of_page, case.text, found))
    found = _with_kinds(found, likely, case)
    evidence = reasons(found, likely, case, table.evidence)
    informative = _by_page(case.links.content, reading.links, reading.link_counts)
    repeated = find_repetitions(reading, case.links, found)
    return SiteKinds(found.kinds, found.score, evidence, informative, *repeated, likely.fine, likely.confidence, case.titles.first_names)


def _with_kinds(found: Verdicts, likely: CoarseAndFine, case: Case) -> Verdicts:
    index = np.array(likely.coarse) == INDEX
    return replace(found, kinds=likely.coarse, score=likely.score, listings=case.links.listings(index))


def collect(reading: SiteReading, layout_of_page: list[int]) -> tuple[Case, KindTable]:
    """All evidence there is on the kinds of pages."""
    layouts = Groups.of(layout_of_page)
    # What pages call themselves, and what only they say.
    titles = TitleMatcher.of(reading.titles)
    version = versions(reading.urls, reading.titles)
    text = PageText(own_text(reading.lines, reading.links, version), varying_text(reading.lines, titles.names))
    points = np.minimum(text.own / CHARACTERS_A_POINT, MOST_TEXT)
    # Which links announce a page; links of the template do not, nor do links between versions of one page.
    groups = group_pages(layouts, reading.urls, points)
    navigation = find_navigation(reading.links, groups.layouts.of_page, reading.urls, version)
    links = listing_links(reading, navigation.content, titles, version)
    # Listings announce articles, articles are announced by listings: first layouts, then pages.
    standing = reinforce(links, points, groups)
    first_guess = decide(reading, links, standing, text, groups)
    rare = rare_lines(reading.lines, layouts)
    case = Case(reading, layouts, titles, text, navigation, links, Parts.of(links, reading.urls), standing, first_guess, rare)
    shapes = Groups.of(title_shapes(reading.titles, layouts.of_page.tolist()))
    alike = Groups.of(announced_alike(links, layouts.of_page))
    return case, KindTable(evidence_columns(case), layouts, shapes, Lists.of(links, len(reading)), alike, links)


def _by_page(content: Flags, links: SiteLinks, link_counts: list[int]) -> list[Flags]:
    """The flags of content links, page by page; links of a page to itself are navigation."""
    first = np.cumsum([0, *link_counts])
    flags = np.zeros(first[-1], dtype=np.bool_)
    flags[first[links.source] + links.place] = content
    return [flags[start:end] for start, end in pairwise(first.tolist())]


# For finer kinds the columns of evidence that show them best, with the noun for what they count.
_TYPICAL: Final = {
    "detail": (
        ("values under labels", "value under a label", "values under labels"),
        ("labels in lines", "labelled line", "labelled lines"),
    ),
    "thread": (("blocks", "block", "blocks"), ("dates of its own", "date", "dates")),
    "media": (
        ("pictures of its own", "picture of its own", "pictures of its own"),
        ("files of its own", "file of its own", "files of its own"),
    ),
}


def reasons(found: Verdicts, likely: CoarseAndFine, case: Case, evidence: Mapping[str, Measures]) -> list[str]:
    """One line a page."""
    return [_reason(page, found, likely.fine[page], case, evidence) for page in range(len(case.reading))]


def _reason(page: int, found: Verdicts, finer: str, case: Case, evidence: Mapping[str, Measures]) -> str:
    announced, listings, layout = (int(column[page]) for column in (found.announced, found.listings, case.layouts.of_page))
    typical = [(round(float(np.expm1(evidence[name][page]))), one, more) for name, one, more in _TYPICAL.get(finer, ())]
    parts = [
        *(counted(number, one, more) for number, one, more in typical if number),
        f"links to {counted(announced, 'page')} by title" if announced else "links to no page by title",
        f"listed by {counted(listings, 'index page')}" if listings else "listed by no index page",
        f"{case.text.own[page]:.0f} characters of its own",
        f"layout {layout} ({counted(int(case.layouts.size[layout]), 'page')})",
        *["linked in a menu"] * bool(found.in_menus[page]),
    ]
    return f"{finer}: {', '.join(parts)}"


KINDS: Final = ("article", "index", "other")
RIGHT: Final = "right"  # nothing is wrong: somebody looked at it
BY_A_PERSON: Final = "a person said so"
MOST_PAGES: Final = 20_000  # in one go; a bound, for the log is read whole


@dataclass(frozen=True, slots=True)
class PageCorrection(JsonData):
    """One thing that a person said about one page, or about many at once."""

    pages: Annotated[tuple[str, ...], Bounds(1, MOST_PAGES)]  # their addresses
    says: Annotated[str, form_of(Literal[*KINDS, RIGHT])]


def said_of_pages(corrections: Iterable[PageCorrection]) -> dict[str, str]:
    """The last word on each address."""
    return {url: each.says for each in corrections for url in each.pages}


def corrected_kinds(kinds: SiteKinds, urls: Sequence[str], corrections: Iterable[PageCorrection]) -> SiteKinds:
    """The kinds of all pages, with those that people know better."""
    said = {url: kind for url, kind in said_of_pages(corrections).items() if kind in KINDS}
    places = [place for place, url in enumerate(urls) if url in said]
    if not places:
        return kinds
    kind, finer, evidence = list(kinds.kind), list(kinds.finer), list(kinds.evidence)
    confidence, score = kinds.confidence.copy(), kinds.score.copy()
    for place in places:
        stated = said[urls[place]]
        if kind[place] != stated or (stated, finer[place]) == ("other", "thread"):  # threads are read as articles until somebody objects
            finer[place] = "page" if stated == "other" else stated
        kind[place], evidence[place] = stated, BY_A_PERSON
    confidence[places] = 1.0
    score[places] = np.array([said[urls[place]] == "index" for place in places], dtype=score.dtype)
    return replace(kinds, kind=kind, finer=finer, evidence=evidence, confidence=confidence, score=score)
