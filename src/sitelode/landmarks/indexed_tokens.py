"""A sequence of tokens that answers quickly where a group of tokens or wildcards stands."""

from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.landmarks.token_classes import wildcards_of

Landmark: TypeAlias = tuple[str, ...]
"""Consecutive tokens or wildcards."""


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
