"""The sections of the site as a tree, with how many articles and index pages each holds, read from `structure.json`."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from sitelode.errors import ResultError
from sitelode.shared_file import SharedFile
from sitelode.studio.article_lists import section_name
from sitelode.studio.session import StudioSession

_FILE = SharedFile("structure of a site", 2_000_000_000, ResultError, "mine the site again")


@dataclass(frozen=True, slots=True)
class Section:
    """One section: an index page, what it lists, and the sections below it."""

    url: str
    label: str
    above: int  # place of the section above it; -1 at the top
    pages: tuple[str, ...]  # its own index pages and articles
    articles: int  # in the whole branch
    index_pages: int
    listed: int  # articles that it lists, those of other sections too


def sections_of(session: StudioSession) -> list[Section]:
    """All sections, each after the one above it.

    Raises:
        ResultError: when the file is missing or damaged.

    """
    return session.cache.get(("view", "sections"), lambda: _read(session))


def _read(session: StudioSession) -> list[Section]:
    path = session.folder / "structure.json"
    if not path.is_file():
        raise ResultError("this result has no structure.json, which says what sections the site has; mine the site again")
    data = _FILE.json(path)
    try:
        place_of = {each["address"]: place for place, each in enumerate(data["sections"])}
        return [
            Section(
                each["address"],
                section_name(each["label"], each["address"]),
                place_of.get(each["above"], -1),
                (each["address"], *each["further_pages"], *each["articles"]),
                int(each["articles_in_branch"]),
                int(each["index_pages_in_branch"]),
                int(each["listed_articles"]),
            )
            for each in data["sections"]
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise ResultError(f"structure.json is damaged ({type(problem).__name__}); mine the site again") from problem


def section_labels(session: StudioSession) -> dict[str, str]:
    """What the site calls its index pages, by address; nothing if the result does not say."""

    def labels() -> dict[str, str]:
        try:
            return {section.url: section.label for section in sections_of(session)}
        except ResultError:
            return {}

    return session.cache.get(("view", "section labels"), labels)


def sections_view(session: StudioSession) -> dict[str, Any]:
    """The tree, flat, and how many pages no section lists."""
    sections = sections_of(session)
    listed = {url for section in sections for url in section.pages}
    return {
        "sections": [
            {
                "label": each.label,
                "url": each.url,
                "above": each.above,
                "articles": each.articles,
                "index_pages": each.index_pages,
                "listed": each.listed,
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
    inside, urls = {section}, list(sections[section].pages)
    for place, each in enumerate(sections[section + 1 :], start=section + 1):
        if each.above in inside:
            inside.add(place)
            urls += each.pages
    return list(dict.fromkeys(place_of[url] for url in urls if url in place_of))
