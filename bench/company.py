"""More pages of a site must not make any of them worse: the same pages read alone, among five, and with all that is known of the site."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from bench.article_samples import INDEX_PAGES, Sample, TruePage
from bench.corpora import ARTICLE_CORPORA, WITH_INDEX_PAGES

FEW = (1, 5)  # pages of a layout
LOST_FROM = 0.02  # of F1

Pairs: TypeAlias = list[tuple[float, float]]  # F1 with few pages, F1 with all


@dataclass(frozen=True, slots=True)
class Company:
    """The pages of a corpus that were read with few others and with all."""

    pages: int
    few: float  # mean F1
    all: float
    losing: float  # share of the pages that lose more than LOST_FROM by further ones

    @classmethod
    def of(cls, pairs: Pairs) -> "Company":
        few, whole = np.array(pairs).T
        return cls(len(pairs), float(few.mean()), float(whole.mean()), float((whole < few - LOST_FROM).mean()))


@dataclass(slots=True)
class Companies:
    """F1 of every page in every sample so far."""

    whole: dict[tuple[str, str, str], float] = field(default_factory=dict)  # by corpus, site and page
    few: dict[tuple[str, int], list[tuple[str, str, float]]] = field(default_factory=lambda: defaultdict(list))  # by corpus and size

    def add(self, each: Sample, page: TruePage, f1: float) -> None:
        if each.whole:
            self.whole[each.corpus, each.site, page.name] = f1
        elif (size := each.features.segments.pages) in FEW and size == len(each.pages):
            self.few[each.corpus, size].append((each.site, page.name, f1))

    def compared(self) -> dict[tuple[str, int], Company]:
        """For each corpus and size, without and with index pages, where there are pages to compare."""
        found = {}
        for corpus in (*ARTICLE_CORPORA, *(name + INDEX_PAGES for name in WITH_INDEX_PAGES)):
            for size in FEW:
                known = self.few.get((corpus.removesuffix(INDEX_PAGES), size), ())
                pairs: Pairs = [(f1, self.whole[corpus, site, page]) for site, page, f1 in known if (corpus, site, page) in self.whole]
                if pairs:
                    found[corpus, size] = Company.of(pairs)
        return found


def report_company(divisions: Sequence[Mapping[tuple[str, int], Company]]) -> None:
    print("\n| the same pages | with | F1 | with all pages | pages that lose .02 |\n|---|---:|---:|---:|---:|")
    for corpus, size in divisions[0]:
        every = [found[corpus, size] for found in divisions]
        few, whole, losing = (np.mean([getattr(each, name) for each in every]) for name in ("few", "all", "losing"))
        print(f"| {corpus} ({every[0].pages}) | {size} | {few:.4f} | {whole:.4f} | {100 * losing:.1f} % |")
    print()
