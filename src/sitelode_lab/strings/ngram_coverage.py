"""For each character, the percent from which it is inside a frequent n-gram: all alternation counts of one n come from this column.

W(n, a) is the top a percent of the distinct n-grams by frequency; `useless_from(n)` gives each character the smallest a for which some
occurrence of a member of W(n, a) covers it. One column of bytes thus holds the range strings of all hundred a at once.

Decided: the top a percent of m n-grams are ceil(m * a / 100), so a percent is never empty; ties in frequency are in the order of
the strings themselves (by code point), which does not depend on the order of the documents.
"""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode_lab.strings.kernels.suffixes import lengths_said_before, piece_classes, shared_lengths
from sitelode_lab.strings.repeats import characters_to_the_end, ngram_classes, places_of_runs
from sitelode_lab.strings.suffix_array import LARGEST_TEXT, Positions, SuffixArray

Percents: TypeAlias = NDArray[np.uint8]
Marks: TypeAlias = NDArray[np.bool_]

NEVER = 255  # in no n-gram at all, such as the characters of a document that is too short
ALL_PERCENTS = 100


@dataclass(frozen=True, slots=True)
class Ngrams:
    """Positions of n-grams in some text."""

    start: NDArray[np.int64]
    length: NDArray[np.int64]


class NgramCoverage(Protocol):
    """The n-grams of one suffix array."""

    def useless_from(self, length: int) -> Percents:
        """For every position of the symbols, the smallest percent at which it is useless; NEVER at separators."""
        ...

    def frequent(self, length: int, percent: int) -> Ngrams:
        """W(n, a): one occurrence of each, as positions of the symbols, most frequent first."""
        ...


class NgramKind(Protocol):
    """A definition of n-grams."""

    def coverage(self, suffixes: SuffixArray) -> NgramCoverage: ...

    def ngrams(self, text: str, length: int) -> Ngrams:
        """All occurrences of n-grams in any text."""
        ...


@dataclass(frozen=True, slots=True)
class PlainNgrams:
    """Any n characters in a row."""

    def coverage(self, suffixes: SuffixArray) -> NgramCoverage:
        return _PlainCoverage(suffixes)

    def ngrams(self, text: str, length: int) -> Ngrams:
        starts = np.arange(max(len(text) - length + 1, 0))
        return Ngrams(starts, np.full(len(starts), length))


PLAIN = PlainNgrams()


@dataclass(frozen=True, slots=True)
class SharedNgrams:
    """Any n characters in a row, ranked by the number of documents they occur in; an n-gram of one document only is never frequent.

    For sets of pages: what an article says several times is not template. A single document is counted as by `PlainNgrams`.
    """

    def coverage(self, suffixes: SuffixArray) -> NgramCoverage:
        return _SharedCoverage(suffixes) if len(suffixes.members) > 1 else PLAIN.coverage(suffixes)

    def ngrams(self, text: str, length: int) -> Ngrams:
        return PLAIN.ngrams(text, length)


@dataclass(frozen=True, slots=True)
class DelimitedNgrams:
    """An n-gram with an opening delimiter starts with it, one with a closing delimiter ends with it, as the paper suggests.

    Taken literally, text and tags shorter than n would have no n-gram and could never be useless, which costs far more than it gains
    (measured, see the docs). So a piece between delimiters that is shorter than n counts as an n-gram itself. (A last text without a
    delimiter after it differs from the same text before one.)
    """

    opening: str = "<"
    closing: str = ">"

    def coverage(self, suffixes: SuffixArray) -> NgramCoverage:
        is_opening, is_closing = _are(suffixes, self.opening), _are(suffixes, self.closing)
        return _DelimitedCoverage(suffixes, cut_at_delimiters(is_opening, is_closing, characters_to_the_end(suffixes)))

    def ngrams(self, text: str, length: int) -> Ngrams:
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
        pieces = cut_at_delimiters(codes == ord(self.opening), codes == ord(self.closing), np.arange(len(codes), 0, -1, dtype=np.int32))
        starts = np.flatnonzero((pieces.reach >= length) | pieces.begins)
        return Ngrams(starts, np.minimum(pieces.reach[starts], length).astype(np.int64))


@dataclass(frozen=True, slots=True)
class Pieces:
    """Tags and the texts between them, as one row per character."""

    reach: Positions  # characters from here to the end of the piece
    begins: Marks  # a piece starts here
    ends_before_delimiter: NDArray[np.int8]  # 1 if the piece ends because an opening delimiter follows


def cut_at_delimiters(is_opening: Marks, is_closing: Marks, to_end: Positions) -> Pieces:
    before_opening = _distance(np.append(is_opening[1:], np.False_)[: len(to_end)]) + np.int32(1)
    through_closing = _distance(is_closing) + np.int32(1)
    reach = np.minimum(np.minimum(before_opening, through_closing), to_end)
    begins = is_opening.copy()
    begins[1:] |= is_closing[:-1] | (to_end[:-1] == 0)  # the character after a separator starts a document
    begins[:1] = True
    return Pieces(reach, begins & (to_end > 0), ((before_opening < through_closing) & (before_opening < to_end)).astype(np.int8))


def smallest_in_window(column: Percents, length: int) -> Percents:
    """At each position the minimum of the last `length` values, itself included.

    Windows of 1, 2, 4, .. are combined from halves; the last step overlaps. Each step is one sweep of the processor's widest instructions.
    """
    done, reached = column, 1
    while reached < length:
        step = min(reached, length - reached)
        wider = done.copy()
        np.minimum(done[step:], done[:-step], out=wider[step:])
        done, reached = wider, reached + step
    return done


class _PlainCoverage:
    def __init__(self, suffixes: SuffixArray) -> None:
        self._suffixes = suffixes
        self._reach = characters_to_the_end(suffixes)[suffixes.order]

    def useless_from(self, length: int) -> Percents:
        begins = np.full(len(self._suffixes.symbols), NEVER, np.uint8)
        classes = ngram_classes(self._suffixes, length, self._reach)
        percents = _percents(classes.count, len(classes.count))
        begins[self._suffixes.order[places_of_runs(classes.place, classes.count)]] = np.repeat(percents, classes.count)
        return smallest_in_window(begins, length)

    def frequent(self, length: int, percent: int) -> Ngrams:
        classes = ngram_classes(self._suffixes, length, self._reach)
        starts = self._suffixes.order[classes.place[_top(classes.count, percent, len(classes.count))]].astype(np.int64)
        return Ngrams(starts, np.full(len(starts), length))


@dataclass(frozen=True, slots=True)
class _SharedSuffixes:
    """The suffixes whose n-grams of at least this length can occur in several documents; in sorted order."""

    length: int
    order: Positions
    lcp: Positions
    shared: Positions  # characters in common with some other document
    said_before: Positions  # characters in common with the last suffix before it from the same document

    def from_length(self, length: int) -> "_SharedSuffixes":
        kept = self.shared >= length
        columns = (column[kept] for column in (self.order, self.lcp, self.shared, self.said_before))
        # N-grams are shared as a whole: after a gap another one starts, and its common prefix is shorter than this length.
        return _SharedSuffixes(length, *columns)


class _SharedCoverage:
    def __init__(self, suffixes: SuffixArray) -> None:
        self._symbols = len(suffixes.symbols)
        owners = np.repeat(np.arange(suffixes.documents, dtype=np.int32), np.diff(suffixes.starts))[suffixes.order]
        shared, said_before = shared_lengths(suffixes.lcp, owners), lengths_said_before(suffixes.lcp, owners, suffixes.documents)
        self._every = self._longer = _SharedSuffixes(1, suffixes.order, suffixes.lcp, shared, said_before)
        reach = np.bincount(characters_to_the_end(suffixes)[suffixes.order], minlength=1)
        # Each suffix with n characters is a new n-gram unless it shares n with the one before.
        self._distinct = np.cumsum((reach - np.bincount(suffixes.lcp, minlength=len(reach)))[::-1])[::-1]

    def useless_from(self, length: int) -> Percents:
        begins = np.full(self._symbols, NEVER, np.uint8)
        place, count, documents = self._classes(length)
        if len(place):
            percents = _percents(documents, int(self._distinct[length]))
            begins[self._longer.order[places_of_runs(place, count)]] = np.repeat(percents, count)
        return smallest_in_window(begins, length)

    def frequent(self, length: int, percent: int) -> Ngrams:
        place, _, documents = self._classes(length)
        classes = int(self._distinct[length]) if len(place) else 0
        starts = self._longer.order[place[_top(documents, percent, classes)]].astype(np.int64)
        return Ngrams(starts, np.full(len(starts), length))

    def _classes(self, length: int) -> tuple[Positions, Positions, Positions]:
        """The n-grams of more than one document: their first places among the longer suffixes, how often they occur, in how many."""
        if not self._longer.length <= length < 2 * self._longer.length:
            self._longer = self._every.from_length(length)
        longer = self._longer
        # All suffixes that start with one n-gram share it, or none does.
        shared = np.flatnonzero(longer.shared >= length).astype(np.int32)
        begins = np.flatnonzero(longer.lcp[shared] < length)
        if not len(begins):
            return shared[:0], shared[:0], shared[:0]
        documents = np.add.reduceat(longer.said_before[shared] < length, begins, dtype=np.int32)
        return shared[begins], np.diff(begins, append=len(shared)).astype(np.int32), documents


class _DelimitedCoverage:
    def __init__(self, suffixes: SuffixArray, pieces: Pieces) -> None:
        self._suffixes = suffixes
        # In sorted order, because every n reads them in this order.
        order = suffixes.order
        self._pieces = Pieces(pieces.reach[order], pieces.begins[order], pieces.ends_before_delimiter[order])

    def useless_from(self, length: int) -> Percents:
        begins, short = (np.full(len(self._suffixes.symbols), NEVER, np.uint8) for _ in range(2))
        class_of, sizes = self._classes(length)
        if len(sizes):
            order, reach, percents = self._suffixes.order, self._pieces.reach, _percents(sizes, len(sizes))[class_of]
            full, pieces = (class_of >= 0) & (reach >= length), (class_of >= 0) & (reach < length)
            begins[order[full]] = percents[full]
            short[places_of_runs(order[pieces], reach[pieces])] = np.repeat(percents[pieces], reach[pieces])
        return np.minimum(smallest_in_window(begins, length), short)

    def frequent(self, length: int, percent: int) -> Ngrams:
        class_of, sizes = self._classes(length)
        numbers, first_place = np.unique(class_of, return_index=True)
        first_place = first_place[numbers >= 0]
        chosen = first_place[_top(sizes, percent, len(sizes))]
        return Ngrams(self._suffixes.order[chosen].astype(np.int64), np.minimum(self._pieces.reach[chosen], length).astype(np.int64))

    def _classes(self, length: int) -> tuple[Positions, Positions]:
        pieces = self._pieces
        class_of, sizes = piece_classes(self._suffixes.lcp, pieces.reach, pieces.begins, pieces.ends_before_delimiter, length)
        return class_of, sizes


def _top(counts: Positions, percent: int, classes: int) -> NDArray[np.int64]:
    """Indices of the classes in the top percent, given the number of classes."""
    return np.argsort(-counts, kind="stable")[: -(-classes * percent // ALL_PERCENTS)]


def _percents(counts: Positions, classes: int) -> Percents:
    """For each class the smallest a such that it is in the top a percent: by frequency, ties in the given order.

    There may be more classes than the given ones, all of them less frequent.
    """
    percents = np.empty(len(counts), np.uint8)
    rarity = counts.max(initial=0) - counts
    if rarity.max(initial=0) < 2**16:
        rarity = rarity.astype(np.uint16)  # sorted in linear time
    percents[np.argsort(rarity, kind="stable")] = ALL_PERCENTS * np.arange(len(counts)) // max(classes, 1) + 1
    return percents


def _are(suffixes: SuffixArray, character: str) -> Marks:
    rank = int(np.searchsorted(suffixes.alphabet, ord(character)))
    if rank == len(suffixes.alphabet) or suffixes.alphabet[rank] != ord(character):
        return np.zeros(len(suffixes.symbols), np.bool_)
    found: Marks = suffixes.symbols == rank
    return found


def _distance(marked: Marks) -> Positions:
    """From each position to the next marked one, 0 if it is marked itself; more than the length if there is none."""
    here = np.arange(len(marked), dtype=np.int32)
    places = np.where(marked, here, np.int32(LARGEST_TEXT))
    return np.minimum.accumulate(places[::-1])[::-1] - here
