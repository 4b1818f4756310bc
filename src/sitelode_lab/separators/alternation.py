"""Separate content by n-gram frequency: text inside frequent n-grams is template.

Alternation counts: Daisuke Ikeda, Yasuhiro Yamada, Sachio Hirokawa 2001, cited in `strings/alternation_counts.py`. Implemented: the score
of a text is the share of its characters that are in no frequent n-gram. Changed: the search is the variant for pages with known markup
(`strings/visible_alternation.py`); `Alternation(AlternationSettings())` is the published one. Decided: a page is read as
`strings/page_source.py` writes it; if there are many pages, a sample is sorted, and its useless n-grams are looked up in every page.
Duplicate pages count once; if all pages are the same, every n-gram is useless.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sitelode.html.page import Page
from sitelode_lab.separators.separator import Scores
from sitelode_lab.strings.alternation_counts import AlternationSettings, Division, NgramFilter, filter_of, find_optimal
from sitelode_lab.strings.ngram_coverage import ALL_PERCENTS
from sitelode_lab.strings.page_source import PageSource, page_sources_within, source_of
from sitelode_lab.strings.suffix_array import SuffixArray, sort_suffixes
from sitelode_lab.strings.visible_alternation import VISIBLE, VisibleSettings, divide_visible


@dataclass(frozen=True, slots=True)
class Alternation:
    """Separator."""

    search: VisibleSettings | AlternationSettings = VISIBLE
    most_characters: int = 2_000_000  # of the sample, set by hand; the paper's largest has 3.2 million

    def study(self, pages: Sequence[Page]) -> "FrequentNgrams":
        sources = page_sources_within(pages, self.most_characters)
        if not sources:
            return FrequentNgrams(None)
        different = list({source.text: source for source in sources}.values())
        suffixes = sort_suffixes([source.text for source in different])
        if len(sources) > len(different) == 1:
            return FrequentNgrams(filter_of(find_optimal(suffixes, AlternationSettings(start_percent=ALL_PERCENTS))))
        return FrequentNgrams(filter_of(self._divided(suffixes, different)))

    def _divided(self, suffixes: SuffixArray, sources: Sequence[PageSource]) -> Division:
        if isinstance(self.search, AlternationSettings):
            return find_optimal(suffixes, self.search)
        return divide_visible(suffixes, [source.visible for source in sources], self.search)


@dataclass(frozen=True, slots=True)
class FrequentNgrams:
    """Template: the n-grams of the cut point that was found; None if there was no page."""

    useless: NgramFilter | None

    def content_scores(self, page: Page) -> Scores:
        source = source_of(page)
        useful = self.useless.range_string(source.text) if self.useless else np.ones(len(source.text), np.bool_)
        return source.shares(useful)
