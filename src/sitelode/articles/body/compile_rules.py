"""Compile the study of a layout into body rules: which paths get a rule each, and below which elements nothing is body.

A place is a path with text. A place that may be body, or is around such a place, gets its own rule; all others share one rule for
everything below the highest element that leads to no body text.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.body_rules import DIGITS, NOTHING, BodyRules, OtherArticles, Row
from sitelode.articles.body.evidence import exact_codes, page_paths
from sitelode.articles.body.features import PLAIN, REPEATED_FROM, Floats
from sitelode.articles.body.kernels.body_rules import depths_outside, ways_to
from sitelode.articles.body.study import BodyClasses
from sitelode.compiled.code_sets import are_among, first_of_each
from sitelode.compiled.codes import Codes
from sitelode.html.page import Page
from sitelode.paths.path_text import Path, path_of, path_text
from sitelode.text.segments import Segments, segments_of

NEGLIGIBLE = 0.05  # probability; a region in which no text reaches it becomes one rule. These three were set by hand
MOST_REPEATED = 300  # recurring texts
LONGEST_TEXT = 60  # characters of a recurring text that are stored, for people who read the rules


@dataclass(slots=True)
class Place:
    """A path with text, and where it was first found."""

    code: int
    page: int
    row: int
    likely: Row  # body probabilities of its text
    weight: int = 0  # total width of its text


@dataclass(frozen=True, slots=True)
class Outside:
    """The places below an element that leads to no body text."""

    depth: int  # of the element, counted from 1
    places: list[Place]

    @property
    def likely(self) -> float:
        """The body probability of plain text there."""
        total = sum([place.weight for place in self.places])
        return round(sum([place.likely[PLAIN] * place.weight for place in self.places]) / max(total, 1), DIGITS)

    @property
    def weight(self) -> int:
        return sum([place.weight for place in self.places])


@dataclass(frozen=True, slots=True)
class PlacesOfLayout:
    """All places of a layout."""

    inside: list[Place]  # in the order in which they were found
    outside: list[Outside]
    repeated: dict[int, str]  # recurring texts that may be body, by code, with their first characters
    template: dict[int, str]  # texts that are never body, likewise


def gather_places(body: BodyClasses, pages: Sequence[Page]) -> PlacesOfLayout:
    """Gather the places of all studied pages."""
    found = _Gathering.of(body)
    for number, page in enumerate(pages):
        found.add(number, page)
    found.weigh()
    return found.divided()


@dataclass(frozen=True, slots=True)
class _Gathering:
    """The places so far, while pages are added."""

    body: BodyClasses
    recurring: Codes  # ascending
    possible: Codes  # of places whose text may be body, ascending
    likely: Mapping[int, Row]  # body probabilities by code, rounded
    places: dict[int, Place] = field(default_factory=dict)  # by code, in the order in which they are found
    ways: list[tuple[Codes, NDArray[np.int64]]] = field(default_factory=list)  # paths to the new places of each page, see `ways_to`
    widths: list[tuple[Codes, Floats]] = field(default_factory=list)  # of the text at each place of each page
    texts: dict[int, tuple[int, str]] = field(default_factory=dict)  # recurring texts that may be body: width and first characters
    template: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, body: BodyClasses) -> "_Gathering":
        recurring = body.recurring.codes[body.recurring.share >= REPEATED_FROM]
        possible = body.code[body.probability.max(axis=1, initial=0.0) >= NEGLIGIBLE]
        rows = body.probability.tolist()
        short = {value: round(value, DIGITS) for value in set(chain.from_iterable(rows))}  # rows have few different values
        likely = [tuple(map(short.__getitem__, row)) for row in rows]
        return cls(body, recurring, possible, dict(zip(body.code.tolist(), likely, strict=True)))

    def add(self, number: int, page: Page) -> None:
        segments = segments_of(page)
        if not len(segments):
            return
        found = page_paths(page, segments, self.body.labels)
        codes, first, which = first_of_each(found.codes[found.holder])
        self.widths.append((codes, np.bincount(which, segments.width).astype(np.float64)))
        known = self.places
        new = sorted((segment, code) for segment, code in zip(first.tolist(), codes.tolist(), strict=True) if code not in known)
        if new:
            rows = found.holder[[segment for segment, _ in new]]
            for row, (_, code) in zip(rows.tolist(), new, strict=True):
                known[code] = Place(code, number, row, self.likely.get(code, NOTHING))
            self.ways.append(ways_to(page.columns.parent, exact_codes(page, found), rows))
        for segment in are_among(segments.exact, self.body.template).nonzero()[0].tolist() if len(self.body.template) else ():
            self.template.setdefault(int(segments.exact[segment]), _beginning(page, segments, segment))
        if len(self.recurring):
            self._add_texts(page, segments, are_among(codes, self.possible)[which])

    def _add_texts(self, page: Page, segments: Segments, possible: NDArray[np.bool_]) -> None:
        """Add the recurring texts among the segments that may be body."""
        for segment in (possible & are_among(segments.loose, self.recurring)).nonzero()[0].tolist():
            text = int(segments.loose[segment])
            if text not in self.texts:
                self.texts[text] = int(segments.width[segment]), _beginning(page, segments, segment)

    def weigh(self) -> None:
        """Give every place the width of its text on all pages."""
        if self.places:
            codes, _, which = first_of_each(np.concatenate([each for each, _ in self.widths]))
            widths = np.bincount(which, np.concatenate([width for _, width in self.widths])).tolist()
            for code, width in zip(codes.tolist(), widths, strict=True):
                self.places[code].weight = int(width)

    def divided(self) -> PlacesOfLayout:
        """Separate the places that get their own rule; group the others by the highest element without any such place below it."""
        inside, outside = list[Place](), defaultdict[tuple[int, int], list[Place]](list)
        for place, depth, code in zip(self.places.values(), *self._ends_of_ways(), strict=True):
            if depth < 0:
                inside.append(place)
            else:
                outside[depth, code].append(place)
        kept = sorted(self.texts.items(), key=lambda item: (-item[1][0], item[0]))[:MOST_REPEATED]
        repeated = {code: text for code, (_, text) in kept}
        return PlacesOfLayout(inside, [Outside(depth, places) for (depth, _), places in outside.items()], repeated, self.template)

    def _ends_of_ways(self) -> tuple[list[int], list[int]]:
        """For every place, the depth and code of the first element above it that leads to no body text."""
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


MOST_PATHS = 150  # of each kind of rule, a bound; the paths with most text are kept, other paths get the decision of the most similar one

_Value = TypeVar("_Value")


def compile_rules(body: BodyClasses, pages: Sequence[Page]) -> BodyRules:
    """The rules of a layout studied on these pages."""
    found = gather_places(body, pages)

    def path(place: Place, depth: int | None = None) -> Path:
        page, row = pages[place.page], place.row
        if depth is not None:  # of the element above it at this depth
            for _ in range(page.columns.depth.item(row) + 1 - depth):
                row = page.parents[row]
        return path_of(page, row, body.labels.names)

    return BodyRules(
        _heaviest({path(place): (place.likely, max(place.likely) * place.weight) for place in found.inside}),
        _heaviest({path(each.places[0], each.depth): (each.likely, each.weight) for each in found.outside}),
        found.repeated,
        round(body.taken_from, DIGITS),
        _others(body),
        found.template,
    )


def _others(body: BodyClasses) -> OtherArticles | None:
    if not body.with_other_articles:
        return None
    return OtherArticles(body.labels.names, tuple(body.common_title_words.tolist()), body.usual_title)


def _heaviest(rules: Mapping[Path, tuple[_Value, float]]) -> dict[Path, _Value]:
    """The MOST_PATHS rules with the highest weights, in the order of their path texts."""
    found = [(-weight, path_text(path), path, value) for path, (value, weight) in rules.items()]  # no two paths have the same text
    if len(found) > MOST_PATHS:
        found = sorted(found, key=itemgetter(0, 1))[:MOST_PATHS]
    return {path: value for _, _, path, value in sorted(found, key=itemgetter(1))}
