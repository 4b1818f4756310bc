"""Alternation counts for sets of pages whose markup is known.

After Daisuke Ikeda, Yasuhiro Yamada, Sachio Hirokawa 2001; `alternation_counts.py` cites the paper and has its method. What it cannot
know of a string, a parsed page knows: which characters are markup, and where one page ends. Four changes:

- Markup is no content, whatever it is. Alternations are counted between one visible character and the next, as if markup were not there;
  n-grams still run through it, because tags tell a menu's word from an article's.
- An n-gram is as frequent as the pages it occurs in are many, and one that a single page has is never frequent: what an article repeats
  (a refrain, a listing) is no template, and there is no end at which everything is useless but where everything is shared.
- The search starts at n = 12: n-grams of a few characters are in all pages, and say nothing when pages are counted.
- There are two searches, from few frequent n-grams and from many. Of few pages most n-grams are template, of many pages few are, and the
  search only ever goes up. The one that ends with fewer alternations is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sitelode.published.strings.alternation_counts import AlternationCounts, Division, search
from sitelode.published.strings.ngram_coverage import Marks, NgramKind, SharedNgrams
from sitelode.published.strings.suffix_array import SuffixArray


@dataclass(frozen=True, slots=True)
class VisibleSettings:
    start_length: int = 12  # measured: the same from 10 to 16
    start_percents: tuple[int, ...] = (1, 50)
    longest: int = 512  # characters
    kind: NgramKind = field(default_factory=SharedNgrams)


VISIBLE = VisibleSettings()


def divide_visible(suffixes: SuffixArray, visible: Sequence[Marks], settings: VisibleSettings = VISIBLE) -> Division:
    """The cut point with the fewest alternations that a search ends in; trivial ones only if there are no others.

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
