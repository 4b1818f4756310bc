"""The link graph of a site before and after the cut, side by side, as one self-contained SVG file.

Squares are index pages, bubbles are the articles of an index page, with their number as area; all links between two of them are one line.
So a site of thousands of pages is as readable as one of a hundred, and the two halves show what the cut removed.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from sitelode.counted import counted
from sitelode.output.structure.disc_layout import KNOT, LARGEST_BUBBLE, RADIUS, PlacedEntry, fitting_entries, place_entries
from sitelode.output.structure.knots import Knots, knot_lines, knots
from sitelode.output.structure.section_entries import SectionEntry
from sitelode.page_kinds.informative_structure import InformativeStructure, Shrinkage

PANEL, TOP, BOTTOM = 1000, 70, 40
MOST_LINES = 3_000  # per half; the lines with the most links are drawn. All values here are set by hand
LABEL_ROOM = 10.0  # pixels along the ring; with less, a label would overlap the next
LONGEST_LABEL = 28  # characters
_NOT_IN_XML = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)), 0xFFFD)
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
    return escape(text.translate(_NOT_IN_XML))
