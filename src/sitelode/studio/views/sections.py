"""The sections of the site as a tree, with how many articles and index pages each holds, read from `structure.json`."""

from collections import Counter
from typing import Any

from sitelode.errors import ResultError
from sitelode.studio.article_lists import Section, read_sections
from sitelode.studio.session import StudioSession


def sections_of(session: StudioSession) -> list[Section]:
    return session.cache.get(("view", "sections"), lambda: read_sections(session.folder))


def section_labels(session: StudioSession) -> dict[str, str]:
    """What the site calls its index pages, by address; nothing if the result does not say."""

    def labels() -> dict[str, str]:
        try:
            return {section.address: section.label for section in sections_of(session)}
        except ResultError:
            return {}

    return session.cache.get(("view", "section labels"), labels)


def sections_view(session: StudioSession) -> dict[str, Any]:
    """The tree, flat, and how many pages no section lists."""
    sections = sections_of(session)
    place_of = {each.address: place for place, each in enumerate(sections)}
    listed = {url for each in sections for url in each.pages}
    return {
        "sections": [
            {
                "label": each.label,
                "url": each.address,
                "above": place_of.get(each.above or "", -1),
                "articles": each.articles_in_branch,
                "index_pages": each.index_pages_in_branch,
                "listed": each.listed_articles,
            }
            for each in sections
        ],
        "kinds": Counter(kind.counted_as for kind in session.page_kinds.values()),
        "pages": session.page_count,
        "unlisted": sum(entry.url not in listed for entry in session.site.entries),
    }


def branch_places(session: StudioSession, section: int) -> list[int]:
    """Positions of the pages of a section and of all below it; of the pages in no section for the number after the last one."""
    sections = sections_of(session)
    place_of = session.cache.get(("view", "place of url"), lambda: {entry.url: place for place, entry in enumerate(session.site.entries)})
    if section >= len(sections):
        listed = {url for each in sections for url in each.pages}
        return [place for url, place in place_of.items() if url not in listed]
    inside, urls = {sections[section].address}, list(sections[section].pages)
    for each in sections[section + 1 :]:
        if each.above in inside:
            inside.add(each.address)
            urls += each.pages
    return list(dict.fromkeys(place_of[url] for url in urls if url in place_of))
