"""From what was studied about a layout to its body rules: which paths have a rule of their own, and below which elements nothing is."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body_rules import DIGITS, NOTHING, BodyRules, OtherArticles, Row
from sitelode.articles.consensus import BodyClasses
from sitelode.articles.evidence import exact_codes, page_paths
from sitelode.articles.features import PLAIN, REPEATED_FROM
from sitelode.articles.path_classes import Codes
from sitelode.articles.path_steps import Path, ancestors, path_of, path_text
from sitelode.dom.page import Page
from sitelode.text.segments import Segments, segments_of

NEGLIGIBLE = 0.05  # probability; a region in which nothing reaches it is one rule
MOST_PATHS = 150  # of each kind of rule; those with most of the text are kept, and others are judged by likeness to them
MOST_REPEATED = 300  # texts
LONGEST_TEXT = 60  # characters of a recurring text, for the reader

_Value = TypeVar("_Value")


@dataclass(slots=True)
class _Place:
    """A path with text, and where it was met first."""

    page: int
    row: int
    numbers: list[int]  # of the paths above it and of its own, outermost first, 0 before all
    likely: Row  # how likely its text is body
    weight: int = 0  # width of all its text


@dataclass(frozen=True, slots=True)
class _Gathering:
    """What the pages of a layout have where, one page after the other."""

    body: BodyClasses
    recurring: Codes  # ascending
    known: Mapping[int, Sequence[float]]
    places: dict[int, _Place] = field(default_factory=dict)  # by code, in the order they are met
    texts: dict[int, tuple[int, str]] = field(default_factory=dict)  # recurring ones that may be body: width and beginning

    @classmethod
    def of(cls, body: BodyClasses) -> "_Gathering":
        recurring = body.recurring.codes[body.recurring.share >= REPEATED_FROM]
        return cls(body, recurring, dict(zip(body.code.tolist(), body.probability.tolist(), strict=True)))

    def add(self, number: int, page: Page) -> None:
        segments = segments_of(page)
        if not len(segments):
            return
        found = page_paths(page, segments, self.body.labels)
        distinct, first, which = np.unique(found.codes[found.holder], return_index=True, return_inverse=True)
        codes, numbers = distinct.tolist(), exact_codes(page, found)
        for segment, code in sorted(zip(first.tolist(), codes, strict=True)):
            if code not in self.places:
                row = int(found.holder[segment])
                above = [row, *ancestors(page, row)][::-1]
                likely = tuple(round(value, DIGITS) for value in self.known.get(code, NOTHING))
                self.places[code] = _Place(number, row, [0, *numbers[above].tolist()], likely)
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
                self.texts[text] = int(segments.width[segment]), _shown(page, segments, segment)


def compiled(body: BodyClasses, pages: Sequence[Page]) -> BodyRules:
    """The rules of a layout that was studied on these pages."""
    gathered = _Gathering.of(body)
    for number, page in enumerate(pages):
        gathered.add(number, page)
    inside, below = _divided(list(gathered.places.values()))

    def path(place: _Place, depth: int) -> Path:
        page, row = pages[place.page], place.row
        for _ in range(len(place.numbers) - 1 - depth):
            row = page.parents[row]
        return path_of(page, row, body.labels.names) if depth else ()

    kept = sorted(gathered.texts.items(), key=lambda item: (-item[1][0], item[0]))[:MOST_REPEATED]
    others = (
        OtherArticles(body.labels.names, tuple(body.common_title_words.tolist()), body.usual_title) if body.with_other_articles else None
    )
    return BodyRules(
        _most({path(place, len(place.numbers) - 1): (place.likely, max(place.likely) * place.weight) for place in inside}),
        _most({path(places[0], depth): (_mean(places), sum(place.weight for place in places)) for depth, places in below}),
        {code: text for code, (_, text) in kept},
        round(body.taken_from, DIGITS),
        others,
    )


def _shown(page: Page, segments: Segments, segment: int) -> str:
    rows = segments.rows[segments.first[segment] : segments.first[segment + 1]].tolist()
    return " ".join("".join(map(page.text, rows)).split())[:LONGEST_TEXT]


def _divided(places: Sequence[_Place]) -> tuple[list[_Place], list[tuple[int, list[_Place]]]]:
    """Places that have a rule of their own; and the others by the highest elements below which there is none, with the depth of these."""
    on_the_way = {number for place in places if max(place.likely) >= NEGLIGIBLE for number in place.numbers}
    inside = [place for place in places if place.numbers[-1] in on_the_way]
    below: dict[tuple[int, int], list[_Place]] = defaultdict(list)
    for place in places:
        if place.numbers[-1] not in on_the_way:
            depth = next(depth for depth, number in enumerate(place.numbers) if number not in on_the_way)
            below[depth, place.numbers[depth]].append(place)
    return inside, [(depth, each) for (depth, _), each in below.items()]


def _mean(places: Sequence[_Place]) -> float:
    """How likely the plain text of some places is body."""
    return round(sum(place.likely[PLAIN] * place.weight for place in places) / max(sum(place.weight for place in places), 1), DIGITS)


def _most(rules: Mapping[Path, tuple[_Value, float]]) -> dict[Path, _Value]:
    """At most MOST_PATHS of rules with their weights, by weight, in the order of their texts."""
    texts = {path: path_text(path) for path in rules}
    if len(rules) > MOST_PATHS:
        texts = dict(sorted(texts.items(), key=lambda item: (-rules[item[0]][1], item[1]))[:MOST_PATHS])
    return {path: rules[path][0] for path in sorted(texts, key=texts.__getitem__)}
