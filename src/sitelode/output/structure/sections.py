"""The sections of a site as entries of a tree. Of thousands, some are shown one by one and others as a group."""

from collections.abc import Sequence
from dataclasses import dataclass

from sitelode.page_kinds.informative_structure import InformativeStructure
from sitelode.page_kinds.sections import NOWHERE

MOST_SIDE_BY_SIDE = 12  # sections per level, set by hand; the smaller ones are one entry
LONGEST_LABEL = 60  # characters


@dataclass(frozen=True, slots=True)
class SectionEntry:
    """One line of a tree: a section, or a group of sections."""

    label: str
    address: str  # of a section; empty for a group
    depth: int
    above: int  # index of the entry above this one; -1 at the top
    index_pages: int  # of the whole branch
    articles: int  # of the whole branch
    own_articles: int  # without those of entries below it
    listed: int  # articles that the branch lists, also those of other sections


def section_entries(structure: InformativeStructure, most: int | None = MOST_SIDE_BY_SIDE) -> list[SectionEntry]:
    """Entries from the top down: of each level the `most` sections with the most articles, in the order of the site, and one for the rest.

    Pages without a name and without subsections are merged into the entry above them. If None is given, every section is an entry.
    """
    sections, found = structure.sections, list[SectionEntry]()
    waiting = [(group, 0, -1) for group in reversed(_groups(structure, NOWHERE, most))]
    while waiting:
        pages, depth, above = waiting.pop()
        branch, is_one = _branches(structure, pages), len(pages) == 1
        below = [] if most is None else [page for page in sections.children.get(pages[0], []) if not _stands_alone(structure, page)]
        found.append(
            SectionEntry(
                label=short(structure.label(pages[0])) if is_one else f"{len(pages):,} more",
                address=structure.graph.urls[pages[0]] if is_one else "",
                depth=depth,
                above=above,
                index_pages=sum(sections.totals[page][0] for page in pages),
                articles=sum(sections.totals[page][1] for page in pages),
                own_articles=sum(len(sections.articles.get(page, [])) for page in ([*pages, *below] if is_one else branch)),
                listed=structure.listed_articles(branch),
            )
        )
        if is_one:
            waiting += [(group, depth + 1, len(found) - 1) for group in reversed(_groups(structure, pages[0], most))]
    return found


def _groups(structure: InformativeStructure, page: int, most: int | None) -> list[list[int]]:
    """The sections directly below a page; each group is one entry."""
    sections = structure.sections
    pages = sections.children.get(page, [])
    if most is not None and page != NOWHERE:
        pages = [each for each in pages if _stands_alone(structure, each)]
    if most is None or len(pages) <= most + 1:
        return [[each] for each in pages]
    largest = set(sorted(pages, key=lambda each: sections.totals[each][::-1], reverse=True)[:most])
    return [*([each] for each in pages if each in largest), [each for each in pages if each not in largest]]


def _stands_alone(structure: InformativeStructure, page: int) -> bool:
    return bool(structure.names[page] or structure.sections.children.get(page))


def _branches(structure: InformativeStructure, pages: Sequence[int]) -> list[int]:
    """These index pages and all below them."""
    found, waiting = list[int](), list(reversed(pages))
    while waiting:
        found.append(waiting.pop())
        waiting += reversed(structure.sections.children.get(found[-1], []))
    return found


def sections_of_articles(structure: InformativeStructure) -> dict[str, str]:
    """The name of the section of each article, by address; articles that only the home page lists are in none."""
    urls, sections = structure.graph.urls, structure.sections
    named = ((structure.label(page) if sections.parent[page] != NOWHERE else "", held) for page, held in sections.articles.items())
    return {urls[article]: name for name, held in named for article in held}


def short(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 2] + " …"
