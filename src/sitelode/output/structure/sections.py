"""The sections of a site as a tree, in words or as a picture. Of thousands, some are shown one by one and others as a group."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sitelode.counted import counted
from sitelode.output.safe_text import xml_text
from sitelode.page_kinds.decide import ARTICLE
from sitelode.page_kinds.informative_structure import InformativeStructure
from sitelode.page_kinds.sections import NOWHERE

MOST_SIDE_BY_SIDE = 12  # sections per level, set by hand; the smaller ones are one entry
LONGEST_LABEL = 60  # characters
REPLACEMENT = "\ufffd"  # in place of what XML cannot hold


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


MOST_UNREACHED = 10  # articles listed; set by hand


def tree_lines(structure: InformativeStructure, most: int | None = MOST_SIDE_BY_SIDE) -> Iterator[str]:
    """Sections with their articles and index pages, then what was cut, then articles that no index page lists."""
    entries = section_entries(structure, most)
    kinds = structure.kind_counts
    details = structure.held.count(ARTICLE) - kinds[ARTICLE]
    held = "article" if kinds["article"] >= details else "detail page"  # by sections
    last = set({entry.above: place for place, entry in enumerate(entries)}.values())  # of their level
    for place, entry in enumerate(entries):
        yield _indent(place, entries, last) + _entry(entry, held)
    parts = [counted(kinds["index"], "index page"), counted(kinds["article"], "article")]
    parts += [counted(details, "detail page")] if details else []
    parts.append(counted(kinds["other"] - details, "other page"))
    yield f"{counted(structure.graph.pages, 'page')}: {', '.join(parts)}"
    unreached = structure.unreached
    if unreached:
        yield f"{counted(len(unreached), 'article')} not listed on any index page:"
        for page in unreached[: most and MOST_UNREACHED]:
            yield f"    {structure.graph.urls[page]}"
        if most and len(unreached) > MOST_UNREACHED:
            yield f"    .. {len(unreached) - MOST_UNREACHED:,} more"


def _entry(entry: SectionEntry, held: str) -> str:
    articles = counted(entry.articles or entry.listed, held)
    if entry.listed and not entry.articles:
        said = f"{counted(entry.index_pages, 'index page')}, linking to {articles} filed under other sections"
    else:
        said = articles + (f" on {entry.index_pages:,} index pages" if entry.index_pages > 1 else "")
    return f"{entry.label}: {said}" + (f"  {entry.address}" if entry.address else "")


def _indent(place: int, entries: list[SectionEntry], last: set[int]) -> str:
    if entries[place].depth == 0:
        return ""
    drawn = "└─ " if place in last else "├─ "
    above = entries[place].above
    while entries[above].depth > 0:
        drawn = ("   " if above in last else "│  ") + drawn
        above = entries[above].above
    return drawn


WIDTH, ROW, INDENT, LONGEST_BAR = 1000, 24, 28, 320  # pixels; set by hand
_STYLE = """
text { fill: CanvasText; font: 13px sans-serif } path { fill: none; stroke: GrayText }
.index { fill: steelblue } .articles { fill: darkorange; fill-opacity: .8 }
"""


def structure_svg(structure: InformativeStructure) -> Iterator[str]:
    """The tree as a picture: a section is a square, its articles a bar as long as they are many."""
    entries, (pages, kept_pages), (links, kept) = section_entries(structure), structure.shrunk["pages"], structure.shrunk["links"]
    left = f"{kept_pages:,} of {counted(pages, 'page')}, {kept:,} of {counted(links, 'link')}"
    most = max((entry.own_articles for entry in entries), default=0)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {ROW * (len(entries) + 2)}">\n<title>Sections of a site</title>\n'
    yield f'<style>{_STYLE}</style>\n<text x="{ROW}" y="{ROW}">without navigation: {left}</text>\n'
    for place, entry in enumerate(entries):
        across, down, bar = INDENT * (entry.depth + 1), ROW * (place + 2), 0.0
        if entry.above >= 0:
            yield f'<path d="M{across - INDENT} {ROW * (entry.above + 2)}V{down}H{across}"/>\n'
        if entry.own_articles:
            bar = max(LONGEST_BAR * entry.own_articles / most, 2.0)
            yield f'<rect class="articles" x="{across}" y="{down - 6}" width="{bar:.1f}" height="12"/>\n'
        said = f"{entry.label} ({entry.articles:,})" if entry.articles or not entry.listed else f"{entry.label} (lists {entry.listed:,})"
        yield f'<rect class="index" x="{across - 6}" y="{down - 6}" width="12" height="12"/>\n'
        yield f'<text x="{across + bar + 12:.1f}" y="{down + 5}">{xml_text(said, REPLACEMENT)}</text>\n'
    yield "</svg>\n"
