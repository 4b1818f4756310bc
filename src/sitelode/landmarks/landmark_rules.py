"""Rules that find a place in a sequence of tokens by landmarks: `SkipTo(Address) SkipTo(_HtmlTag_)`.

STALKER's rules: Ion Muslea, Steven Minton, Craig Knoblock: "Hierarchical Wrapper Induction for Semistructured Information Sources",
Autonomous Agents and Multi-Agent Systems 4, 2001; as in section 6.3 of the News Ripper thesis. A landmark is a group of consecutive tokens
or wildcards. `SkipTo` goes on to behind the next one, `SkipUntil` to just before it; a backward rule does the same from the end towards the
beginning (`BackTo`, `BackUntil`). A rule is an ordered list of alternatives: the first that matches decides. What it finds is a border
between tokens: 0 before the first, n behind the last. A rule is data and is never evaluated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.json_data import Bounds, JsonData
from sitelode.landmarks.token_classes import wildcards_of

Landmark: TypeAlias = tuple[str, ...]
"""Consecutive tokens or wildcards."""
# Bounds on what is read from a file.
MOST_ALTERNATIVES = 64  # of a rule
MOST_STEPS = 16  # of an alternative
LONGEST_LANDMARK = 16  # tokens


class IndexedTokens:
    """Tokens with, for every landmark asked for, its positions; asked again, they are there."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tuple(tokens)
        numbers: dict[str, int] = {}
        self._codes = np.fromiter((numbers.setdefault(token, len(numbers)) for token in self.tokens), np.int32, len(self.tokens))
        self._distinct = tuple(numbers)
        self._flags: dict[str, NDArray[np.bool_]] = {}
        self._positions: dict[Landmark, NDArray[np.intp]] = {}

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def backwards(self) -> "IndexedTokens":
        return IndexedTokens(self.tokens[::-1])

    @cached_property
    def _matching(self) -> dict[str, list[int]]:
        """For every token and wildcard, the numbers of the distinct tokens that it matches."""
        matching: dict[str, list[int]] = {}
        for number, token in enumerate(self._distinct):
            for spelling in {token, *wildcards_of(token)}:
                matching.setdefault(spelling, []).append(number)
        return matching

    def positions(self, landmark: Landmark) -> NDArray[np.intp]:
        """Where the landmark begins, ascending."""
        found = self._positions.get(landmark)
        if found is None:
            found = self._positions[landmark] = self._search(landmark)
        return found

    def next_position(self, landmark: Landmark, start: int) -> int | None:
        """Where the landmark begins first, from a position on."""
        positions = self.positions(landmark)
        place = int(positions.searchsorted(start))
        return int(positions[place]) if place < len(positions) else None

    def _search(self, landmark: Landmark) -> NDArray[np.intp]:
        width = len(self) - len(landmark) + 1
        if width <= 0:
            return np.empty(0, np.intp)
        found = self._flags_of(landmark[0])[:width]
        for offset, wanted in enumerate(landmark[1:], start=1):
            found = found & self._flags_of(wanted)[offset : offset + width]
        return np.flatnonzero(found)

    def _flags_of(self, wanted: str) -> NDArray[np.bool_]:
        flags = self._flags.get(wanted)
        if flags is None:
            of_distinct = np.zeros(len(self._distinct), np.bool_)
            of_distinct[self._matching.get(wanted, [])] = True
            flags = self._flags[wanted] = of_distinct[self._codes]
        return flags


@dataclass(frozen=True, slots=True)
class Skip:
    """One step of a rule: on to the next landmark."""

    landmark: Landmark  # in the order of scanning: a backward rule reads it from its last token to its first
    past: bool = True  # to behind it, or only up to it


Alternative: TypeAlias = tuple[Skip, ...]


@dataclass(frozen=True, slots=True)
class LandmarkRule(JsonData):
    """Alternatives, tried in order."""

    alternatives: tuple[Alternative, ...]
    backward: bool = False

    def border(self, tokens: IndexedTokens) -> int | None:
        """The place that the rule finds, or nothing when no alternative matches."""
        scanned = tokens.backwards if self.backward else tokens
        for alternative in self.alternatives:
            found = scan(alternative, scanned)
            if found is not None:
                return len(tokens) - found if self.backward else found
        return None

    def __str__(self) -> str:
        """As the thesis writes rules."""
        return " or ".join(" ".join(self._step_text(step) for step in alternative) for alternative in self.alternatives) or "never"

    def _step_text(self, step: Skip) -> str:
        verb = ("Back" if self.backward else "Skip") + ("To" if step.past else "Until")
        return f"{verb}({' '.join(step.landmark[::-1] if self.backward else step.landmark)})"

    def to_data(self) -> dict[str, Any]:
        """Plain data; landmarks in reading order."""
        order = -1 if self.backward else 1
        either = tuple(
            tuple(_StoredSkip("to" if step.past else "until", step.landmark[::order]) for step in alternative)
            for alternative in self.alternatives
        )
        data: dict[str, Any] = _StoredRule("backward" if self.backward else "forward", either).to_data()
        return data

    @classmethod
    def read_data(cls, data: object) -> Self:
        stored = _StoredRule.read_data(data)
        backward = stored.direction == "backward"
        order = -1 if backward else 1
        return cls(tuple(tuple(Skip(step.landmark[::order], step.skip == "to") for step in each) for each in stored.either), backward)


@dataclass(frozen=True, slots=True)
class _StoredSkip(JsonData):
    skip: Literal["to", "until"]
    landmark: Annotated[tuple[Annotated[str, Bounds(1)], ...], Bounds(1, LONGEST_LANDMARK)]  # in reading order


@dataclass(frozen=True, slots=True)
class _StoredRule(JsonData):
    direction: Literal["forward", "backward"]
    either: Annotated[tuple[Annotated[tuple[_StoredSkip, ...], Bounds(1, MOST_STEPS)], ...], Bounds(0, MOST_ALTERNATIVES)]


def scan(alternative: Sequence[Skip], tokens: IndexedTokens, start: int = 0) -> int | None:
    """Where a chain of steps ends, in the order of the tokens given."""
    place = start
    for step in alternative:
        found = tokens.next_position(step.landmark, place)
        if found is None:
            return None
        place = found + len(step.landmark) if step.past else found
    return place
