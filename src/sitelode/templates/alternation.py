"""Separate content by n-gram frequency: text inside frequent n-grams is template.

Alternation counts: Ikeda, Yamada, Hirokawa 2001, see `algorithms.alternation_counts`. Here the range strings become scores: a text's score
is the share of its characters that lie in no frequent n-gram. Decided: pages are read as in `page_source`; of many pages a sample is
sorted, and the n-grams found useless there are looked up in every page. Of pages that are all the same every n-gram is useless.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sitelode.algorithms.alternation_counts import DEFAULT, AlternationSettings, divide, find_optimal
from sitelode.algorithms.ngram_coverage import ALL_PERCENTS
from sitelode.algorithms.ngram_filter import NgramFilter, filter_of
from sitelode.algorithms.suffix_array import sort_suffixes
from sitelode.dom.page import Page
from sitelode.templates.page_source import source_of, sources_within
from sitelode.templates.separator import Scores


@dataclass(frozen=True, slots=True)
class Alternation:
    """Separator."""

    search: AlternationSettings = DEFAULT
    most_characters: int = 2_000_000  # of the sample; the paper's largest has 3.2 million

    def study(self, pages: Sequence[Page]) -> "FrequentNgrams":
        texts = sources_within(pages, self.most_characters)
        if not texts:
            return FrequentNgrams(None)
        suffixes = sort_suffixes(texts)
        if len(texts) > 1 and len(set(texts)) == 1:
            return FrequentNgrams(filter_of(find_optimal(suffixes, replace(self.search, start_percent=ALL_PERCENTS))))
        return FrequentNgrams(filter_of(divide(suffixes, self.search)))


@dataclass(frozen=True, slots=True)
class FrequentNgrams:
    """Template: the n-grams of the cut point that was found; None when there was no page."""

    useless: NgramFilter | None

    def content_scores(self, page: Page) -> Scores:
        source = source_of(page)
        useful = self.useless.range_string(source.text) if self.useless else np.ones(len(source.text), np.bool_)
        return source.shares(useful)
