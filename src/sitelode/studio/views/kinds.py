"""The kind of each page (index, article or other), which links are informative, and the sections they lead to."""

from sitelode.output.structure.picture import fitting_entries
from sitelode.output.structure.sections import SectionEntry
from sitelode.page_kinds.informative_structure import InformativeStructure, structure_of_kinds
from sitelode.page_kinds.kinds import SiteKinds, find_kinds
from sitelode.site.link_graph import LinkGraph, link_graph
from sitelode.studio.results.summaries import PageKind
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
