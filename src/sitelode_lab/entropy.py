"""Normalised entropy of a term over the pages of a site: 0 if it is on one page only, 1 if it is equally frequent on all."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatColumn: TypeAlias = NDArray[np.float64]
CodeColumn: TypeAlias = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class SpreadCounts:
    """How often each code occurs and on how many pages, as sums from which entropies are computed."""

    codes: CodeColumn  # ascending
    total: NDArray[np.int64]
    weighted_log: FloatColumn  # sum of count * log(count) over pages
    pages: NDArray[np.int64]  # pages that have it

    @classmethod
    def of(cls, occurrences: Iterable[CodeColumn]) -> Self:
        """Count the codes of each page, repetitions included."""
        counted = [np.unique(page, return_counts=True) for page in occurrences]
        every = np.concatenate([np.empty(0, np.uint64), *(codes for codes, _ in counted)])
        counts = np.concatenate([np.empty(0, np.int64), *(counts for _, counts in counted)])
        order = np.argsort(every, kind="stable")
        every, counts = every[order], counts[order]
        first = np.flatnonzero(np.append(True, every[1:] != every[:-1])[: len(every)])
        if not len(first):
            return cls(every, counts, np.empty(0), counts)
        logs = counts * np.log(counts)
        pages = np.diff(np.append(first, len(every)))
        return cls(every[first], np.add.reduceat(counts, first), np.add.reduceat(logs, first), pages)

    def entropies(self, base: FloatColumn | float) -> FloatColumn:
        """Of each code; `base` is the number of pages (one for all codes or one for each). With a single page every entropy is 0."""
        usable = np.maximum(np.asarray(base, np.float64), 2.0)
        entropy = (np.log(self.total) - self.weighted_log / self.total) / np.log(usable)
        return np.where(np.asarray(base) > 1, np.clip(entropy, 0.0, 1.0), 0.0)

    def look_up(self, column: FloatColumn, codes: CodeColumn, unknown: float = 0.0) -> FloatColumn:
        """Values of a column of this table for any codes."""
        if not len(self.codes):
            return np.full(len(codes), unknown)
        place = np.minimum(np.searchsorted(self.codes, codes), len(self.codes) - 1)
        return np.where(self.codes[place] == codes, column[place], unknown)
