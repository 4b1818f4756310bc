"""The sections of a site as a tree of text lines."""

from collections.abc import Iterator

from sitelode.counted import counted
from sitelode.output.structure.section_entries import MOST_SIDE_BY_SIDE, SectionEntry, section_entries
from sitelode.page_kinds.informative_structure import InformativeStructure, Shrinkage

MOST_UNREACHED = 10  # articles listed; set by hand


def tree_lines(structure: InformativeStructure, most: int | None = MOST_SIDE_BY_SIDE) -> Iterator[str]:
    """Sections with their articles and index pages, then what was cut, then articles that no index page lists."""
    entries = section_entries(structure, most, folded=most is not None)
    last = _last_of_their_level(entries)
    for place, entry in enumerate(entries):
        yield _indent(place, entries, last) + _entry(entry)
    kinds = structure.kind_counts
    yield f"{counted(structure.graph.pages, 'page')}: {kinds['index']:,} index, {kinds['article']:,} article, {kinds['other']:,} other"
    left = (_shrunk("page", structure.pages), _shrunk("link", structure.links), _shrunk("edge", structure.edges))
    yield f"informative structure: {', '.join(left)}"
    unreached = structure.unreached
    if unreached:
        yield f"no index page lists {counted(len(unreached), 'article')}:"
        for page in unreached[: most and MOST_UNREACHED]:
            yield f"    {structure.graph.urls[page]}"
        if most and len(unreached) > MOST_UNREACHED:
            yield f"    .. {len(unreached) - MOST_UNREACHED:,} more"


def _entry(entry: SectionEntry) -> str:
    belong_elsewhere = entry.listed > 0 and not entry.articles
    count = entry.listed if belong_elsewhere else entry.articles
    articles = f"{count:,} article{'' if count == 1 else 's'}" + (" of other sections" if belong_elsewhere else "")
    pages = f" on {entry.index_pages:,} index pages" if entry.index_pages > 1 and not (entry.is_series and entry.address) else ""
    return f"{entry.label}: {articles}{pages}" + (f"  {entry.address}" if entry.address else "")


def _shrunk(what: str, counts: Shrinkage) -> str:
    less = f" (-{counts.fallen_away:.1%})" if counts.after < counts.before else ""
    return f"{counts.after:,} of {counted(counts.before, what)}{less}"


def _last_of_their_level(entries: list[SectionEntry]) -> set[int]:
    latest: dict[int, int] = {}
    for place, entry in enumerate(entries):
        latest[entry.above] = place
    return set(latest.values())


def _indent(place: int, entries: list[SectionEntry], last: set[int]) -> str:
    if entries[place].depth == 0:
        return ""
    drawn = "└─ " if place in last else "├─ "
    above = entries[place].above
    while entries[above].depth > 0:
        drawn = ("   " if above in last else "│  ") + drawn
        above = entries[above].above
    return drawn
