"""What the values that a layout gave looked like: the measure for the values it gives later.

For each field: on which share of the pages it was filled, how long it was, and its data prototype (the token patterns that values start and
end with, `landmarks/data_prototypes.py`). For the text of articles also how much of a page's own text was taken, and how much of
what was taken stands on other pages too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Self

from sitelode.json_data import JsonData, Share, form_of
from sitelode.landmarks.data_prototypes import DataPrototype

MOST_VALUES = 200  # learned from; more say nothing new; a bound
DIGITS = 3  # after the point, of shares
USUAL_FIELD = 0.5  # share of the pages; a field on fewer says little by being empty; set by hand
RECORDS = "records"  # the field that counts those of a page, and the measure of how many pages have


@dataclass(frozen=True)
class FieldProfile(JsonData):
    """What one field's values looked like."""

    filled: Share  # of pages
    lengths: tuple[int, int, int]  # in characters: a tenth of the values is shorter, half, nine tenths
    prototype: DataPrototype

    @property
    def is_usual(self) -> bool:
        return self.filled >= USUAL_FIELD

    @classmethod
    def from_values(cls, values: Sequence[str]) -> "FieldProfile":
        filled = [value for value in values if value]
        step = max(1, -(-len(filled) // MOST_VALUES))
        return cls(round(len(filled) / max(len(values), 1), DIGITS), _lengths(filled), DataPrototype.from_values(filled[::step]))


@dataclass(frozen=True)
class Range(JsonData):
    """The range in which a measure of pages lies: its lowest tenth, its middle, its highest tenth."""

    low: float = 0.0
    middle: float = 0.0
    high: float = 0.0

    @classmethod
    def of(cls, values: Iterable[float]) -> "Range":
        return cls(*(round(value, DIGITS) for value in _tenths(sorted(values))))

    def to_data(self) -> list[float]:
        return [self.low, self.middle, self.high]

    @classmethod
    def read_data(cls, data: object) -> Self:
        return cls(*form_of(tuple[float, float, float]).read(data))


@dataclass(frozen=True)
class LayoutProfile(JsonData):
    """What the pages of a layout gave."""

    fields: Mapping[str, FieldProfile] = field(default_factory=dict)
    measures: Mapping[str, Range] = field(default_factory=dict)  # of pages, by name


def _lengths(values: Sequence[str]) -> tuple[int, int, int]:
    low, middle, high = _tenths(sorted(map(len, values)))
    return round(low), round(middle), round(high)


def _tenths(ordered: Sequence[float]) -> tuple[float, float, float]:
    """The values below which a tenth, half and nine tenths of them lie."""
    if len(ordered) < 2:  # noqa: PLR2004 (quantiles need two)
        only = float(ordered[0]) if ordered else 0.0
        return only, only, only
    cuts = quantiles(ordered, n=10, method="inclusive")
    return cuts[0], cuts[4], cuts[8]
