"""Divide strings into useless and other parts: frequent n-grams are useless; n and the frequency are chosen to give the fewest parts.

Daisuke Ikeda, Yasuhiro Yamada, Sachio Hirokawa: "Eliminating Useless Parts in Semi-structured Documents Using Alternation Counts",
Discovery Science 2001, LNCS 2226, pp. 113-127, hdl:2324/6078.

Implemented: W(n, a), range strings, alternation counts A(n, a), FindOptimal, the measures of its section 4.1; n-grams that respect
delimiters, which the paper suggests (`ngram_coverage.DelimitedNgrams`); SCOOP, its application, in `delimiter_pairs`; a variant for pages
with known markup in `visible_alternation`.
Changed: one suffix sort instead of a hash table per n, with the same result, and the counts for all hundred a come from one pass per n.
N-grams do not cross documents, no boundary is counted between documents, ties do not depend on the order of the documents, an n-gram
has n characters. An n longer than every document is never tried: nothing would be useless, and there would be no boundary.
"""

from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode_lab.strings.ngram_coverage import ALL_PERCENTS, PLAIN, Marks, NgramCoverage, NgramKind, Percents
from sitelode_lab.strings.suffix_array import Positions, SuffixArray

RangeString: TypeAlias = NDArray[np.bool_]  # True (the paper's 1) outside all frequent n-grams
AlternationRow: TypeAlias = NDArray[np.int64]  # A(n, a) for one n; index a, 0..100

# Peak memory of a whole search per character of the documents, suffix sort included; `bench/strings.py` measures it.
BYTES_PER_CHARACTER = 26
BYTES_PER_CHARACTER_DELIMITED = 40
BYTES_PER_CHARACTER_SHARED = 54
LAST_START = 64  # characters; `divide` begins no search with longer n-grams. Set by hand
TRIVIAL_FROM = 0.99  # share of useless characters; measured: of 16 sites, the one with the least content has 98.8 %


@dataclass(frozen=True, slots=True)
class AlternationSettings:
    start_length: int = 2  # the paper's start is (2, 1)
    start_percent: int = 1
    longest: int = 512  # characters; the search stops here, so that odd input takes bounded time (pages: cuts of 2 to 60)
    kind: NgramKind = PLAIN


DEFAULT = AlternationSettings()


@dataclass(frozen=True, slots=True)
class Step:
    """One cut point of the search with its alternation count and those of its two possible successors; None if there is no such cut."""

    length: int  # n
    percent: int  # a
    count: int
    with_next_percent: int | None
    with_next_length: int | None


@dataclass(frozen=True, slots=True)
class Division:
    """The cut point that was found, the search that led to it, and how it divides the documents."""

    length: int
    percent: int
    stopped: str  # why the search ended, in words
    trace: tuple[Step, ...]
    rows: dict[int, AlternationRow] = field(repr=False)  # by n: all counts computed during the search
    useless_from: Percents = field(repr=False)  # see ngram_coverage; for the chosen n
    suffixes: SuffixArray = field(repr=False)
    kind: NgramKind = PLAIN
    counted: Marks | None = field(default=None, repr=False)  # the positions at which alternations were counted; None: all

    @property
    def range_strings(self) -> list[RangeString]:
        """One per document, with one value per character."""
        return [piece > self.percent for piece in self.suffixes.per_document(self.useless_from)]

    @property
    def useless_share(self) -> float:
        """Share of all counted characters."""
        characters = int(self.suffixes.lengths.sum()) if self.counted is None else int(np.count_nonzero(self.counted))
        useless = self.useless_from <= self.percent
        return np.count_nonzero(useless if self.counted is None else useless & self.counted) / characters if characters else 0.0

    @property
    def is_trivial(self) -> bool:
        """Whether there is only one part: nothing is useless, or everything except a rest too small to be the content of pages."""
        return not 0 < self.useless_share < TRIVIAL_FROM


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of a range string r with a correct string c: shares of characters."""

    accuracy: float  # characters with the same value
    recall: float  # of c's ones
    precision: float  # of r's ones


class AlternationCounts:
    """A(n, a) of some documents, computed for one n at a time and cached."""

    def __init__(self, suffixes: SuffixArray, kind: NgramKind = PLAIN, counted: Marks | None = None) -> None:
        self.suffixes, self.kind, self.counted = suffixes, kind, counted
        self._coverage: NgramCoverage = kind.coverage(suffixes)
        self._kept, self._starts = _positions_kept(suffixes, counted)
        self.rows: dict[int, AlternationRow] = {}

    def row(self, length: int) -> AlternationRow:
        """A(n, a) for one n and all a."""
        if length not in self.rows:
            useless_from = self._coverage.useless_from(length)
            kept = useless_from if self._kept is None else useless_from[self._kept]
            self.rows[length] = _alternations_per_percent(kept, self._starts)
        return self.rows[length]

    def at(self, length: int, percent: int) -> int:
        return int(self.row(length)[percent])

    def useless_from(self, length: int) -> Percents:
        return self._coverage.useless_from(length)


def find_optimal(suffixes: SuffixArray, settings: AlternationSettings = DEFAULT) -> Division:
    """Go from the start to a cut point whose alternation count falls neither with one more percent nor with one more character.

    The paper's search, unchanged. It may end where everything is useless, with no alternations at all; `divide` does not accept that.
    """
    return search(AlternationCounts(suffixes, settings.kind), settings.start_length, settings.start_percent, settings.longest)


def divide(suffixes: SuffixArray, settings: AlternationSettings = DEFAULT) -> Division:
    """The paper's search, begun anew with n-grams twice as long as often as it ends where it began, or in a trivial end.

    Logs, BibTeX and JSON may have a minimum of their own at (2, 1): the search does not move. With thousands of distinct characters, as in
    Chinese, the few frequent pairs of characters are all markup, and with each percent more they cover more of the text, up to all of it.
    If no search does better, the first end that is not trivial is returned, or the first.
    """
    counts = AlternationCounts(suffixes, settings.kind)
    longest = min(int(suffixes.lengths.max(initial=0)), settings.longest, LAST_START)
    ends, length = [search(counts, settings.start_length, settings.start_percent, settings.longest)], 2 * settings.start_length
    while length <= longest and not _is_found(ends[-1]):
        ends.append(search(counts, length, settings.start_percent, settings.longest))
        length *= 2
    best = min(ends, key=lambda end: (not _is_found(end), end.is_trivial))
    if len(ends) == 1:
        return best
    left = ", ".join(f"{end.trace[0].length}" for end in ends if not _is_found(end))
    return replace(best, stopped=f"{best.stopped}; searches from n = {left} ended where they began, or with one part only")


def _is_found(end: Division) -> bool:
    return not end.is_trivial and len(end.trace) > 1


def search(counts: AlternationCounts, length: int, percent: int, longest: int) -> Division:
    """The search of FindOptimal from any cut point."""
    suffixes = counts.suffixes
    longest = min(longest, int(suffixes.lengths.max(initial=0)))
    trace = [_step(counts, length, percent, longest)]
    while (best := _next_cut(trace[-1])) is not None:
        trace.append(_step(counts, *best, longest))
    last = trace[-1]
    why, useless_from = _why_stopped(last, longest), counts.useless_from(last.length)
    return Division(last.length, last.percent, why, tuple(trace), counts.rows, useless_from, suffixes, counts.kind, counts.counted)


def agreement(correct: RangeString, range_: RangeString) -> Agreement:
    """If there is nothing to find, or nothing was found, recall or precision is 1: no character is wrong."""
    both = int(np.count_nonzero(correct & range_))
    ones, found = int(np.count_nonzero(correct)), int(np.count_nonzero(range_))
    same = int(np.count_nonzero(correct == range_))
    return Agreement(same / len(correct) if len(correct) else 1.0, both / ones if ones else 1.0, both / found if found else 1.0)


def _positions_kept(suffixes: SuffixArray, counted: Marks | None) -> tuple[Positions | None, NDArray[np.int64]]:
    """The counted positions with the separators, and where each document starts among them."""
    if counted is None:
        return None, suffixes.starts
    kept = counted.copy()
    kept[suffixes.starts[1:] - 1] = True
    positions = np.flatnonzero(kept).astype(np.int32)
    return positions, np.searchsorted(positions, suffixes.starts)


def _alternations_per_percent(useless_from: Percents, starts: NDArray[np.int64]) -> AlternationRow:
    """A(n, a) for a = 0..100: boundaries between characters inside and outside frequent n-grams, never across documents.

    A boundary exists for all a from the smaller of its two values to just below the larger one, so that one pass is enough for every a.
    """
    is_character = np.ones(len(useless_from), np.bool_)
    is_character[starts[1:] - 1] = False
    inside = is_character[:-1] & is_character[1:]
    before, here = useless_from[:-1][inside], useless_from[1:][inside]
    rises = np.bincount(np.minimum(before, here), minlength=256) - np.bincount(np.maximum(before, here), minlength=256)
    return np.cumsum(rises[: ALL_PERCENTS + 1])


def _step(counts: AlternationCounts, length: int, percent: int, longest: int) -> Step:
    if length > longest:
        return Step(length, percent, counts.at(length, percent), None, None)
    more_percent = counts.at(length, percent + 1) if percent < ALL_PERCENTS else None
    more_length = counts.at(length + 1, percent) if percent < ALL_PERCENTS and length < longest else None
    return Step(length, percent, counts.at(length, percent), more_percent, more_length)


def _next_cut(step: Step) -> tuple[int, int] | None:
    """The neighbour with the smaller count, if that is smaller than the step's own; on a tie one more character."""
    percent_count = step.count if step.with_next_percent is None else step.with_next_percent
    length_count = step.count if step.with_next_length is None else step.with_next_length
    if min(percent_count, length_count) >= step.count:
        return None
    return (step.length, step.percent + 1) if percent_count < length_count else (step.length + 1, step.percent)


def _why_stopped(last: Step, longest: int) -> str:
    if last.length > longest:
        return "no document is long enough to have n-grams"
    if last.percent == ALL_PERCENTS:
        return "every n-gram is taken as frequent"
    if last.length == longest:
        return f"n-grams longer than {longest:,} characters are not looked at"
    return "neither one more percent nor one more character lowers the count"


@dataclass(frozen=True, slots=True)
class NgramFilter:
    """The useless n-grams of a division, for any text, also for pages outside the sample."""

    kind: NgramKind
    length: int
    useless: frozenset[str]

    def range_string(self, text: str) -> RangeString:
        """True for characters in no useless n-gram."""
        ngrams = self.kind.ngrams(text, self.length)
        spans = zip(ngrams.start.tolist(), (ngrams.start + ngrams.length).tolist(), strict=True)
        found = np.array([span for span in spans if text[slice(*span)] in self.useless], np.int64).reshape(-1, 2)
        first, stop = (np.bincount(column, minlength=len(text) + 1) for column in found.T)
        range_: RangeString = np.cumsum(first - stop)[:-1] == 0
        return range_


def filter_of(division: Division) -> NgramFilter:
    """The useless n-grams of the division's cut point, as a filter for any text."""
    suffixes = division.suffixes
    frequent = division.kind.coverage(suffixes).frequent(division.length, division.percent)
    texts = (suffixes.text_at(start, length) for start, length in zip(frequent.start.tolist(), frequent.length.tolist(), strict=True))
    return NgramFilter(division.kind, division.length, frozenset(texts))
