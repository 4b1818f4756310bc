"""The frequent n-grams of a division as a filter for any text, also for pages outside the sample.

N-grams are stored as sorted 64-bit hashes: a cut such as (24, 10) on 3 MB of pages has about 60,000 of them, half a megabyte. Two
n-grams with the same hash would only make a few more characters useless.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode_lab.strings.alternation_counts import Division, RangeString
from sitelode_lab.strings.kernels.alternation import outside_members, prefix_hashes
from sitelode_lab.strings.ngram_coverage import NgramKind, Ngrams

_BASE = np.uint64(0x9E3779B97F4A7C15)  # odd, with irregular bits (golden ratio)
_BUCKETS, _BUCKET_SHIFT = 1 << 16, np.uint64(48)
_LENGTH_FACTOR = np.uint64(0xD6E8FEB86659FD93)


@dataclass(frozen=True, slots=True)
class NgramFilter:
    kind: NgramKind
    length: int
    hashes: NDArray[np.uint64]  # ascending
    buckets: NDArray[np.int64]  # where the hashes with each value of the first 16 bits start; one more entry than there are values

    def range_string(self, text: str) -> RangeString:
        """True for characters in no frequent n-gram."""
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
        ngrams = self.kind.ngrams(text, self.length)
        range_: RangeString = outside_members(_hashes(codes, ngrams), ngrams.start, ngrams.length, self.hashes, self.buckets, len(text))
        return range_


def filter_of(division: Division) -> NgramFilter:
    """The useless n-grams of the division's cut point, as a filter for any text."""
    suffixes = division.suffixes
    frequent = division.kind.coverage(suffixes).frequent(division.length, division.percent)
    codes = np.append(suffixes.alphabet, np.uint32(0))[suffixes.symbols]
    hashes = np.unique(_hashes(codes, frequent))
    buckets = np.searchsorted(hashes >> _BUCKET_SHIFT, np.arange(_BUCKETS + 1, dtype=np.uint64))
    return NgramFilter(division.kind, division.length, hashes, buckets)


def _hashes(codes: NDArray[np.uint32], ngrams: Ngrams) -> NDArray[np.uint64]:
    """Of each n-gram, from hashes of prefixes of the whole text."""
    prefix, power = prefix_hashes(codes, _BASE, int(ngrams.length.max(initial=0)))
    ends = prefix[ngrams.start + ngrams.length]
    hashes: NDArray[np.uint64] = (ends - prefix[ngrams.start] * power[ngrams.length]) ^ (ngrams.length.astype(np.uint64) * _LENGTH_FACTOR)
    return hashes
