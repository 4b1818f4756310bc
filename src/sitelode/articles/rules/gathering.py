"""Where the pages of a layout have text, and how likely it is body there: what body rules are made of.

A place is a path with text. One that may be body, or that stands around such a place, has a rule of its own; of all others there is one
rule for everything below the highest element that leads to no text.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.evidence import exact_codes, page_paths
from sitelode.articles.body.features import PLAIN, REPEATED_FROM
from sitelode.articles.body.study import BodyClasses
from sitelode.articles.rules.body_rules import DIGITS, NOTHING, Row
from sitelode.compiled.codes import Codes
from sitelode.html.page import Page
from sitelode.text.segments import Segments, segments_of

NEGLIGIBLE = 0.05  # probability; a region in which nothing reaches it is one rule
MOST_REPEATED = 300  # texts
LONGEST_TEXT = 60  # characters of a recurring text, for the reader


@dataclass(slots=True)
class Place:
    """A path with text, and where it was met first."""

    code: int
    page: int
    row: int
    likely: Row  # how likely its text is body
    weight: int = 0  # width of all its text


@dataclass(frozen=True, slots=True)
class Outside:
    """The places below an element that leads to no text."""

    depth: int  # of the element, from 1 on
    places: list[Place]

    @property
    def likely(self) -> float:
        """How likely plain text is body there."""
        total = sum([place.weight for place in self.places])
        return round(sum([place.likely[PLAIN] * place.weight for place in self.places]) / max(total, 1), DIGITS)

    @property
    def weight(self) -> int:
        return sum([place.weight for place in self.places])


@dataclass(frozen=True, slots=True)
class PlacesOfLayout:
    """All places of a layout."""

    inside: list[Place]  # in the order they were met
    outside: list[Outside]
    repeated: dict[int, str]  # recurring texts that may be body, by code, with their beginnings


def gather_places(body: BodyClasses, pages: Sequence[Page]) -> PlacesOfLayout:
    """Look at all pages that were studied."""
    found = _Gathering.of(body)
    for number, page in enumerate(pages):
        found.add(number, page)
    return found.divided()


@dataclass(frozen=True, slots=True)
class _Gathering:
    """The same while pages are added."""

    body: BodyClasses
    recurring: Codes  # ascending
    known: Mapping[int, Sequence[float]]  # probabilities by code
    likely: Mapping[int, Row]  # the same, rounded
    places: dict[int, Place] = field(default_factory=dict)  # by code, in the order they are met
    ways: list[tuple[Codes, NDArray[np.int64]]] = field(default_factory=list)  # to the new places of each page, see `ways_to`
    texts: dict[int, tuple[int, str]] = field(default_factory=dict)  # recurring ones that may be body: width and beginning

    @classmethod
    def of(cls, body: BodyClasses) -> "_Gathering":
        recurring = body.recurring.codes[body.recurring.share >= REPEATED_FROM]
        codes, rows = body.code.tolist(), body.probability.tolist()
        short = {value: round(value, DIGITS) for value in set(chain.from_iterable(rows))}  # rows have few values of their own
        likely = [tuple(map(short.__getitem__, row)) for row in rows]
        return cls(body, recurring, dict(zip(codes, rows, strict=True)), dict(zip(codes, likely, strict=True)))

    def add(self, number: int, page: Page) -> None:
        from sitelode.articles.rules.kernels.gathering import ways_to  # noqa: PLC0415 (compiled code)

        segments = segments_of(page)
        if not len(segments):
            return
        found = page_paths(page, segments, self.body.labels)
        distinct, first, which = np.unique(found.codes[found.holder], return_index=True, return_inverse=True)
        codes, rows, new = distinct.tolist(), found.holder[first].tolist(), list[int]()
        for place in np.argsort(first).tolist():
            if codes[place] not in self.places:
                self.places[codes[place]] = Place(codes[place], number, rows[place], self.likely.get(codes[place], NOTHING))
                new.append(rows[place])
        self.ways.append(ways_to(page.columns.parent, exact_codes(page, found), np.array(new, dtype=np.int32)))
        for code, width in zip(codes, np.bincount(which, segments.width).tolist(), strict=True):
            self.places[code].weight += int(width)
        self._add_texts(page, segments, codes, which)

    def _add_texts(self, page: Page, segments: Segments, codes: Sequence[int], which: NDArray[np.intp]) -> None:
        if not len(self.recurring):
            return
        possible = np.array([max(self.known.get(code, NOTHING)) >= NEGLIGIBLE for code in codes])
        place = np.minimum(np.searchsorted(self.recurring, segments.loose), len(self.recurring) - 1)
        for segment in np.flatnonzero(possible[which] & (self.recurring[place] == segments.loose)).tolist():
            text = int(segments.loose[segment])
            if text not in self.texts:
                self.texts[text] = int(segments.width[segment]), _beginning(page, segments, segment)

    def divided(self) -> PlacesOfLayout:
        """Places that have a rule of their own; and the others by the highest elements below which there is none."""
        inside, outside = list[Place](), defaultdict[tuple[int, int], list[Place]](list)
        for place, depth, code in zip(self.places.values(), *self._ends_of_ways(), strict=True):
            if depth < 0:
                inside.append(place)
            else:
                outside[depth, code].append(place)
        kept = sorted(self.texts.items(), key=lambda item: (-item[1][0], item[0]))[:MOST_REPEATED]
        repeated = {code: text for code, (_, text) in kept}
        return PlacesOfLayout(inside, [Outside(depth, places) for (depth, _), places in outside.items()], repeated)

    def _ends_of_ways(self) -> tuple[list[int], list[int]]:
        """For every place the depth of the first element that leads to no text, and its code."""
        from sitelode.articles.rules.kernels.gathering import depths_outside  # noqa: PLC0415 (compiled code)

        if not self.places:
            return [], []
        ways = np.concatenate([way for way, _ in self.ways])
        before = np.cumsum([0, *(len(way) for way, _ in self.ways)]).tolist()
        start = np.concatenate([*(begin[:-1] + offset for (_, begin), offset in zip(self.ways, before, strict=False)), before[-1:]])
        may_be = np.array([max(place.likely) >= NEGLIGIBLE for place in self.places.values()])
        depths = depths_outside(ways, start, may_be)
        return depths.tolist(), ways[start[:-1] + np.maximum(depths, 0)].tolist()


def _beginning(page: Page, segments: Segments, segment: int) -> str:
    rows = segments.rows[segments.first[segment] : segments.first[segment + 1]].tolist()
    return " ".join("".join(map(page.text, rows)).split())[:LONGEST_TEXT]
