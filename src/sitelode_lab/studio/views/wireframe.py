"""A page as a thumbnail: its texts as bars in reading order, content in colour and template in grey.

Style sheets are unknown, so this is an arrangement, not a likeness: short neighbouring texts (menus, cells) share a line, long ones
fill whole lines, headings are thicker.
"""

from dataclasses import dataclass, field

import numpy as np

from sitelode.html.vocabulary import HEADING_TAGS, TAG_NUMBER
from sitelode.studio.frame import scheme_of
from sitelode.studio.views.regions import Regions

WIDTH, HEIGHT = 126, 140
_MARGIN = 10
_LINE = 72  # characters that fill a line; all values here are set by hand
_SHORT = 26  # characters; texts up to this length may share a line
_STEP, _THICK = 3.4, 2.0
_MOST_LINES = 14  # of one text; a longer text is drawn no taller
_SMALLEST = 0.5  # scale; if the page needs less, the picture is cut instead
_HEADINGS = frozenset(TAG_NUMBER[name] for name in HEADING_TAGS)
_ITEMS = frozenset(TAG_NUMBER[name] for name in ("li", "td", "th", "dt", "dd", "span"))


@dataclass
class _Pen:
    """The position of the next bar."""

    across: float = 0.0
    down: float = 0.0
    bars: list[tuple[float, float, float, float, float]] = field(default_factory=list)  # left, top, width, height, share of content

    def new_line(self, gap: float) -> None:
        if self.across:
            self.across, self.down = 0.0, self.down + _STEP
        self.down += gap

    def bar(self, characters: float, thick: float, share: float) -> None:
        room = (WIDTH - 2 * _MARGIN) / _LINE
        self.bars.append((self.across * room, self.down, characters * room, thick, share))


def wireframe(regions: Regions, theme: str = "") -> str:
    """The SVG; text has the browser's system colours, so that it suits a dark page too."""
    pen = _draw_regions(regions)
    inner = HEIGHT - 2 * _MARGIN
    scale = min(1.0, max(_SMALLEST, inner / max(pen.down + _STEP, 1.0)))
    shapes = "".join(
        f'<rect x="{_MARGIN + left:.1f}" y="{_MARGIN + top * scale:.1f}" width="{max(width, 1.5):.1f}" '
        f'height="{max(thick * scale, 0.8):.2f}" class="{"c" if share >= 0.5 else "t"}"/>'  # noqa: PLR2004 (more content than not)
        for left, top, width, thick, share in pen.bars
        if top * scale < inner
    )
    scheme = scheme_of(theme)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'style="color-scheme:{scheme}">'
        "<style>.t{fill:CanvasText;fill-opacity:.24}.c{fill:#2563eb}"
        f"{'' if scheme == 'light' else '.c{fill:#6ea8fe}'}</style>{shapes}</svg>\n"
    )


def _draw_regions(regions: Regions) -> _Pen:
    pen = _Pen()
    columns, segments = regions.page.columns, regions.segments
    parents = columns.parent[segments.block]
    before = -1
    for region in range(len(regions)):
        block, width = int(segments.block[region]), float(segments.width[region])
        share = 1.0 if regions.taken[region] else 0.0
        is_item = int(columns.tag[block]) in _ITEMS and width <= _SHORT
        if is_item and before >= 0 and _on_one_line(parents, region, before) and pen.across + width <= _LINE:
            pen.bar(width, _THICK, share)
            pen.across += width + 3
        else:
            pen.new_line(0 if before >= 0 and parents[region] == parents[before] else 2.5)
            _draw_on_own_lines(pen, width, share, heading=int(columns.tag[block]) in _HEADINGS, item=is_item)
        before = region
    return pen


def _on_one_line(parents: "np.ndarray[tuple[int, ...], np.dtype[np.int32]]", region: int, before: int) -> bool:
    return bool(parents[region] == parents[before] or abs(int(parents[region]) - int(parents[before])) <= 2)  # noqa: PLR2004 (one item further)


def _draw_on_own_lines(pen: _Pen, width: float, share: float, *, heading: bool, item: bool) -> None:
    """Draw a text on separate lines; an item leaves a gap before the next one."""
    if item:
        pen.bar(width, _THICK, share)
        pen.across = width + 3
        return
    if heading:
        pen.bar(min(width * 1.5, _LINE), _THICK * 1.9, share)
        pen.down += _STEP * 1.7
        return
    lines = min(max(int(np.ceil(width / _LINE)), 1), _MOST_LINES)
    for line in range(lines):
        rest = width - line * _LINE if line == lines - 1 and width < lines * _LINE else _LINE
        pen.bar(min(max(rest, 2.0), _LINE), _THICK, share)
        pen.down += _STEP
