"""The kind of each page and which links are informative; what every screen says of a layout."""

from typing import Any

import numpy as np

from sitelode.layout.site_layouts import common_url_pattern
from sitelode.output.structure.picture import fitting_entries
from sitelode.output.structure.sections import SectionEntry
from sitelode.page_kinds.informative_structure import InformativeStructure, structure_of_kinds
from sitelode.page_kinds.kinds import SiteKinds, find_kinds
from sitelode.site.link_graph import LinkGraph, link_graph
from sitelode.studio.article_lists import PageKind
from sitelode.studio.session import StudioSession


def page_kinds(session: StudioSession) -> SiteKinds:
    return session.cache.get(("kinds",), lambda: find_kinds(session.site, session.layouts, session.progress))


def stated_kind(session: StudioSession, place: int) -> PageKind:
    """The kind of a page and the reason, read from the written result; empty if it has none, because lists do not wait for kinds."""
    return session.page_kinds.get(session.site.entries[place].origin, PageKind("", ""))


def site_graph(session: StudioSession) -> LinkGraph:
    return session.cache.get(("graph",), lambda: link_graph(session.site, session.progress))


def site_structure(session: StudioSession) -> InformativeStructure:
    return session.cache.get(("structure",), lambda: structure_of_kinds(site_graph(session), page_kinds(session)))


def map_entries(session: StudioSession) -> list[SectionEntry]:
    return session.cache.get(("map entries",), lambda: fitting_entries(site_structure(session)))


def section_places(session: StudioSession, section: int) -> list[int]:
    """Positions of the pages of one entry of the map: its index pages, then their articles."""
    entries = map_entries(session)
    if not 0 <= section < len(entries):
        return []
    articles = site_structure(session).sections.articles
    members = entries[section].members
    return [*members, *(article for page in members for article in articles.get(page, []))]


EXAMPLES = 3


def layout_card(session: StudioSession, number: int, members: list[int]) -> dict[str, Any]:
    entries = [session.site.entries[member] for member in members]
    urls = [entry.url for entry in entries]
    mined = {session.layouts.clusters.of_page[member] for member in members}
    articles = [session.articles[entry.origin] for entry in entries if entry.origin in session.articles]
    return {
        "cluster": number,
        "mined_as": sorted(mined)[:EXAMPLES],
        "pages": len(members),
        "articles": len(articles),
        "confidence": round(float(np.mean([article.confidence for article in articles])), 3) if articles else None,
        "common": round(session.layouts.common_share(members), 3),
        "pattern": common_url_pattern(urls),
        "typical": entries[typical_member(session, members)].number,
        "examples": [{"page": entry.number, "url": entry.url} for entry in entries[:EXAMPLES]],
    }


def typical_member(session: StudioSession, members: list[int]) -> int:
    """The position in a group of the page of median size, which looks like most of the others."""
    sizes = [len(session.layouts.path_sets[member].codes) for member in members]
    return int(np.argsort(sizes, kind="stable")[len(sizes) // 2])
