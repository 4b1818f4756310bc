"""The kind of each page (index, article or other), and which links are informative."""

from sitelode.page_kinds.kinds import SiteKinds, find_kinds
from sitelode.studio.results.summaries import PageKind
from sitelode.studio.session import StudioSession


def page_kinds(session: StudioSession) -> SiteKinds:
    return session.cache.get(("kinds",), lambda: find_kinds(session.site, session.layouts, session.progress))


def stated_kind(session: StudioSession, place: int) -> PageKind:
    """The kind of a page and the reason, read from the written result; empty if it has none, because lists do not wait for kinds."""
    return session.page_kinds.get(session.site.entries[place].origin, PageKind("", ""))
