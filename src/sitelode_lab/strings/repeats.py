"""Repeats in many strings, from one suffix sort: n-grams of every n, how often strings occur, maximal repeats.

The nested intervals of the common-prefix array are the inner nodes of the suffix tree of all documents; each function is one walk over it.
A *maximal repeat* cannot be extended to the right or to the left without losing an occurrence: an inner node (it branches to the
right) whose occurrences have different symbols before them (it is left-diverse). Among the strings of one frequency these are exactly the
ones that are in no other string of that frequency. Occurrences may overlap and all of them count; no string crosses two documents.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode_lab.strings.kernels.suffixes import count_by_frequency, left_diverse_intervals
from sitelode_lab.strings.suffix_array import Positions, SuffixArray

Counts: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Repeats:
    """Strings with all their occurrences, one row each."""

    order: Positions  # the sorted order to which `place` refers
    place: Positions  # first of the string's suffixes in the order
    count: Positions  # occurrences
    length: Positions  # characters

    def __len__(self) -> int:
        return len(self.place)

    def texts(self, suffixes: SuffixArray) -> list[str]:
        starts = self.order[self.place].tolist()
        return [suffixes.text_at(start, length) for start, length in zip(starts, self.length.tolist(), strict=True)]

    def positions(self, row: int) -> Positions:
        """Positions of one string, ascending."""
        place = int(self.place[row])
        return np.sort(self.order[place : place + int(self.count[row])])

    def occurrences(self) -> tuple[Positions, NDArray[np.int64]]:
        """Positions of all occurrences of all strings, and for each the row of its string."""
        return self.order[places_of_runs(self.place, self.count)], np.repeat(np.arange(len(self)), self.count)

    def chosen(self, rows: NDArray[np.int64]) -> "Repeats":
        return Repeats(self.order, self.place[rows], self.count[rows], self.length[rows])

    def longest_first(self) -> "Repeats":
        """Ties in the order of the strings."""
        return self.chosen(np.lexsort((self.place, -self.length)))


@dataclass(frozen=True, slots=True)
class FrequencyProfile:
    """Over all substrings: index f is for those that occur exactly f times. Index 0 is empty."""

    distinct: Counts  # V(f): how many different ones there are

    @property
    def occurrences(self) -> Counts:
        """F(f): how often they occur together."""
        return self.distinct * np.arange(len(self.distinct))


@dataclass(frozen=True, slots=True)
class NgramClasses:
    """The distinct n-grams, in sorted order."""

    length: int
    place: Positions  # first suffix that starts with it, in the sorted order
    count: Positions  # occurrences

    def texts(self, suffixes: SuffixArray) -> list[str]:
        return [suffixes.text_at(int(suffixes.order[place]), self.length) for place in self.place.tolist()]


def frequency_profile(suffixes: SuffixArray, *, branching_only: bool = False, longest: int | None = None) -> FrequencyProfile:
    """Count substrings by how often they occur, of all lengths or up to a longest.

    `branching_only` counts only the strings at the inner nodes, each as many times as it has characters: the sum of the paper's own
    pseudo-code (see `substring_amplification`). It ignores strings that occur once.
    """
    if not len(suffixes.order):
        return FrequencyProfile(np.zeros(1, np.int64))
    distinct = np.zeros(len(suffixes.order) + 1, np.int64)
    # Strings up to a length are those on the upper part of the tree: what lies deeper is cut off.
    common = suffixes.lcp if longest is None else np.minimum(suffixes.lcp, np.int32(longest))
    # Only the touched part is real memory: nothing may loop over the rest.
    highest = max(count_by_frequency(common, branching_only, distinct), 1)
    distinct = distinct[: highest + 1].copy()
    if not branching_only:
        lengths = suffixes.lengths[suffixes.members]
        # A document of n characters has n - l + 1 substrings of length l, counted with repetition; the rest occur once.
        most = lengths if longest is None else np.minimum(lengths, longest)
        distinct[1] = int((most * (2 * lengths - most + 1) // 2).sum()) - int((distinct * np.arange(highest + 1)).sum())
    return FrequencyProfile(distinct)


def maximal_repeats(suffixes: SuffixArray, *, frequencies: Iterable[int] | None = None, shortest: int = 1) -> Repeats:
    """All maximal repeats, or those of some frequencies, in no particular order. A frequency is at least 2."""
    wanted = np.full(len(suffixes.order) + 1, frequencies is None)
    if frequencies is not None:
        wanted[[frequency for frequency in frequencies if frequency < len(wanted)]] = True
    order = suffixes.order
    if not len(order):
        return Repeats(order, *(np.empty(0, np.int32) for _ in range(3)))
    return Repeats(order, *left_diverse_intervals(suffixes.symbols, suffixes.separator, order, suffixes.lcp, wanted, shortest)[:3])


def ngram_classes(suffixes: SuffixArray, length: int, reach: Positions | None = None) -> NgramClasses:
    """The distinct n-grams of one length with their frequencies; `reach`: `characters_to_the_end` in sorted order, if already computed."""
    if not len(suffixes.order):
        return NgramClasses(length, np.empty(0, np.int32), np.empty(0, np.int32))
    if reach is None:
        reach = characters_to_the_end(suffixes)[suffixes.order]
    place = np.flatnonzero(suffixes.lcp < length).astype(np.int32)
    count = np.diff(place, append=np.int32(len(suffixes.order)))
    # Several suffixes in a run share the whole prefix, so only a run of one can be too short.
    kept = (count > 1) | (reach[place] >= length)
    return NgramClasses(length, place[kept], count[kept])


def places_of_runs(first: Positions, count: Positions) -> NDArray[np.int64]:
    """All places of some runs, one run after the other."""
    before = np.cumsum(count, dtype=np.int64) - count
    places: NDArray[np.int64] = np.arange(int(count.sum())) + np.repeat(first - before, count)
    return places


def characters_to_the_end(suffixes: SuffixArray) -> Positions:
    """For each position, the characters from it to the end of its document; 0 at separators."""
    left = np.empty(len(suffixes.symbols), np.int32)
    for start, end in pairwise(suffixes.starts.tolist()):
        left[start:end] = np.arange(end - start - 1, -1, -1)
    return left


def covered_by(text: str, strings: Iterable[str]) -> NDArray[np.bool_]:
    """True for each character of a text inside an occurrence of one of the strings; occurrences may overlap."""
    inside = np.zeros(len(text), np.bool_)
    for string in strings:
        at = text.find(string) if string else -1
        while at >= 0:
            inside[at : at + len(string)] = True
            at = text.find(string, at + 1)
    return inside
