"""SRV's predicates: what a rule may ask about a fragment of a text, and about the tokens in and beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.landmarks.token_classes import ALL_CAPS, ALPHABETIC, CAPITALIZED, LOWER, NUMBER, PUNCTUATION
from sitelode.text_rules.systems.kernels.fragments import count_flags, fragment_starts
from sitelode.text_rules.token_table import Flags, Rows, TokenTable

SOME, EVERY, LENGTH = "some", "every", "length"
ANYWHERE, FIRST, LAST = "anywhere", "first", "last"
WORD, MEANING = "word", "wn-word"
RIGHT_AN: Final = "right-AN"
PATHS: Final = ("", "next-token", "prev-token", "next-token next-token", "prev-token prev-token", RIGHT_AN)
_OFFSETS: Final = {"": 0, "next-token": 1, "prev-token": -1, "next-token next-token": 2, "prev-token prev-token": -2}
FEATURES: Final = (
    "capitalized", "all-upper-case", "all-lower-case", "numeric", "punctuation", "one-character", "two-characters", "new-line",
)  # fmt: skip
_CLASSES: Final = {
    "capitalized": CAPITALIZED, "all-upper-case": ALL_CAPS, "all-lower-case": LOWER, "numeric": NUMBER, "punctuation": PUNCTUATION,
}  # fmt: skip

FEW = 10  # as many times less fragments than tokens are counted one by one; for more, sums over all tokens are made


@dataclass(frozen=True, slots=True, order=True)
class Predicate:
    """One condition. `some`: a token at this place of the fragment, reached over the path, has the feature. `every`: all tokens have it."""

    kind: str
    feature: str = ""
    value: str = "true"
    path: str = ""
    place: str = ANYWHERE
    test: str = ""  # of the length: <, = or >
    length: int = 0

    def __str__(self) -> str:
        if self.kind == LENGTH:
            return f"length({self.test} {self.length})"
        value = f"'{self.value}'" if self.feature in (WORD, MEANING) else self.value
        if self.kind == EVERY:
            return f"every({self.feature} {value})"
        place = "" if self.place == ANYWHERE else f", position {self.place}"
        return f"some(?A [{self.path}] {self.feature} {value}{place})"


class PredicateTable:
    """The tokens of a table as predicates see them."""

    def __init__(self, table: TokenTable) -> None:
        self.table = table
        self._columns: dict[tuple[str, str, str], Flags] = {}
        self._sums: dict[tuple[str, str, str], NDArray[np.int32]] = {}
        self._paths: dict[str, Rows] = {}

    def path(self, name: str) -> Rows:
        """For each row the row at the end of a path."""
        found = self._paths.get(name)
        if found is None:
            rows = np.arange(len(self.table))
            found = self._right_content_word() if name == RIGHT_AN else np.clip(rows + _OFFSETS[name], 0, len(rows) - 1)
            self._paths[name] = found
        return found

    def _right_content_word(self) -> Rows:
        """The next token of letters, in the same text; a parser of a language would follow the grammar."""
        rows = np.flatnonzero(self.table.of_class(ALPHABETIC))
        place = np.searchsorted(rows, np.arange(len(self.table)), side="right")
        found = np.append(rows, 0)[place]
        return np.where(self.table.text_of[found] == self.table.text_of, found, 0)

    def flags(self, path: str, feature: str, value: str) -> Flags:
        """Which tokens reach one with the feature over the path."""
        key = (path, feature, value)
        found = self._columns.get(key)
        if found is None:
            if path in _OFFSETS:  # tables begin and end with empty rows, which have no feature
                found = np.roll(self.flags("", feature, value), -_OFFSETS[path]) if path else self._here(feature, value)
            else:
                found = self.flags("", feature, value)[self.path(path)]
            found = self._columns[key] = found & self.table.is_token
        return found

    def _here(self, feature: str, value: str) -> Flags:
        table = self.table
        if feature == WORD:
            return table.is_word(value)
        if feature == MEANING:
            return table.with_meaning(value)
        if feature == "new-line":
            found = table.is_token & (table.line_breaks > 0)
        elif feature in _CLASSES:
            found = table.of_class(_CLASSES[feature])
        else:
            found = table.length == {"one-character": 1, "two-characters": 2}[feature]
        return found if value == "true" else table.is_token & ~found

    def sums(self, path: str, feature: str, value: str) -> NDArray[np.int32]:
        """How many tokens before each row have the feature."""
        key = (path, feature, value)
        found = self._sums.get(key)
        if found is None:
            found = self._sums[key] = np.concatenate(([0], np.cumsum(self.flags(*key)))).astype(np.int32)
        return found

    def holds(self, predicate: Predicate, first: Rows, stop: Rows) -> Flags:
        """For which of some fragments a predicate is true."""
        if predicate.kind == LENGTH:
            length = stop - first
            tests: dict[str, Flags] = {"<": length < predicate.length, "=": length == predicate.length, ">": length > predicate.length}
            return tests[predicate.test]
        column = (predicate.path, predicate.feature, predicate.value)
        if predicate.kind == SOME and predicate.place == FIRST:
            return self.flags(*column)[first]
        if predicate.kind == SOME and predicate.place == LAST:
            return self.flags(*column)[stop - 1]
        count: Rows
        if len(first) < len(self.table) // FEW:
            count = count_flags(self.flags(*column).view(np.uint8), first, stop)
        else:
            sums = self.sums(*column)
            count = sums[stop] - sums[first]
        return count == stop - first if predicate.kind == EVERY else count > 0

    def fragments(self, predicates: Sequence[Predicate], shortest: int, longest: int) -> tuple[Rows, Rows]:
        """All fragments for which all predicates are true: first those at fixed places, on all tokens at once."""
        for predicate in predicates:
            if predicate.kind == LENGTH:
                shortest = max(shortest, {"<": 1, "=": predicate.length, ">": predicate.length + 1}[predicate.test])
                longest = min(longest, {"<": predicate.length - 1, "=": predicate.length, ">": longest}[predicate.test])
        if any(each.feature == WORD and each.value not in self.table.word_numbers for each in predicates):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        may_start, may_end = self.table.is_token, self.table.is_token
        rest = []
        for predicate in predicates:
            column = (predicate.path, predicate.feature, predicate.value)
            if predicate.kind == SOME and predicate.place == FIRST:
                may_start = may_start & self.flags(*column)
            elif predicate.kind == SOME and predicate.place == LAST:
                may_end = may_end & self.flags(*column)
            elif predicate.kind == EVERY:
                may_start, may_end = may_start & self.flags(*column), may_end & self.flags(*column)
                rest.append(predicate)
            elif predicate.kind == SOME:
                rest.append(predicate)
        first, stop = self._pairs(may_start, may_end, shortest, longest)
        for predicate in rest:
            keep = self.holds(predicate, first, stop)
            first, stop = first[keep], stop[keep]
        return first, stop

    def _pairs(self, may_start: Flags, may_end: Flags, shortest: int, longest: int) -> tuple[Rows, Rows]:
        first, counts = fragment_starts(may_start.view(np.uint8), may_end.view(np.uint8), self.table.stop_of_row, shortest, longest)
        return first, first + np.repeat(np.arange(shortest, shortest + len(counts)), counts)
