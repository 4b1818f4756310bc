"""Lists of pages, a slice at a time; and one page with its article and its regions."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from threading import get_ident
from typing import Any

import numpy as np

from sitelode.articles.explain import Explanation, explain
from sitelode.articles.reader import NoArticle
from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.studio.article_lists import PageKind
from sitelode.studio.frame import Marks
from sitelode.studio.session import StudioSession
from sitelode.studio.views.regions import Regions, region_data, regions_of, verdict
from sitelode.studio.views.sections import branch_places, section_labels
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.taught.taught import taught_fields, taught_values
from sitelode.wrappers.teach.apply_lessons import layout_of
from sitelode.wrappers.wrapper import read_wrapper

MOST_AT_ONCE = 200  # pages in one response; all bounds here are set by hand
MOST_REGIONS = 3_000  # of one page
MOST_COMPARED = 12  # pages of the layout, to compute the evidence that is shown


_HEADING = re.compile(r"#{1,6} ")  # in Markdown, as is what follows
_MARKUP = re.compile(r"\[([^][]*)\]\([^()]*\)|[*_`\\]")


@dataclass(frozen=True, slots=True)
class PageQuery:
    """Which pages a list shows; None and "" mean all."""

    cluster: int | None = None
    below: int | None = None  # a section of the site, with everything below it
    kind: str = ""
    words: str = ""  # in the address or the title


def page_list(session: StudioSession, query: PageQuery, start: int, count: int) -> dict[str, Any]:
    """A slice of the pages that match the query."""
    places = _places(session, query)
    shown = places[start : start + min(count, MOST_AT_ONCE)]
    return {"total": len(places), "start": start, "pages": [page_line(session, place) for place in shown]}


def _places(session: StudioSession, query: PageQuery) -> Sequence[int]:
    places: Sequence[int] = range(len(session.site.entries))
    if query.below is not None:
        places = branch_places(session, query.below)
    elif query.cluster is not None:
        places = session.members[query.cluster] if 0 <= query.cluster < len(session.members) else []
    if query.kind:
        places = [place for place in places if stated_kind(session, place).counted_as == query.kind]
    words = query.words.lower().split()
    if words:
        places = [place for place in places if all(word in _searchable_text(session, place) for word in words)]
    return places


def _searchable_text(session: StudioSession, place: int) -> str:
    entry = session.site.entries[place]
    article = session.articles.get(entry.origin)
    return f"{entry.url} {article.title if article else section_labels(session).get(entry.url, '')}".lower()


def stated_kind(session: StudioSession, place: int) -> PageKind:
    """The kind of a page and the reason, read from the written result; empty if it has none, because lists do not wait for kinds."""
    return session.page_kinds.get(session.site.entries[place].origin, PageKind("", ""))


def page_line(session: StudioSession, place: int) -> dict[str, Any]:
    """A page as one entry of a list."""
    entry = session.site.entries[place]
    article = session.articles.get(entry.origin)
    return {
        "page": entry.number,
        "url": entry.url,
        "cluster": session.layouts.clusters.of_page[place],
        "kind": stated_kind(session, place).kind,
        "title": article.title if article and article.title else _own_title(session, place),
        "article": asdict(article) if article else None,
    }


def _own_title(session: StudioSession, place: int) -> str:
    """What a page without an article calls itself: as the site names the section, else as the browser would show it."""
    entry = session.site.entries[place]
    label = section_labels(session).get(entry.url)
    return label or session.cache.get(("view", "title", entry.number), lambda: metadata_of(session.page(entry.number)).title)


def page_regions(session: StudioSession, number: int) -> Regions:
    return session.cache.get(("view", "regions", number), lambda: regions_of(session.page(number), session.reader_of(number)))


def explanation(session: StudioSession, number: int) -> Explanation:
    """Why the page is read as it is, in comparison with some other pages of its layout."""

    def explained() -> Explanation:
        others = [session.page(each) for each in session.alike(number, MOST_COMPARED)]
        return explain(session.reader_of(number), session.page(number), others)

    return session.cache.get(("view", "explanation", number), explained)


def reasons(session: StudioSession, number: int) -> list[str]:
    """For every region of a page, one line on why it is in or out."""
    regions = page_regions(session, number)
    by_row = {row: ", ".join(region.reasons) for region in explanation(session, number).regions for row in region.rows}
    return [f"{by_row.get(regions.rows(region)[0], '')}: {verdict(regions, region)}".removeprefix(": ") for region in range(len(regions))]


def page_view(session: StudioSession, number: int) -> dict[str, Any]:
    """The article of a page, and what was decided about each of its regions."""
    entry = session.entry(number)
    regions, why = page_regions(session, number), reasons(session, number)
    found = session.reader_of(number).article(session.page(number), entry.origin, markdown=True)
    members = session.members[session.cluster_of(number)]
    position = members.index(session.place(number))
    return {
        **page_line(session, session.place(number)),
        "origin": entry.origin,
        "kind_why": stated_kind(session, session.place(number)).why,
        "bytes": entry.size,
        "found": {"reason": found.reason} if isinstance(found, NoArticle) else asdict(found),
        "headings": [] if isinstance(found, NoArticle) else headings_of(found.markdown),
        "regions": [region_data(regions, region, why[region]) for region in range(min(len(regions), MOST_REGIONS))],
        "fields": [*(asdict(field) for field in explanation(session, number).fields), *_taught(session, number)],
        "more_regions": max(len(regions) - MOST_REGIONS, 0),
        "taken_from": round(regions.reader.body.taken_from, 3),
        "before": session.site.entries[members[position - 1]].number if position else None,
        "after": session.site.entries[members[position + 1]].number if position + 1 < len(members) else None,
        "position": position,
        "pages_of_cluster": len(members),
    }


def headings_of(markdown: str) -> list[str]:
    """The headings in a text, as plain words."""
    return [_MARKUP.sub(r"\1", line.lstrip("#")).strip() for line in markdown.splitlines() if _HEADING.match(line)]


def taught_lines(applier: Applier, page: Page) -> list[dict[str, Any]]:
    """The taught fields of a page, in the form in which its other fields are shown."""
    layout = layout_of(applier, page)
    values = {} if layout is None else taught_values(taught_fields(applier.wrapper.layouts[layout].rules), page)
    return [{"name": name, "value": value, "source": "taught by examples", "others": [], "rejected": []} for name, value in values.items()]


def _taught(session: StudioSession, number: int) -> list[dict[str, Any]]:
    if not session.lessons.holding:
        return []
    # One for each thread, because readers remember their last page.
    applier = session.cache.get(("view", "wrapper", get_ident()), lambda: Applier(read_wrapper(session.folder / "wrapper.json")))
    return taught_lines(applier, session.page(number))


def article_marks(session: StudioSession, number: int, pick: str) -> Marks:
    """The page with its article in full colour."""
    regions, why = page_regions(session, number), reasons(session, number)
    hint, roles = {}, {}
    for region in range(len(regions)):
        role = regions.role(region) or ("title" if "it is the title" in why[region] else "")
        for row in regions.rows(region):
            hint[row] = f"{role or 'not content'}: {why[region]}"
            if role:
                roles[row] = role
    # Decisions, not probabilities: a rejected region is grey, however close it was.
    score = np.where(regions.taken, np.maximum(regions.probability, 0.5), np.minimum(regions.probability, 0.4))
    return Marks(regions.on_rows(score), hint, regions.places(), {}, roles, pick)
