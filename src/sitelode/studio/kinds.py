"""Which pages are index pages, which are articles, which neither; and which of their links are informative."""

from sitelode.structure.page_kinds import SiteKinds, find_kinds
from sitelode.studio.desk import Desk


def page_kinds(desk: Desk) -> SiteKinds:
    def find() -> SiteKinds:
        pages = len(desk.site.entries)
        return find_kinds(desk.site, desk.layouts, on_page=lambda stage, done: desk.progress(stage, done, pages))

    return desk.kept.get(("kinds",), find)


def known_kinds(desk: Desk) -> list[str]:
    """The kinds of all pages where somebody asked for them before; empty else: lists do not wait for them."""
    found: SiteKinds | None = desk.kept.known(("kinds",))
    return found.kind if found else []
