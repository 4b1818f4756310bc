"""Positions of the sections of a site on a disc: home page in the centre, sections on rings, one bubble of articles per section."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.counted import counted
from sitelode.output.safe_text import xml_text
from sitelode.output.structure.sections import SectionEntry, section_entries
from sitelode.page_kinds.informative_structure import InformativeStructure, Shrinkage
from sitelode.page_kinds.sections import NOWHERE

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


Knots: TypeAlias = NDArray[np.int64]  # per page: 2 * entry for index pages, 2 * entry + 1 for articles, the last knot for all other pages


def knots(structure: InformativeStructure, entries: Sequence[SectionEntry]) -> Knots:
    """The knot of every page."""
    others = 2 * len(entries)
    knot_of = np.full(structure.graph.pages, others, np.int64)
    for place, entry in enumerate(entries):
        knot_of[entry.members] = 2 * place
    section_of = structure.sections.section_of
    articles = np.flatnonzero(section_of != NOWHERE)
    in_section = knot_of[section_of[articles]]
    knot_of[articles] = np.where(in_section % 2 == 0, np.minimum(in_section + 1, others), in_section)
    return knot_of


def knot_lines(structure: InformativeStructure, knot_of: Knots, kept: NDArray[np.bool_] | None) -> list[tuple[int, int, int]]:
    """Pairs of knots with the number of edges between them, largest first; only of the kept links, or of all links if None is given."""
    source, target, _ = structure.graph.edges(kept)
    count = int(knot_of.max(initial=0)) + 1
    pairs, counts = np.unique(knot_of[source] * count + knot_of[target], return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return [(*divmod(int(pairs[place]), count), int(counts[place])) for place in order.tolist()]


PANEL, TOP, BOTTOM = 1000, 70, 40
MOST_LINES = 3_000  # per half; the lines with the most links are drawn. All values here are set by hand
LABEL_ROOM = 10.0  # pixels along the ring; with less, a label would overlap the next
LONGEST_LABEL = 28  # characters
_STYLE = """
text { fill: CanvasText; font: 11px sans-serif; paint-order: stroke; stroke: Canvas; stroke-width: 3px; stroke-linejoin: round }
.title { font-size: 18px } .quiet { opacity: .7; font-size: 13px }
.index { fill: steelblue } .articles { fill: darkorange; fill-opacity: .8 } .other { fill: GrayText; fill-opacity: .6 }
.all { stroke: GrayText } .kept { stroke: steelblue } .under { stroke: GrayText; stroke-dasharray: 1 3 }
"""


@dataclass(frozen=True)
class _Drawing:
    structure: InformativeStructure
    entries: list[SectionEntry]
    placed: list[PlacedEntry]
    knot_of: Knots

    @property
    def others(self) -> int:
        return 2 * len(self.entries)

    def place(self, knot: int) -> tuple[float, float]:
        if knot == self.others:
            return _at(-math.pi / 4, RADIUS * 2)
        placed = self.placed[knot // 2]
        return _at(placed.bubble_angle, placed.bubble_distance) if knot % 2 else _at(placed.angle, placed.distance)

    def lines(self, kept: NDArray[np.bool_] | None) -> tuple[list[tuple[int, int, int]], int]:
        """Pairs of knots with the number of edges between them, largest first, and the number of pairs that are not drawn."""
        lines = knot_lines(self.structure, self.knot_of, kept)
        return lines[:MOST_LINES], max(len(lines) - MOST_LINES, 0)


def structure_svg(structure: InformativeStructure) -> Iterator[str]:
    entries = fitting_entries(structure)
    drawing = _Drawing(structure, entries, place_entries(entries), knots(structure, entries))
    width, height = 2 * PANEL, PANEL + TOP + BOTTOM
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">\n<title>Structure of a site</title>\n'
    yield f'<style>{_STYLE}</style>\n<rect width="{width}" height="{height}" style="fill: Canvas"/>\n'
    for half, (name, kept) in enumerate((("Before", None), ("After", structure.kept))):
        lines, not_drawn = drawing.lines(kept)
        yield f'<g transform="translate({half * PANEL} 0)">\n{_heading(structure, name, not_drawn)}'
        yield f'<g transform="translate({PANEL / 2} {TOP + PANEL / 2})">\n'
        yield from _tree_shapes(drawing)
        yield from _line_shapes(drawing, lines, "all" if kept is None else "kept")
        yield from _knot_shapes(drawing)
        if kept is None:
            yield _other_pages(drawing)
        yield from (_label(entry, placed) for entry, placed in zip(drawing.entries, drawing.placed, strict=True))
        yield "</g>\n</g>\n"
    legend = "square: an index page; disc: the articles of an index page, area: how many; line: links; dotted: lies under; grey: neither"
    yield f'<text class="quiet" x="{PANEL}" y="{height - 16}" text-anchor="middle">{legend}</text>\n</svg>\n'


def _heading(structure: InformativeStructure, name: str, not_drawn: int) -> str:
    def told(what: str, counts: Shrinkage) -> str:
        return counted(counts.before, what) if name == "Before" else f"{counted(counts.after, what)} ({counts.fallen_away:.1%} fewer)"

    said = f"{told('page', structure.pages)}, {told('edge', structure.edges)}"
    rest = f"; {not_drawn:,} thin lines are not drawn" if not_drawn else ""
    return (
        f'<text class="title" x="{PANEL / 2}" y="30" text-anchor="middle">{name} the cut</text>\n'
        f'<text class="quiet" x="{PANEL / 2}" y="52" text-anchor="middle">{said}{rest}</text>\n'
    )


def _line_shapes(drawing: _Drawing, lines: list[tuple[int, int, int]], style: str) -> Iterator[str]:
    most = math.log1p(max((count for _, _, count in lines), default=1))
    yield f'<g class="{style}" stroke-width="0.8">\n'
    for one, other, count in reversed(lines):
        if one != other:
            (left, top), (right, bottom) = drawing.place(one), drawing.place(other)
            strength = 0.06 + 0.5 * math.log1p(count) / most
            yield f'<path d="M{left:.1f} {top:.1f}L{right:.1f} {bottom:.1f}" stroke-opacity="{strength:.2f}"/>\n'
    yield "</g>\n"


def _tree_shapes(drawing: _Drawing) -> Iterator[str]:
    yield '<g class="under">\n'
    for place, (entry, placed) in enumerate(zip(drawing.entries, drawing.placed, strict=True)):
        ends = [2 * place + 1] * (placed.bubble_radius > 0) + [2 * entry.above] * (entry.above >= 0)
        for end in ends:
            (left, top), (right, bottom) = drawing.place(2 * place), drawing.place(end)
            yield f'<path d="M{left:.1f} {top:.1f}L{right:.1f} {bottom:.1f}"/>\n'
    yield "</g>\n"


def _knot_shapes(drawing: _Drawing) -> Iterator[str]:
    for place, (entry, placed) in enumerate(zip(drawing.entries, drawing.placed, strict=True)):
        hint = f"{entry.label}: {counted(entry.articles, 'article')}, {counted(entry.index_pages, 'index page')} {entry.address}"
        yield f"<g><title>{_xml(hint)}</title>"
        if placed.bubble_radius:
            across, down = drawing.place(2 * place + 1)
            yield f'<circle class="articles" cx="{across:.1f}" cy="{down:.1f}" r="{placed.bubble_radius:.1f}"/>'
        across, down = drawing.place(2 * place)
        half = KNOT * (1.5 if placed.distance == 0 or entry.is_series else 1)
        yield f'<rect class="index" x="{across - half:.1f}" y="{down - half:.1f}" width="{2 * half}" height="{2 * half}"/></g>\n'


def _other_pages(drawing: _Drawing) -> str:
    others = int((drawing.knot_of == drawing.others).sum())
    if not others:
        return ""
    across, down = drawing.place(drawing.others)
    radius = min(LARGEST_BUBBLE, 2 + math.sqrt(others))
    return (
        f'<circle class="other" cx="{across:.1f}" cy="{down:.1f}" r="{radius:.1f}"/>'
        f'<text x="{across:.1f}" y="{down + radius + 14:.1f}" text-anchor="middle">{others:,} other pages</text>\n'
    )


def _label(entry: SectionEntry, placed: PlacedEntry) -> str:
    """A label along the ray from the centre, outside the bubble, never upside down."""
    if placed.bubble_angle == placed.angle and placed.room < LABEL_ROOM:
        return ""
    name = entry.label if len(entry.label) <= LONGEST_LABEL else entry.label[: LONGEST_LABEL - 2] + " …"
    text = _xml(f"{name} ({entry.articles:,})" if entry.articles or not entry.listed else f"{name} (lists {entry.listed:,})")
    if placed.distance == 0:
        return f'<text text-anchor="middle" y="-12">{text}</text>\n'
    beyond = max(placed.distance + KNOT, placed.bubble_distance + placed.bubble_radius if placed.bubble_angle == placed.angle else 0) + 5
    across, down = _at(placed.angle, beyond)
    degrees = math.degrees(math.atan2(down, across))
    flipped = abs(degrees) > 90  # noqa: PLR2004 (a quarter turn)
    turn, anchor = (degrees + 180, "end") if flipped else (degrees, "start")
    return f'<text transform="translate({across:.1f} {down:.1f}) rotate({turn:.1f})" y="4" text-anchor="{anchor}">{text}</text>\n'


def _at(angle: float, distance: float) -> tuple[float, float]:
    """The first entry is at the top, the others follow clockwise."""
    return distance * math.sin(angle), -distance * math.cos(angle)


def _xml(text: str) -> str:
    return xml_text(text, "\ufffd")
