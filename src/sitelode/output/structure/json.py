"""The informative structure as one JSON object.

`pages`, `links`, `edges`: before and after the cut. `kinds`: how many pages of each kind. `sections`: index pages from the top down, each
with the address of the section above it (`above`, null at the top), its title, else the name that other pages give it, its depth, the
articles that belong to it, how many articles it lists (also those of other sections), the totals of its branch, and `further_pages`:
pages 2, 3 .. of its listing. Records and threads stand among the articles of a section: they are what a shop or a forum lists.
`empty_index_pages`: those that list none of these and have no section below them.
`informative_links`: pairs of addresses, index page to page. `unreached`: articles that no index page lists. `page_kinds`: every page.
"""

import json
from typing import Any

from sitelode.page_kinds.informative_structure import InformativeStructure
from sitelode.page_kinds.sections import NOWHERE


def structure_json(structure: InformativeStructure) -> str:
    return json.dumps(structure_object(structure), ensure_ascii=False, indent=1) + "\n"


def structure_object(structure: InformativeStructure) -> dict[str, Any]:
    urls = structure.graph.urls
    source, target, _ = structure.graph.edges(structure.kept)
    empty = _empty(structure)
    return {
        **{name: _shrunk(*counts) for name, counts in structure.shrunk.items()},
        "left_out_links": dict(sorted(structure.graph.left_out.items())),
        "kinds": structure.kind_counts,
        "sections": [_section(structure, page, depth) for page, depth in structure.sections.downwards() if page not in empty],
        "empty_index_pages": [urls[page] for page in sorted(empty)],
        "informative_links": [[urls[one], urls[other]] for one, other in zip(source.tolist(), target.tolist(), strict=True)],
        "unreached": [urls[page] for page in structure.unreached],
        "page_kinds": dict(zip(urls, structure.kinds, strict=True)),
    }


def _empty(structure: InformativeStructure) -> set[int]:
    """Index pages other than the home page that list nothing, and below which nothing is."""
    sections, found = structure.sections, set[int]()
    for page, _ in reversed(list(sections.downwards())):
        below = [child for child in sections.children.get(page, ()) if child not in found]
        holds = below or sections.articles.get(page) or structure.listed_articles([page])
        if page != sections.home and not holds:
            found.add(page)
    return found


def _section(structure: InformativeStructure, page: int, depth: int) -> dict[str, Any]:
    urls, sections = structure.graph.urls, structure.sections
    above = sections.parent[page]
    index_pages, articles = sections.totals[page]
    return {
        "address": urls[page],
        "label": structure.label(page),
        "above": None if above == NOWHERE else urls[above],
        "depth": depth,
        "index_pages_in_branch": index_pages,
        "articles_in_branch": articles,
        "listed_articles": structure.listed_articles([page]),
        "further_pages": [urls[each] for each in sections.further.get(page, [])],
        "articles": [urls[article] for article in sections.articles.get(page, [])],
    }


def _shrunk(before: int, after: int) -> dict[str, float]:
    return {"before": before, "after": after, "fallen_away": round(1 - after / before, 4) if before else 0.0}
