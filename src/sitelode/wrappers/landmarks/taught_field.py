"""A field that somebody taught by examples: where it stands, by landmark rules from both ends of the page, and what it looks like."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sitelode.html.page import Page
from sitelode.wrappers.landmarks.data_prototypes import Prototype
from sitelode.wrappers.landmarks.indexed_tokens import IndexedTokens
from sitelode.wrappers.landmarks.landmark_rules import LandmarkRule
from sitelode.wrappers.landmarks.page_tokens import PageTokens, page_tokens

LONGEST_NAME = 80  # characters


@dataclass(frozen=True, slots=True)
class View:
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

    def to_data(self) -> dict[str, Any]:
        return {"near": self.near.to_data(), "far": self.far.to_data() if self.far else None}

    @classmethod
    def from_data(cls, data: Any) -> "View":  # noqa: ANN401 (read from a file: anything)
        return cls(LandmarkRule.from_data(data["near"]), None if data["far"] is None else LandmarkRule.from_data(data["far"]))


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
class TaughtField:
    """Plain data; made by `teaching.teach`."""

    name: str
    forward: View
    backward: View
    prototype: Prototype
    examples: int
    confidence: float  # 0 to 1: share of pages on which both ways agree

    def value(self, page: Page) -> str:
        """The field's value on a page of the layout, empty where there is none."""
        return self.answer(page_tokens(page)).value

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
        examples = "1 example" if self.examples == 1 else f"{self.examples} examples"
        lines = [f"{self.name}: learned from {examples}, confidence {self.confidence:.2f}"]
        for view in (self.forward, self.backward):
            lines += [f"  {view.near}{f', then {view.far}' if view.far else ', the whole text there'}"]
        return "\n".join([*lines, f"  {self.prototype.describe()}"])

    def to_data(self) -> dict[str, Any]:
        return {
            "name": self.name, "forward": self.forward.to_data(), "backward": self.backward.to_data(),
            "prototype": self.prototype.to_data(), "examples": self.examples, "confidence": round(self.confidence, 4),
        }  # fmt: skip

    @classmethod
    def from_data(cls, data: object) -> "TaughtField":
        """Read what `to_data` wrote.

        Raises:
            ValueError: it is something else.

        """
        try:
            return _checked(data)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise ValueError(f"not a taught field: {error}") from error


def _checked(data: Any) -> TaughtField:  # noqa: ANN401 (read from a file: anything)
    name = data["name"]
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME:
        raise ValueError(f"a name has 1 to {LONGEST_NAME} characters, not {name!r:.100}")
    forward, backward = View.from_data(data["forward"]), View.from_data(data["backward"])
    if forward.near.backward or not backward.near.backward:
        raise ValueError("the rule from the top must be a forward one, the rule from the bottom a backward one")
    return TaughtField(name, forward, backward, Prototype.from_data(data["prototype"]), int(data["examples"]), float(data["confidence"]))
