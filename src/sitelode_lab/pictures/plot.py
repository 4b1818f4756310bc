"""Small charts as SVG: axes, lines, dots, marked points, coloured cells. No plotting library is needed.

Text and background have the browser's system colours, so that a chart is legible on a dark page too.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

from sitelode.errors import SettingError

WIDTH, HEIGHT = 900, 540
LEFT, RIGHT, TOP, BOTTOM = 80, 24, 44, 60
LINEAR_TICKS = 8  # about this many; set by hand
HUES = ((68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37))  # dark to bright: five even steps of viridis

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Axis:
    label: str
    low: float
    high: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """0 at the low end, 1 at the high end; values outside stay at the end."""
        low, high, value = (math.log(max(number, 1e-300)) if self.logarithmic else number for number in (self.low, self.high, value))
        return min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 0.5

    def ticks(self) -> list[float]:
        if self.logarithmic:
            powers = range(math.ceil(math.log10(max(self.low, 1e-300))), math.floor(math.log10(max(self.high, 1e-300))) + 1)
            return [10.0**power for power in powers]
        step = _round_step((self.high - self.low) / LINEAR_TICKS)
        return [step * number for number in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]


@dataclass(slots=True)
class Chart:
    """A chart; later shapes are drawn over earlier ones."""

    title: str
    x: Axis
    y: Axis
    _shapes: list[str] = field(default_factory=list)

    def line(self, points: Iterable[Point], colour: str, *, dashed: bool = False, width: float = 1.5) -> None:
        places = " ".join(f"{across:.1f},{down:.1f}" for across, down in map(self._at, points))
        dash = ' stroke-dasharray="6 4"' if dashed else ""
        self._shapes.append(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>')

    def dots(self, points: Iterable[Point], colour: str, radius: float = 1.6) -> None:
        circles = "".join(f'<circle cx="{across:.1f}" cy="{down:.1f}" r="{radius}"/>' for across, down in map(self._at, points))
        self._shapes.append(f'<g fill="{colour}">{circles}</g>')

    def mark(self, point: Point, label: str, colour: str) -> None:
        """A ring with a label above it."""
        across, down = self._at(point)
        ring = f'<circle cx="{across:.1f}" cy="{down:.1f}" r="5" fill="none" stroke="{colour}" stroke-width="2"/>'
        text = f'<text x="{across:.1f}" y="{down - 9:.1f}" text-anchor="middle" fill="{colour}">{escape(label)}</text>'
        self._shapes.append(ring + text)

    def cells(self, columns: Sequence[Sequence[float | None]], first_x: float, first_y: float) -> None:
        """One unit square per value, centred on its coordinates: bright is high. None is left empty."""
        values = [value for column in columns for value in column if value is not None]
        low, high = min(values, default=0.0), max(values, default=0.0)
        for number, column in enumerate(columns):
            for row, value in enumerate(column):
                if value is not None:
                    self._cell(first_x + number, first_y + row, (value - low) / (high - low) if high > low else 0.0)

    def svg(self) -> str:
        middle, bottom = (LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
                f"<title>{escape(self.title)}</title>",
                "<style>text { fill: CanvasText } .grid { stroke: GrayText; stroke-opacity: .3 }</style>",
                f'<rect width="{WIDTH}" height="{HEIGHT}" style="fill: Canvas"/>',
                f'<text x="{middle}" y="24" text-anchor="middle" font-size="15">{escape(self.title)}</text>',
                *self._grid(),
                *self._shapes,
                f'<text x="{middle}" y="{HEIGHT - 14}" text-anchor="middle">{escape(self.x.label)}</text>',
                f'<text transform="translate(18 {(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle">{escape(self.y.label)}</text>',
                "</svg>\n",
            ]
        )

    def write(self, path: Path) -> None:
        check_name(path)
        try:
            path.write_text(self.svg(), encoding="utf-8")
        except OSError as error:
            raise SettingError(f"cannot write {path}: {error.strerror}; give a place you may write to") from error

    def _at(self, point: Point) -> Point:
        across = LEFT + self.x.place(point[0]) * (WIDTH - LEFT - RIGHT)
        return across, HEIGHT - BOTTOM - self.y.place(point[1]) * (HEIGHT - TOP - BOTTOM)

    def _cell(self, x: float, y: float, share: float) -> None:
        left, top = self._at((x - 0.5, y + 0.5))
        right, bottom = self._at((x + 0.5, y - 0.5))
        # Half a pixel larger than its cell, or the background shows between cells.
        size = f'width="{right - left + 0.5:.1f}" height="{bottom - top + 0.5:.1f}"'
        self._shapes.append(f'<rect x="{left:.1f}" y="{top:.1f}" {size} fill="{_shade(share)}"/>')

    def _grid(self) -> Iterable[str]:
        bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
        for value in self.x.ticks():
            across = self._at((value, self.y.low))[0]
            yield f'<line class="grid" x1="{across:.1f}" y1="{TOP}" x2="{across:.1f}" y2="{bottom}"/>'
            yield f'<text x="{across:.1f}" y="{bottom + 18}" text-anchor="middle">{_number(value)}</text>'
        for value in self.y.ticks():
            down = self._at((self.x.low, value))[1]
            yield f'<line class="grid" x1="{LEFT}" y1="{down:.1f}" x2="{right}" y2="{down:.1f}"/>'
            yield f'<text x="{LEFT - 8}" y="{down + 4:.1f}" text-anchor="end">{_number(value)}</text>'


def check_name(path: Path) -> None:
    """Refuse a file name that a chart cannot have, before the work starts."""
    if path.suffix.lower() != ".svg":
        raise SettingError(f"cannot draw {path.name}: charts are written as SVG; give a name that ends in .svg")


def _round_step(rough: float) -> float:
    """The smallest 1, 2 or 5 times a power of ten that is not below the rough step."""
    power = 10.0 ** math.floor(math.log10(rough)) if rough > 0 else 1.0
    return next(step * power for step in (1, 2, 5, 10) if step * power >= rough * (1 - 1e-9))


def _number(value: float) -> str:
    return f"{value:.0e}".replace("e+0", "e").replace("e+", "e") if abs(value) >= 1e5 else f"{value:g}"  # noqa: PLR2004 (too long to print)


def _shade(share: float) -> str:
    place = share * (len(HUES) - 1)
    index = min(int(place), len(HUES) - 2)
    mixed = (round(low + (high - low) * (place - index)) for low, high in zip(HUES[index], HUES[index + 1], strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)
