"""The informative structure of the site as a map: sections on rings around the home page, their articles as bubbles.

Links are shown as they were before the cut, or as it left them.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.output.structure.disc_layout import Placed, fitting_sections, placed_sections
from sitelode.output.structure.view import Shown
from sitelode.page_kinds.informative_structure import InformativeStructure, Shrinkage, informative_structure, of_graph_links
from sitelode.page_kinds.sections import NOWHERE
from sitelode.site.link_graph import LinkGraph, link_graph
from sitelode.studio.session import Desk
from sitelode.studio.views.kinds import page_kinds

LABEL_ROOM = 10.0  # pixels along the ring; with less, a label would run into the next
MOST_LINES = 1_200  # of a map; those of most links are sent


def site_graph(desk: Desk) -> LinkGraph:
    return desk.kept.get(("graph",), lambda: link_graph(desk.site, lambda stage, done: desk.progress(stage, done, len(desk.site.entries))))


def site_structure(desk: Desk) -> InformativeStructure:
    def find() -> InformativeStructure:
        graph, found = site_graph(desk), page_kinds(desk)
        return informative_structure(graph, found.kind, of_graph_links(graph, found.informative))

    return desk.kept.get(("structure",), find)


def map_entries(desk: Desk) -> list[Shown]:
    return desk.kept.get(("map entries",), lambda: fitting_sections(site_structure(desk)))


def site_view(desk: Desk) -> dict[str, Any]:
    """The map and what it was cut from."""
    structure, shown = site_structure(desk), map_entries(desk)
    placed = placed_sections(shown)
    return {
        "pages": _shrunk(structure.pages),
        "links": _shrunk(structure.links),
        "edges": _shrunk(structure.edges),
        "kinds": structure.kind_counts,
        "unreached": len(structure.unreached),
        "sections": [_section(entry, place) for entry, place in zip(shown, placed, strict=True)],
        "lines": {"before": map_lines(structure, shown, None), "after": map_lines(structure, shown, structure.kept)},
        "others": int((knots(structure, shown) == 2 * len(shown)).sum()),
    }


def section_places(desk: Desk, section: int) -> list[int]:
    """Places of the pages of one entry of the map: its index pages, then their articles."""
    shown = map_entries(desk)
    if not 0 <= section < len(shown):
        return []
    articles = site_structure(desk).sections.articles
    members = shown[section].members
    return [*members, *(article for page in members for article in articles.get(page, []))]


def _shrunk(counts: Shrinkage) -> dict[str, float]:
    return {"before": counts.before, "after": counts.after, "fallen_away": round(counts.fallen_away, 4)}


def _section(entry: Shown, placed: Placed) -> dict[str, Any]:
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


def knots(structure: InformativeStructure, shown: list[Shown]) -> NDArray[np.int64]:
    """Of every page where it is on the map: 2 * entry for index pages, 2 * entry + 1 for their articles, the last for all others."""
    knot_of = np.full(structure.graph.pages, 2 * len(shown), np.int64)
    for place, entry in enumerate(shown):
        knot_of[entry.members] = 2 * place
    section_of = structure.sections.section_of
    articles = np.flatnonzero(section_of != NOWHERE)
    in_section = knot_of[section_of[articles]]
    knot_of[articles] = np.where(in_section % 2 == 0, np.minimum(in_section + 1, 2 * len(shown)), in_section)
    return knot_of


def map_lines(structure: InformativeStructure, shown: list[Shown], kept: NDArray[np.bool_] | None) -> list[list[int]]:
    """Pairs of knots with the number of edges between them, most first."""
    knot_of, count = knots(structure, shown), 2 * len(shown) + 1
    source, target, _ = structure.graph.edges(kept)
    pairs, counts = np.unique(knot_of[source] * count + knot_of[target], return_counts=True)
    order = np.argsort(-counts, kind="stable")
    lines = ([*divmod(int(pairs[place]), count), int(counts[place])] for place in order.tolist())
    return [line for line in lines if line[0] != line[1]][:MOST_LINES]
