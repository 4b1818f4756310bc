"""Which pages are index pages, which are articles, which neither; and which of their links are informative."""

from sitelode.page_kinds.kinds import SiteKinds, find_kinds
from sitelode.studio.session import Desk


def page_kinds(desk: Desk) -> SiteKinds:
    def find() -> SiteKinds:
        pages = len(desk.site.entries)
        return find_kinds(desk.site, desk.layouts, on_page=lambda stage, done: desk.progress(stage, done, pages))

    return desk.kept.get(("kinds",), find)


def known_kind(desk: Desk, place: int) -> tuple[str, str]:
    """The kind of a page and why, as the result says; empty where it does not: lists do not wait for kinds."""
    return desk.judged.get(desk.site.entries[place].origin, ("", ""))
