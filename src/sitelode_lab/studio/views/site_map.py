"""The informative structure of the site as a map: sections on rings around the home page, their articles as bubbles.

Links are shown before or after uninformative ones are cut.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.output.structure.picture import Knots, PlacedEntry, knot_lines, knots, place_entries
from sitelode.output.structure.sections import SectionEntry
from sitelode.page_kinds.informative_structure import InformativeStructure, Shrinkage
from sitelode.studio.session import StudioSession
from sitelode.studio.views.kinds import map_entries, site_structure

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
