"""The tree of a site's sections, in lines of text and as a picture."""

from collections.abc import Iterator

from sitelode.counted import counted
from sitelode.output.safe_text import REPLACEMENT, xml_text
from sitelode.output.structure.sections import MOST_SIDE_BY_SIDE, SectionEntry, section_entries
from sitelode.page_kinds.decide import ARTICLE
from sitelode.page_kinds.informative_structure import InformativeStructure

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
