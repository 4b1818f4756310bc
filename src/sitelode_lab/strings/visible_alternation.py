"""Alternation counts for sets of pages with known markup.

After Daisuke Ikeda, Yasuhiro Yamada, Sachio Hirokawa 2001; `alternation_counts.py` cites the paper and has its method. In a parsed page,
unlike in a plain string, it is known which characters are markup and where each page ends. Four changes:

- Markup is never content. Alternations are counted between one visible character and the next, as if there were no markup;
    n-grams still include it, because tags distinguish a word in a menu from the same word in an article.
- The frequency of an n-gram is the number of pages it occurs in, and an n-gram of a single page is never frequent: what an article repeats
    (a refrain, a listing) is not template, and the search ends with everything useless only if everything is shared.
- The search starts at n = 12: n-grams of a few characters are in all pages, and mean nothing when pages are counted.
- There are two searches, from few frequent n-grams and from many, because with few pages most n-grams are template, with many pages few
    are, and the search only goes up. The one that ends with fewer alternations wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sitelode_lab.strings.alternation_counts import AlternationCounts, Division, search
from sitelode_lab.strings.ngram_coverage import Marks, NgramKind, SharedNgrams
from sitelode_lab.strings.suffix_array import SuffixArray


@dataclass(frozen=True, slots=True)
class VisibleSettings:
    start_length: int = 12  # measured: the same from 10 to 16
    start_percents: tuple[int, ...] = (1, 50)
    longest: int = 512  # characters
    kind: NgramKind = field(default_factory=SharedNgrams)


VISIBLE = VisibleSettings()


def divide_visible(suffixes: SuffixArray, visible: Sequence[Marks], settings: VisibleSettings = VISIBLE) -> Division:
    """The cut point with the fewest alternations among the ends of the searches; a trivial one only if there is no other.

    `visible` has one column per document, True for characters that are not markup.
    """
    counts = AlternationCounts(suffixes, settings.kind, _one_column(suffixes, visible))
    found = [search(counts, settings.start_length, percent, settings.longest) for percent in settings.start_percents]
    return min([division for division in found if not division.is_trivial] or found[:1], key=lambda division: division.trace[-1].count)


def _one_column(suffixes: SuffixArray, visible: Sequence[Marks]) -> Marks:
    """One column for all positions of the sort; separators are not visible."""
    column = np.zeros(len(suffixes.symbols), np.bool_)
    for start, marks in zip(suffixes.starts[:-1].tolist(), visible, strict=True):
        column[start : start + len(marks)] = marks
    return column
