"""The sections of a site as a tree, in words or as a picture. Of thousands, some are shown one by one and others as a group."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sitelode.counted import counted
from sitelode.output.safe_text import xml_text
from sitelode.page_kinds.decide import OTHER
from sitelode.page_kinds.informative_structure import InformativeStructure
from sitelode.page_kinds.sections import NOWHERE
from sitelode.urls import generalise

MOST_SIDE_BY_SIDE = 12  # sections per level, set by hand; the smaller ones are one entry
LONGEST_LABEL = 60  # characters
REPLACEMENT = "\ufffd"  # in place of what XML cannot hold


@dataclass(frozen=True, slots=True)
class SectionEntry:
    """One line of a tree, or one knot of a picture: a section, or a group of sections."""

    label: str
    address: str  # of a section; the address pattern of a series of pages; empty for a group of other sections
    depth: int
    above: int  # index of the entry above this one; -1 at the top
    index_pages: int  # of the whole branch
    articles: int  # of the whole branch
    own_articles: int  # without those of entries below it
    listed: int  # articles that the branch lists, also those of other sections
    members: list[int] = field(default_factory=list)  # the index pages of this entry
    is_series: bool = False  # several pages in one entry


def section_entries(structure: InformativeStructure, most: int | None = MOST_SIDE_BY_SIDE, *, folded: bool = False) -> list[SectionEntry]:
    """Entries from the top down: of each level the `most` sections with the most articles, in the order of the site; all if None is given.

    Pages without a name whose addresses differ only in numbers are one entry, because they are pages of one listing.
    With `folded`, pages without a name and without subsections are merged into the entry above them.
    """
    view = _View(structure, most, folded=folded)
    waiting = view.level(NOWHERE, 0, -1)
    while waiting:
        pages, depth, above = waiting.pop()
        view.add(pages, depth, above)
        if len(pages) == 1:
            waiting += view.level(pages[0], depth + 1, len(view.found) - 1)
    return view.found


def sections_of_articles(structure: InformativeStructure) -> dict[str, str]:
    """The name of the section of each article, by address; articles that only the home page lists are in none."""
    urls, sections = structure.graph.urls, structure.sections
    named = ((structure.label(page) if sections.parent[page] != NOWHERE else "", held) for page, held in sections.articles.items())
    return {urls[article]: name for name, held in named for article in held}


class _View:
    def __init__(self, structure: InformativeStructure, most: int | None, *, folded: bool) -> None:
        self.structure, self.sections, self.most, self.folded = structure, structure.sections, most, folded
        self.found: list[SectionEntry] = []

    def level(self, page: int, depth: int, above: int) -> list[tuple[list[int], int, int]]:
        """The groups of sections directly below a page, last first; each group is one entry."""
        children = self.sections.children.get(page, [])
        if self.folded and page != NOWHERE:
            children = [child for child in children if self._stands_alone(child)]
        groups = [[child] for child in children] if self.most is None else self._capped(self._series(children))
        return [(group, depth, above) for group in reversed(groups)]

    def _series(self, children: Sequence[int]) -> list[list[int]]:
        groups: dict[str, list[int]] = {}
        for child in children:
            url = self.structure.graph.urls[child]
            groups.setdefault(url if self._stands_alone(child) else generalise(url), []).append(child)
        return list(groups.values())

    def _stands_alone(self, page: int) -> bool:
        return bool(self.structure.names[page] or self.sections.children.get(page))

    def _capped(self, groups: list[list[int]]) -> list[list[int]]:
        if self.most is None or len(groups) <= self.most + 1:
            return groups
        largest = sorted(range(len(groups)), key=lambda place: self._size(groups[place]), reverse=True)[: self.most]
        rest = sorted(set(range(len(groups))) - set(largest))
        return [*(groups[place] for place in sorted(largest)), [page for place in rest for page in groups[place]]]

    def _size(self, pages: Sequence[int]) -> tuple[int, int]:
        totals = [self.sections.totals[page] for page in pages]
        return sum(articles for _, articles in totals), sum(index_pages for index_pages, _ in totals)

    def add(self, pages: list[int], depth: int, above: int) -> None:
        together = len(pages) > 1
        articles, index_pages = self._size(pages)
        branch = self._branches(pages)
        folded = [child for child in self.sections.children.get(pages[0], []) if self.folded and not self._stands_alone(child)]
        members = branch if together else [*pages, *folded]
        self.found.append(
            SectionEntry(
                label=self._common_label(pages) if together else short(self.structure.label(pages[0])),
                address=self._common_address(pages),
                depth=depth,
                above=above,
                index_pages=index_pages,
                articles=articles,
                own_articles=sum(len(self.sections.articles.get(page, [])) for page in members),
                listed=self.structure.listed_articles(branch),
                members=members,
                is_series=together,
            )
        )

    def _common_label(self, pages: Sequence[int]) -> str:
        return f"{len(pages):,} pages of a series" if self._common_address(pages) else f"{len(pages):,} more"

    def _common_address(self, pages: Sequence[int]) -> str:
        urls = [self.structure.graph.urls[page] for page in pages]
        patterns = {generalise(url) for url in urls} if len(urls) > 1 else set(urls)
        return patterns.pop() if len(patterns) == 1 else ""

    def _branches(self, pages: Sequence[int]) -> list[int]:
        """These index pages and all below them."""
        found, waiting = [], list(reversed(pages))
        while waiting:
            page = waiting.pop()
            found.append(page)
            waiting += reversed(self.sections.children.get(page, []))
        return found


def short(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 2] + " …"


MOST_UNREACHED = 10  # articles listed; set by hand


def tree_lines(structure: InformativeStructure, most: int | None = MOST_SIDE_BY_SIDE) -> Iterator[str]:
    """Sections with their articles and index pages, then what was cut, then articles that no index page lists."""
    entries = section_entries(structure, most, folded=most is not None)
    kinds = structure.kind_counts
    details = sum(kind == OTHER and is_data for kind, is_data in zip(structure.kinds, structure.data, strict=False))
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
        said = articles + (
            f" on {entry.index_pages:,} index pages" if entry.index_pages > 1 and not (entry.is_series and entry.address) else ""
        )
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
    entries, pages, links = section_entries(structure, folded=True), structure.pages, structure.links
    left = f"{pages.after:,} of {counted(pages.before, 'page')}, {links.after:,} of {counted(links.before, 'link')}"
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
