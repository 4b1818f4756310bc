"""The informative structure of the site as a map: sections on rings around the home page, their articles as bubbles.

Links are shown before or after uninformative ones are cut. And pages
ranked by how much they are tables of contents, by LAMIS and what it was compared with, with the values behind the rank.
"""

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sitelode.errors import SettingError
from sitelode.output.structure.picture import Knots, PlacedEntry, knot_lines, knots, place_entries
from sitelode.output.structure.sections import SectionEntry
from sitelode.page_kinds.informative_structure import InformativeStructure, Shrinkage
from sitelode.studio.session import StudioSession
from sitelode.studio.views.kinds import map_entries, site_graph, site_structure
from sitelode.studio.views.pages import page_line
from sitelode_lab.links.rankings import Ranking, rank

LABEL_ROOM = 10.0  # pixels along the ring; with less, a label would overlap the next. Both values are set by hand
MOST_LINES = 1_200  # of a map; the lines with the most links are sent


def site_view(session: StudioSession) -> dict[str, Any]:
    """The map and the counts before and after the cut."""
    structure, entries = site_structure(session), map_entries(session)
    placed, knot_of = place_entries(entries), knots(structure, entries)
    return {
        "pages": _shrunk(structure.pages),
        "links": _shrunk(structure.links),
        "edges": _shrunk(structure.edges),
        "kinds": structure.kind_counts,
        "unreached": len(structure.unreached),
        "sections": [_section(entry, place) for entry, place in zip(entries, placed, strict=True)],
        "lines": {"before": _lines(structure, knot_of, None), "after": _lines(structure, knot_of, structure.kept)},
        "others": int((knot_of == 2 * len(entries)).sum()),
    }


def _shrunk(counts: Shrinkage) -> dict[str, float]:
    return {"before": counts.before, "after": counts.after, "fallen_away": round(counts.fallen_away, 4)}


def _section(entry: SectionEntry, placed: PlacedEntry) -> dict[str, Any]:
    across, down = _at(placed.angle, placed.distance)
    bubble_across, bubble_down = _at(placed.bubble_angle, placed.bubble_distance)
    return {
        "label": entry.label,
        "address": entry.address,
        "above": entry.above,
        "articles": entry.articles,
        "index_pages": entry.index_pages,
        "listed": entry.listed,
        "series": entry.is_series,
        "at": [across, down],
        "bubble": [bubble_across, bubble_down, round(placed.bubble_radius, 1)],
        "angle": round(placed.angle, 4),
        "beyond": round(
            max(placed.distance, placed.bubble_distance + placed.bubble_radius if placed.bubble_angle == placed.angle else 0), 1
        ),
        "crowded": placed.bubble_angle == placed.angle and placed.room < LABEL_ROOM,
    }


def _at(angle: float, distance: float) -> tuple[float, float]:
    return round(distance * math.sin(angle), 1), round(-distance * math.cos(angle), 1)


def _lines(structure: InformativeStructure, knot_of: Knots, kept: NDArray[np.bool_] | None) -> list[list[int]]:
    """Pairs of different knots with the number of edges between them, largest first."""
    return [[one, other, count] for one, other, count in knot_lines(structure, knot_of, kept) if one != other][:MOST_LINES]


METHODS: Final = {
    "ol": "how many pages a page links to",
    "hits": "HITS: hubs link to authorities, authorities are linked by hubs",
    "hits-cb": "HITS with content blocks of a page as hubs",
    "salsa": "SALSA: HITS with shares of links instead of whole ones",
    "lamis": "LAMIS: links weighted by the entropy of their anchors",
    "lamis-ln": "LAMIS with shares of links",
    "lamis-hr": "LAMIS, hub values less authority",
    "lamis-cb": "LAMIS with content blocks as hubs",
    "lamis-cb-tw": "LAMIS with content blocks, long anchors weighted up",
    "lamis-ln-cb-hr-tw": "all four together: the best of the paper",
}
MOST_SHOWN: Final = 300  # pages; set by hand


def ranks_view(session: StudioSession, method: str) -> dict[str, Any]:
    """The first pages by one method, with the values of all of them."""
    if method not in METHODS:
        raise SettingError(f"no ranking is called {method!r}; take one of {', '.join(METHODS)}")
    ranking: Ranking = session.cache.get(("ranking", method), lambda: rank(site_graph(session), method))
    order = ranking.order()[:MOST_SHOWN].tolist()
    return {
        "method": method,
        "methods": [{"name": name, "words": words} for name, words in METHODS.items()],
        "pages": len(session.site.entries),
        "iterations": len(ranking.changes),
        "stop": str(ranking.stop or ""),
        "ranked": [
            {
                **page_line(session, place),
                "score": round(float(ranking.score[place]), 5),
                "hub": round(float(ranking.hub[place]), 5),
                "authority": round(float(ranking.authority[place]), 5),
            }
            for place in order
        ],
    }
