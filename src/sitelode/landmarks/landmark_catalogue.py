"""Lists of records of fields, found level by level: STALKER's embedded catalogue, section 6.4 of the News Ripper thesis.

One rule finds the list in the page, two more cut it into items, others find each field in its item only. Every rule is learned and applied
inside what its parent found, so that each is about a short sequence and can be simple.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from sitelode.json_data import Bounds, JsonData
from sitelode.landmarks.landmark_learning import Example, SearchBounds, learn_rule
from sitelode.landmarks.landmark_rules import IndexedTokens, LandmarkRule

# Bounds on what is read from a file.
MOST_ITEMS = 10_000  # of one list
DEEPEST = 12  # levels of a catalogue
MOST_PARTS = 200  # of one level


@dataclass(frozen=True, slots=True)
class Shape:
    """What there is to be found: a field (no parts), a record (parts), or a list (one part, repeated)."""

    name: str
    parts: tuple["Shape", ...] = ()
    repeated: bool = False  # the only part may occur any number of times


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """What was found, or what somebody labelled: tokens of the page, and what lies in them."""

    name: str
    places: range
    parts: tuple["NamedSpan", ...] = ()


@dataclass(frozen=True, slots=True)
class Catalogue(JsonData):
    """Rules of one part and of those in it."""

    name: str
    start: LandmarkRule  # forward, in the tokens of the parent; for an item of a list, in what follows the item before
    stop: LandmarkRule  # backward, in the tokens of the parent; for an item of a list, forward from its start
    repeated: bool = False
    parts: Annotated[tuple["Catalogue", ...], Bounds(0, MOST_PARTS)] = ()

    def extract(self, tokens: Sequence[str]) -> NamedSpan | None:
        """Find this part, and everything in it, in the tokens of a page."""
        return _find(self, tokens, range(len(tokens)))

    @property
    def levels(self) -> int:
        return 1 + max((part.levels for part in self.parts), default=0)

    def check(self) -> None:
        if self.repeated and len(self.parts) != 1:
            raise ValueError("a list has one part, which is repeated")
        if self.levels > DEEPEST:
            raise ValueError(f"a catalogue has at most {DEEPEST} levels")


def _find(rules: Catalogue, tokens: Sequence[str], parent: range) -> NamedSpan | None:
    sequence = _indexed(tokens, parent)
    start, stop = rules.start.border(sequence), rules.stop.border(sequence)
    if start is None or stop is None or stop < start:
        return None
    return _with_parts(rules, tokens, range(parent.start + start, parent.start + stop))


def _with_parts(rules: Catalogue, tokens: Sequence[str], places: range) -> NamedSpan:
    if rules.repeated:
        item = rules.parts[0]
        return NamedSpan(rules.name, places, tuple(_with_parts(item, tokens, each) for each in _items(item, tokens, places)))
    found = (_find(part, tokens, places) for part in rules.parts)
    return NamedSpan(rules.name, places, tuple(part for part in found if part))


def _items(rules: Catalogue, tokens: Sequence[str], whole: range) -> Iterator[range]:
    at = whole.start
    for _ in range(MOST_ITEMS):
        start = rules.start.border(_indexed(tokens, range(at, whole.stop)))
        if start is None:
            return
        begin = at + start
        length = rules.stop.border(_indexed(tokens, range(begin, whole.stop)))
        if not length:  # nothing, or an item without tokens, which would be found for ever
            return
        yield range(begin, begin + length)
        at = begin + length


def learn_catalogue(shape: Shape, pages: Sequence[tuple[Sequence[str], NamedSpan]], bounds: SearchBounds | None = None) -> Catalogue:
    """From pages, as tokens, with all that is to be found on them labelled."""
    return _learn_inside(shape, [_Labelled(tokens, range(len(tokens)), found) for tokens, found in pages], bounds)


@dataclass(frozen=True, slots=True)
class _Labelled:
    tokens: Sequence[str]
    parent: range
    found: NamedSpan | None  # none: this parent lacks the part

    def indexed(self) -> IndexedTokens:
        return _indexed(self.tokens, self.parent)


def _learn_inside(shape: Shape, labelled: Sequence[_Labelled], bounds: SearchBounds | None) -> Catalogue:
    sequences = [each.indexed() for each in labelled]
    pairs = list(zip(sequences, labelled, strict=True))
    starts = [Example(tokens, each.found.places.start - each.parent.start if each.found else None) for tokens, each in pairs]
    stops = [Example(tokens, each.found.places.stop - each.parent.start if each.found else None) for tokens, each in pairs]
    start, stop = learn_rule(starts, bounds=bounds).rule, learn_rule(stops, backward=True, bounds=bounds).rule
    return Catalogue(shape.name, start, stop, shape.repeated, _learn_parts(shape, labelled, bounds))


def _learn_parts(shape: Shape, labelled: Sequence[_Labelled], bounds: SearchBounds | None) -> tuple[Catalogue, ...]:
    present = [(each.tokens, each.found) for each in labelled if each.found]
    if shape.repeated:
        return (_learn_items(shape.parts[0], present, bounds),)
    return tuple(
        _learn_inside(
            part,
            [
                _Labelled(tokens, found.places, next((each for each in found.parts if each.name == part.name), None))
                for tokens, found in present
            ],
            bounds,
        )
        for part in shape.parts
    )


def _learn_items(shape: Shape, lists: Sequence[tuple[Sequence[str], NamedSpan]], bounds: SearchBounds | None) -> Catalogue:
    """An item begins somewhere behind the one before it; behind the last one nothing must be found."""
    starts: list[Example] = []
    stops: list[Example] = []
    for tokens, whole in lists:
        at = whole.places.start
        for item in whole.parts:
            starts.append(Example(_indexed(tokens, range(at, whole.places.stop)), item.places.start - at))
            stops.append(Example(_indexed(tokens, range(item.places.start, whole.places.stop)), len(item.places)))
            at = item.places.stop
        starts.append(Example(_indexed(tokens, range(at, whole.places.stop)), None))
    labelled = [_Labelled(tokens, item.places, item) for tokens, whole in lists for item in whole.parts]
    # Before the end of an item stands the item itself, which is another one each time: what follows it is the landmark.
    behind = replace(bounds or SearchBounds(), what_follows_first=True)
    start, stop = learn_rule(starts, bounds=bounds).rule, learn_rule(stops, bounds=behind).rule
    return Catalogue(shape.name, start, stop, shape.repeated, _learn_parts(shape, labelled, bounds))


def _indexed(tokens: Sequence[str], places: range) -> IndexedTokens:
    return IndexedTokens(tokens[places.start : places.stop])
