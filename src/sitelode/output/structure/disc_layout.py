"""Positions of the sections of a site on a disc: home page in the centre, sections on rings, one bubble of articles per section."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sitelode.output.structure.section_entries import SectionEntry, section_entries
from sitelode.page_kinds.informative_structure import InformativeStructure

RADIUS = 300.0  # of the outermost ring, in pixels; all values here are set by hand
LARGEST_BUBBLE = 34.0  # radius
GAP = 9.0  # between neighbours on the outermost ring
KNOT = 4.0  # half the side of an index page's square
MOST_ENTRIES = 220  # more do not fit on the rings
_SIZES = (24, 16, 10, 6, 4, 2)  # sections side by side, tried in turn


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """Where an entry's square and bubble are, as angle and distance from the centre."""

    angle: float  # radians
    distance: float
    bubble_angle: float
    bubble_distance: float
    bubble_radius: float  # 0 if the section has no articles except in subsections
    room: float  # along its ring, in pixels


def fitting_entries(structure: InformativeStructure) -> list[SectionEntry]:
    """As many sections as fit."""
    found: list[SectionEntry] = []
    for most in _SIZES:
        found = section_entries(structure, most, folded=True)
        if len(found) <= MOST_ENTRIES:
            break
    return found


def place_entries(entries: Sequence[SectionEntry]) -> list[PlacedEntry]:
    """Every entry gets a slice of the circle, wide enough for its bubble and its subsections."""
    radii = _bubble_radii(entries)
    is_leaf = [True] * len(entries)
    for entry in entries:
        if entry.above >= 0:
            is_leaf[entry.above] = False
    # An entry with subsections needs extra width only for its bubble.
    own = [2 * radius + GAP if leaf or radius else 0.0 for leaf, radius in zip(is_leaf, radii, strict=True)]
    branch = list(own)
    for place in range(len(entries) - 1, -1, -1):
        if entries[place].above >= 0:
            branch[entries[place].above] += branch[place]
    whole = sum(branch[place] for place, entry in enumerate(entries) if entry.above < 0) or 1.0
    starts = _starts(entries, own, branch)
    # With several top sections, none of them is in the centre.
    inmost = int(sum(entry.above < 0 for entry in entries) > 1)
    ring = RADIUS / max(1, inmost + max((entry.depth for entry in entries), default=1))
    turn = 2 * math.pi / whole
    return [
        _place((entry.depth + inmost) * ring, radii[place], (starts[place], own[place], branch[place]), ring, turn, leaf=is_leaf[place])
        for place, entry in enumerate(entries)
    ]


def _place(distance: float, radius: float, span: tuple[float, float, float], ring: float, turn: float, *, leaf: bool) -> PlacedEntry:
    start, own, branch = span
    angle, bubble_angle = (start + branch / 2) * turn, (start + own / 2) * turn
    if leaf:
        bubble_angle, bubble_distance = angle, distance + KNOT + radius + 2
    else:
        bubble_distance = distance + max(ring * 0.55, radius + KNOT + 2)
    return PlacedEntry(angle, distance, bubble_angle, bubble_distance, radius, own * turn * max(distance, ring))


def _bubble_radii(entries: Sequence[SectionEntry]) -> list[float]:
    """The area of a bubble is proportional to its articles; all bubbles fit on the outermost ring, and none exceeds LARGEST_BUBBLE."""
    roots = [math.sqrt(entry.own_articles) for entry in entries]
    room = 2 * math.pi * RADIUS - GAP * len(entries)
    scale = min(LARGEST_BUBBLE / max(max(roots, default=0.0), 1.0), max(room, RADIUS) / (2 * max(sum(roots), 1.0)))
    return [max(scale * root, 1.5) if root else 0.0 for root in roots]


def _starts(entries: Sequence[SectionEntry], own: Sequence[float], branch: Sequence[float]) -> list[float]:
    """The start of each entry's slice; entries are in top-down order, so those of one branch are consecutive."""
    starts: list[float] = []
    used: dict[int, float] = {-1: 0.0}
    for place, entry in enumerate(entries):
        starts.append(used[entry.above])
        used[entry.above] += branch[place]
        used[place] = starts[place] + own[place]
    return starts
