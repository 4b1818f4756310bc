"""Places for the sections of a site on a disc: home page in the middle, sections on rings around it, articles as one bubble a section."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sitelode.output.structure.view import Shown, shown_sections
from sitelode.page_kinds.informative_structure import InformativeStructure

RADIUS = 300.0  # of the outermost ring, in pixels
LARGEST_BUBBLE = 34.0  # radius
GAP = 9.0  # between neighbours on the outermost ring
KNOT = 4.0  # half the side of an index page's square
MOST_ENTRIES = 220  # more do not fit on the rings
_SIZES = (24, 16, 10, 6, 4, 2)  # sections side by side, tried in turn


@dataclass(frozen=True, slots=True)
class Placed:
    """Where an entry's square and bubble are, as angle and distance from the middle."""

    angle: float  # radians
    distance: float
    bubble_angle: float
    bubble_distance: float
    bubble_radius: float  # 0 where the section has no articles of its own
    room: float  # along its ring, in pixels


def fitting_sections(structure: InformativeStructure) -> list[Shown]:
    """As many sections as fit."""
    found: list[Shown] = []
    for most in _SIZES:
        found = shown_sections(structure, most, folded=True)
        if len(found) <= MOST_ENTRIES:
            break
    return found


def placed_sections(shown: Sequence[Shown]) -> list[Placed]:
    """Every entry gets a slice of the circle as wide as its bubble and what hangs on it."""
    radii = _bubble_radii(shown)
    is_leaf = [True] * len(shown)
    for entry in shown:
        if entry.above >= 0:
            is_leaf[entry.above] = False
    # An entry with others on it has a slot of its own only for its bubble.
    own = [2 * radius + GAP if leaf or radius else 0.0 for leaf, radius in zip(is_leaf, radii, strict=True)]
    branch = list(own)
    for place in range(len(shown) - 1, -1, -1):
        if shown[place].above >= 0:
            branch[shown[place].above] += branch[place]
    whole = sum(branch[place] for place, entry in enumerate(shown) if entry.above < 0) or 1.0
    starts = _starts(shown, own, branch)
    # Where several sections are topmost, none of them has the middle.
    inmost = int(sum(entry.above < 0 for entry in shown) > 1)
    ring = RADIUS / max(1, inmost + max((entry.depth for entry in shown), default=1))
    turn = 2 * math.pi / whole
    return [
        _place((entry.depth + inmost) * ring, radii[place], (starts[place], own[place], branch[place]), ring, turn, leaf=is_leaf[place])
        for place, entry in enumerate(shown)
    ]


def _place(distance: float, radius: float, span: tuple[float, float, float], ring: float, turn: float, *, leaf: bool) -> Placed:
    start, own, branch = span
    angle, bubble_angle = (start + branch / 2) * turn, (start + own / 2) * turn
    if leaf:
        bubble_angle, bubble_distance = angle, distance + KNOT + radius + 2
    else:
        bubble_distance = distance + max(ring * 0.55, radius + KNOT + 2)
    return Placed(angle, distance, bubble_angle, bubble_distance, radius, own * turn * max(distance, ring))


def _bubble_radii(shown: Sequence[Shown]) -> list[float]:
    """Areas go with articles; all together fit on the outermost ring, and the largest is no larger than it may be."""
    roots = [math.sqrt(entry.own_articles) for entry in shown]
    room = 2 * math.pi * RADIUS - GAP * len(shown)
    scale = min(LARGEST_BUBBLE / max(max(roots, default=0.0), 1.0), max(room, RADIUS) / (2 * max(sum(roots), 1.0)))
    return [max(scale * root, 1.5) if root else 0.0 for root in roots]


def _starts(shown: Sequence[Shown], own: Sequence[float], branch: Sequence[float]) -> list[float]:
    """Where each entry's slice begins; entries come from the top down, so those of one branch follow each other."""
    starts: list[float] = []
    used: dict[int, float] = {-1: 0.0}
    for place, entry in enumerate(shown):
        starts.append(used[entry.above])
        used[entry.above] += branch[place]
        used[place] = starts[place] + own[place]
    return starts
