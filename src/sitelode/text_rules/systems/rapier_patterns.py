"""RAPIER's patterns: what stands before a value, the value, and what stands behind it, each a sequence of items."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.text_rules.token_table import Codes, Flags, Rows, TokenTable

LONGEST_LIST = 40  # tokens of all list items before, in or behind a value together, whatever a file says
NEW_LINE, SAME_LINE = "new", "same"
MOST_ITEMS = 60  # of a pattern
_ITEM_SIZE, _LIST_SIZE, _WORD_SIZE, _TAG_SIZE = 2, 3, 2, 1  # as the published size of rules counts them
_SIZE_UNIT = 100


@dataclass(frozen=True, slots=True)
class Item:
    """One token, or up to `longest` of them, that satisfy all constraints; an empty constraint is none."""

    words: tuple[str, ...] = ()  # in lower case
    tags: tuple[str, ...] = ()
    meanings: tuple[str, ...] = ()
    longest: int = 0  # 0: exactly one token; n: a list of 0 to n
    line: str = ""  # "new": the first token of its line; "same": any other; empty: wherever

    def __str__(self) -> str:
        parts = [f"list of up to {self.longest}"] if self.longest else []
        for name, allowed in (("word", self.words), ("tag", self.tags), ("meaning", self.meanings)):
            if allowed:
                parts.append(f"{name} {'|'.join(allowed)}")
        if self.line:
            parts.append(f"{self.line} line")
        return f"[{', '.join(parts) or 'any'}]"

    @property
    def size(self) -> float:
        choices = _WORD_SIZE * max(0, len(self.words) - 1) + _TAG_SIZE * max(0, len(self.tags) - 1)
        return ((_LIST_SIZE if self.longest else _ITEM_SIZE) + choices) / _SIZE_UNIT

    def allows(self, table: TokenTable, rows: Rows) -> Flags:
        """Which of some rows satisfy the constraints."""
        found = table.is_token[rows]
        if self.words:
            found &= _is_one_of(table.word[rows], self.words, table.word_numbers)
        if self.tags:
            codes, numbers = table.tags
            found &= _is_one_of(codes[rows], self.tags, numbers)
        if self.line:
            found &= (table.line_breaks[rows] > 0) == (self.line == NEW_LINE)
        if self.meanings:
            found &= np.logical_or.reduce([table.with_meaning(each)[rows] for each in self.meanings])
        return found


def _is_one_of(codes: Codes, allowed: tuple[str, ...], numbers: Mapping[str, int]) -> Flags:
    found = np.zeros(len(codes), np.bool_)
    for each in allowed:
        number = numbers.get(each)
        if number is not None:
            found |= codes == number
    return found


@dataclass(frozen=True, slots=True)
class Pattern:
    """All three parts; `before` and `behind` touch the value."""

    before: tuple[Item, ...]
    filler: tuple[Item, ...]
    behind: tuple[Item, ...]

    def __str__(self) -> str:
        parts = (("before", self.before), ("value", self.filler), ("behind", self.behind))
        return "; ".join(f"{name} {' '.join(map(str, items))}" for name, items in parts if items)

    def __len__(self) -> int:
        return len(self.before) + len(self.filler) + len(self.behind)

    @property
    def size(self) -> float:
        return sum(item.size for item in (*self.before, *self.filler, *self.behind))

    def matches(self, table: TokenTable) -> tuple[Rows, Rows]:
        """First and stop rows of all values the pattern finds."""
        first = self._possible_starts(table)
        first = _unique(_follow(table, first, first - 1, self.before[::-1], -1)[0])
        begin, stop = _follow(table, first, first, self.filler, 1)
        keep = stop > begin
        begin, stop = begin[keep], stop[keep]
        number = np.arange(len(begin))
        kept = _unique(_follow(table, number, stop, self.behind, 1)[0])
        return begin[kept], stop[kept]

    def _possible_starts(self, table: TokenTable) -> Rows:
        """By the rarest word, else the rarest tags, at a fixed distance from the start; else every token."""
        fixed = list(self._fixed_items())
        places = [table.rows_of_words(item.words) - offset for offset, item in fixed if item.words]
        places = places or [table.rows_of_tags(item.tags) - offset for offset, item in fixed if item.tags]
        if not places:
            return table.token_rows
        best = min(places, key=len)
        found = best[(best >= 0) & (best < len(table))]
        return found[table.is_token[found]]

    def _fixed_items(self) -> Iterator[tuple[int, Item]]:
        for distance, item in enumerate(reversed(self.before), start=1):
            if item.longest:
                break
            yield -distance, item
        for distance, item in enumerate(self.filler):
            if item.longest:
                break
            yield distance, item


def _follow(
    table: TokenTable, numbers: NDArray[np.int64], places: Rows, items: tuple[Item, ...], step: int
) -> tuple[NDArray[np.int64], Rows]:
    """Walk items from many places at once; a number may arrive at several places, where items are lists."""
    room = LONGEST_LIST
    for item in items:
        if not len(places):
            break
        if not item.longest:
            fits = item.allows(table, places)
            numbers, places = numbers[fits], places[fits] + step
            continue
        all_numbers, all_places = [numbers], [places]
        for _ in range(min(item.longest, room)):
            fits = item.allows(table, places)
            numbers, places = numbers[fits], places[fits] + step
            if not len(numbers):
                break
            all_numbers.append(numbers)
            all_places.append(places)
        room = max(0, room - item.longest)
        numbers, places = _unique_pairs(np.concatenate(all_numbers), np.concatenate(all_places))
    return numbers, places


def _unique_pairs(numbers: NDArray[np.int64], places: Rows) -> tuple[NDArray[np.int64], Rows]:
    width = int(places.max(initial=0)) + 2
    keys = _unique(np.sort(numbers * width + places + 1, kind="stable"))  # runs in order: merged in linear time
    return keys // width, keys % width - 1


def _unique(ascending: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each number once; `np.unique` would sort or hash what is in order already."""
    new: Flags = np.append(True, ascending[1:] != ascending[:-1])[: len(ascending)]
    found: NDArray[np.int64] = ascending[new]
    return found
