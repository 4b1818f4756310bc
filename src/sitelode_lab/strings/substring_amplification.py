"""Find the constant strings of many documents: they all occur equally often, which makes a peak.

Daisuke Ikeda, Yasuhiro Yamada, Sachio Hirokawa: "A Template Discovery Algorithm by Substring Amplification", DOI Technical Report 220,
Kyushu University, 2003, hdl:2324/2815.

F(f) is how often all strings that occur exactly f times occur together; in plain text it falls as a power of f. A template of length l on f
pages adds about f * l * l / 2 to F(f), far above the line. The strings of such a peak that are in no other string of it are the template.

Implemented: F, V, G = F(f) / F(f - 1), the maximal peak, multiples of a peak, the strings of each peak, the documents that hold them.
Changed: the paper's pseudo-code adds f * |w| for each branching string w only; its own definition of F needs every string on the edge
above w, f * (|w| - |parent of w|), and that is the default. If no string occurs f - 1 times, G compares with the next lower frequency
that has strings, so that a gap does not win by a division. No string crosses two documents.
Added, because the paper leaves open which peaks count: a robust power law with the significance of each peak (`power_law`), and templates
one by one: the documents of the strongest peak are removed, and the rest is searched again, so that a small template is
not hidden by the optional parts of a large one. Where a part of a page is a template of its own (the rows of a result page), both
are reported: strings once on each page, and strings many times on it (the iterated template of section 5.3).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode_lab.strings.frequency_curve import FloatColumn, PowerLaw, find_peaks, fit_power_law
from sitelode_lab.strings.repeats import Counts, FrequencyProfile, Repeats, frequency_profile, maximal_repeats
from sitelode_lab.strings.suffix_array import SuffixArray

Mask: TypeAlias = NDArray[np.bool_]

MOST_ROUNDS = 64  # of removing the documents of one template; set by hand, as are the next two
SAME_DOCUMENTS = 0.9  # share of the documents of two peaks that are on the same pages
OFTEN = 1.5  # times on a document, from which a string repeats within it


@dataclass(frozen=True, slots=True)
class AmplificationSettings:
    least_sigmas: float = 3.0  # measured: below, teeth of the curve come in; above, small templates of mixtures are lost
    shortest: int = 8  # characters of a constant string, set by hand: shorter ones have their frequency by chance
    member_from: float = 0.5  # share of a peak that a document must hold to be one of its documents; set by hand
    branching_only: bool = False  # F as in the paper's pseudo-code


DEFAULT = AmplificationSettings()


@dataclass(frozen=True, slots=True)
class Peak:
    """One frequency at which far more strings occur than elsewhere."""

    frequency: int
    occurrences: int  # F
    growth: float  # G
    sigmas: float  # see power_law
    expected_by_chance: float
    multiple_of: int | None  # the smallest peak of whose frequency this one is a multiple
    strings: Repeats  # the inclusion-maximal ones, longest first
    documents: tuple[int, ...]  # those that hold most of the strings; empty if different strings are in different documents

    @property
    def per_document(self) -> float:
        """1 for the template of whole pages, more for parts that repeat on a page; 0 if no documents stand out."""
        return self.frequency / len(self.documents) if self.documents else 0.0


@dataclass(frozen=True, slots=True)
class Amplification:
    """The F(f) curve of a sample and its peaks."""

    profile: FrequencyProfile
    law: PowerLaw
    peaks: tuple[Peak, ...]  # most significant first
    maximal_frequency: int | None  # argmax G, the paper's only peak


@dataclass(frozen=True, slots=True)
class FoundTemplate:
    """Documents made from one template, and its strings."""

    documents: tuple[int, ...]
    frequency: int
    sigmas: float
    strings: Repeats  # of the frequency, longest first
    beside: "tuple[FoundTemplate, ...]" = ()  # on the same documents, but another number of times on each

    @property
    def per_document(self) -> float:
        return self.frequency / len(self.documents)


def amplify(suffixes: SuffixArray, settings: AmplificationSettings = DEFAULT) -> Amplification:
    """Find the peaks of F(f) and their strings."""
    profile = frequency_profile(suffixes, branching_only=settings.branching_only)
    frequencies, occurrences = repeated_frequencies(profile), profile.occurrences
    values = occurrences[frequencies].astype(np.float64)
    law = fit_power_law(frequencies.astype(np.float64), values)
    found = find_peaks(frequencies.astype(np.float64), values, law, settings.least_sigmas)
    numbers = [int(frequency) for frequency in frequencies[found.index]]
    strings = _strings_of(suffixes, numbers, settings.shortest)
    rising = growth(profile)
    peaks = tuple(
        Peak(
            frequency,
            int(occurrences[frequency]),
            float(rising[frequency]),
            sigmas,
            chance,
            _smallest_divisor(frequency, numbers),
            strings[frequency],
            _holders(suffixes, strings[frequency], settings.member_from),
        )
        for frequency, sigmas, chance in zip(numbers, found.sigmas.tolist(), found.expected_by_chance.tolist(), strict=True)
    )
    return Amplification(profile, law, peaks, int(rising.argmax()) if rising.any() else None)


def growth(profile: FrequencyProfile) -> FloatColumn:
    """G(f) for every f; 0 if nothing occurs f times, or nothing occurs less often."""
    occurrences = profile.occurrences
    rising = np.zeros(len(occurrences))
    used = np.flatnonzero(occurrences)
    rising[used[1:]] = occurrences[used[1:]] / occurrences[used[:-1]]
    return rising


def repeated_frequencies(profile: FrequencyProfile) -> Counts:
    """The frequencies from 2 up at which there are strings. Strings that occur once are not part of any template, nor of the law."""
    used = np.flatnonzero(profile.distinct)
    return used[used >= 2]  # noqa: PLR2004 (a repeat)


def find_templates(suffixes: SuffixArray, settings: AmplificationSettings = DEFAULT) -> list[FoundTemplate]:
    """Find templates one by one: remove the documents of the strongest peak, and search the rest again.

    A document belongs to at most one template. Nothing is sorted again: suffixes of removed documents are dropped from the sorted order.
    """
    found: list[FoundTemplate] = []
    left = suffixes
    for _ in range(MOST_ROUNDS):
        peaks = amplify(left, settings).peaks
        peak = _strongest(peaks)
        if peak is None:
            break
        beside = tuple(FoundTemplate(other.documents, other.frequency, other.sigmas, other.strings) for other in _beside(peak, peaks))
        found.append(FoundTemplate(peak.documents, peak.frequency, peak.sigmas, peak.strings, beside))
        rest = np.setdiff1d(left.members, peak.documents)
        if len(rest) < 2:  # noqa: PLR2004 (one document repeats nothing)
            break
        left = left.only(rest.tolist())
    return found


def covered(suffixes: SuffixArray, strings: Iterable[Repeats]) -> Mask:
    """True at every position inside an occurrence of one of the strings. `SuffixArray.per_document` splits it by document.

    For a text that was not in the sample: `repeats.covered_by`.
    """
    steps = np.zeros(len(suffixes.symbols) + 1, np.int64)
    for repeats in strings:
        positions, rows = repeats.occurrences()
        np.add.at(steps, positions, 1)
        np.add.at(steps, positions + repeats.length[rows], -1)
    return np.cumsum(steps[:-1]) > 0


def coverage(suffixes: SuffixArray, strings: Iterable[Repeats]) -> FloatColumn:
    """Share of each document's characters that are inside the strings; 0 for an empty document."""
    inside = np.concatenate([[0], np.cumsum(covered(suffixes, strings))])
    counts = inside[suffixes.starts[1:] - 1] - inside[suffixes.starts[:-1]]
    shares: FloatColumn = counts / np.maximum(suffixes.lengths, 1)
    return shares


def _strings_of(suffixes: SuffixArray, frequencies: Sequence[int], shortest: int) -> dict[int, Repeats]:
    repeats = maximal_repeats(suffixes, frequencies=frequencies, shortest=shortest)
    return {frequency: repeats.chosen(np.flatnonzero(repeats.count == frequency)).longest_first() for frequency in frequencies}


def _smallest_divisor(frequency: int, frequencies: Sequence[int]) -> int | None:
    return min((other for other in frequencies if other < frequency and frequency % other == 0), default=None)


def _holders(suffixes: SuffixArray, strings: Repeats, member_from: float) -> tuple[int, ...]:
    """Documents that hold at least this share of the peak.

    A string counts by the square of its length, as in F: one long string outweighs a hundred short ones that are there by chance.
    """
    weights = strings.length.astype(np.float64) ** 2
    positions, rows = strings.occurrences()
    row, document = np.divmod(np.unique(rows * suffixes.documents + suffixes.document_of(positions)), suffixes.documents)
    held = np.bincount(document, weights[row], suffixes.documents)
    return tuple(np.flatnonzero(held >= max(member_from * float(weights.sum()), 1)).tolist())


def _strongest(peaks: Sequence[Peak]) -> Peak | None:
    """The most significant peak that is a template of pages: its strings are together, on two pages or more."""
    return next((peak for peak in peaks if len(peak.documents) >= 2), None)  # noqa: PLR2004 (a template is shared)


def _beside(peak: Peak, peaks: Sequence[Peak]) -> list[Peak]:
    """The strongest further peak on the same documents that repeats within them as the given one does not, or the other way round."""
    same = [other for other in peaks if other is not peak and other.documents and _as_good_as_same(other.documents, peak.documents)]
    once, often = ([other for other in same if (other.per_document < OFTEN) == wanted] for wanted in (True, False))
    return (often if peak.per_document < OFTEN else once)[:1]


def _as_good_as_same(one: Sequence[int], other: Sequence[int]) -> bool:
    return len(set(one) & set(other)) >= SAME_DOCUMENTS * max(len(one), len(other))
