"""A field that somebody taught by examples: where it stands, by landmark rules from both ends of the page, and what it looks like."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sitelode.counted import counted
from sitelode.json_data import Bounds, JsonData, Share, rounded
from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.landmarks.landmark_rules import IndexedTokens, LandmarkRule
from sitelode.wrappers.taught.page_tokens import PageTokens

# Bounds.
MOST_VALUES = 24  # that are kept
LONGEST_KEPT = 200  # characters of a value or a label
LABEL_FROM = 0.5  # share of pages with the same text before a value, from which it is the template's
LONGEST_NAME = 80  # characters


@dataclass(frozen=True, slots=True)
class Surroundings(JsonData):
    """The label before the values of a field, and some of them: by these it is found again after a redesign (`teach/known_values.py`)."""

    before: Annotated[str, Bounds(0, LONGEST_KEPT)]  # the template's text before the value: a label, mostly
    values: Annotated[tuple[Annotated[str, Bounds(1, LONGEST_KEPT)], ...], Bounds(0, MOST_VALUES)]


def surroundings_of(found: Sequence[tuple[PageTokens, range]]) -> Surroundings | None:
    """From the places of a field's values on some pages; none where it was found nowhere."""
    if not found:
        return None
    values = dict.fromkeys(page.text_of(places)[:LONGEST_KEPT] for page, places in found)
    before, count = Counter(_text_before(page, places.start) for page, places in found).most_common(1)[0]
    is_label = len(found) > 1 and count >= LABEL_FROM * len(found)
    return Surroundings(before if is_label else "", tuple(value for value in values if value)[:MOST_VALUES])


def _text_before(page: PageTokens, place: int) -> str:
    """What stands before a place in its own text node, or else the whole text node before."""
    node = page.node_of(place)
    if node.start < place:
        return page.text_of(range(node.start, place))[-LONGEST_KEPT:]
    before = page.text_rank(place) - 1
    return page.text_of(page.node_of(page.text_places[before]))[:LONGEST_KEPT] if before >= 0 else ""


@dataclass(frozen=True, slots=True)
class View(JsonData):
    """One way to find the value: from the top (its start, then its end), or from the bottom (its end, then its start)."""

    near: LandmarkRule  # finds the border that is met first
    far: LandmarkRule | None  # from there the other one; none: the value is the whole text node

    def places(self, page: PageTokens) -> range | None:
        """The tokens of the value, or nothing."""
        near = self.near.border(page.indexed)
        if near is None:
            return None
        backward = self.near.backward
        if self.far is None:
            return _whole_node(page, near, backward=backward)
        rest = page.tokens[:near] if backward else page.tokens[near:]
        far = self.far.border(IndexedTokens(rest))
        if far is None:
            return None
        found = range(far, near) if backward else range(near, near + far)
        return found if any(map(page.is_text, found)) else None


def _whole_node(page: PageTokens, border: int, *, backward: bool) -> range | None:
    """The text node that begins at a border, or ends there."""
    inside = border - 1 if backward else border
    if not page.is_text(inside):
        return None
    node = page.node_of(inside)
    return node if (node.stop if backward else node.start) == border else None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a taught field says about one page."""

    value: str  # empty: not on this page
    agreed: bool  # both ways lead to the same
    readings: tuple[str, str]  # from the top and from the bottom


@dataclass(frozen=True, slots=True)
class TaughtField(JsonData):
    """Plain data; made by `teaching.teach`."""

    name: Annotated[str, Bounds(1, LONGEST_NAME)]
    forward: View
    backward: View
    prototype: DataPrototype
    examples: int
    confidence: Annotated[Share, rounded(4)]  # share of pages on which both ways agree
    seen: Surroundings | None = None  # what stood around it

    def places(self, page: PageTokens) -> range | None:
        """Where the value stands, if both ways lead there."""
        top = self.forward.places(page)
        return top if top is not None and top == self.backward.places(page) else None

    def answer(self, page: PageTokens) -> Answer:
        """Both readings; where they differ, the one that looks like the field."""
        top, bottom = self.forward.places(page), self.backward.places(page)
        readings = page.text_of(top or range(0)), page.text_of(bottom or range(0))
        if top == bottom:
            return Answer(readings[0], True, readings)
        return Answer(self._likelier(readings), False, readings)

    def _likelier(self, readings: Sequence[str]) -> str:
        filled = [reading for reading in readings if reading]
        fitting = [reading for reading in filled if self.prototype.fits(reading) and self.prototype.length_fits(reading)]
        return next(iter([*fitting, *filled]), "")

    def describe(self) -> str:
        """A few lines for a person."""
        lines = [f"{self.name}: learned from {counted(self.examples, 'example')}, confidence {self.confidence:.2f}"]
        for view in (self.forward, self.backward):
            lines += [f"  {view.near}{f', then {view.far}' if view.far else ', the whole text there'}"]
        return "\n".join([*lines, f"  {self.prototype.describe()}"])

    def check(self) -> None:
        if self.forward.near.backward or not self.backward.near.backward:
            raise ValueError("the rule from the top must be a forward one, the rule from the bottom a backward one")
