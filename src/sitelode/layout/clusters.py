"""Pages of one layout together, in one pass over their path sets."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sitelode.layout.path_sets import Codes

SIMILAR_FROM = 0.65  # Jaccard similarity to a cluster's seed; between .6 and .65 the result hardly changes
RARE_SHARE = 0.02  # of pages; paths on fewer belong to single pages, not to a layout


@dataclass(frozen=True, slots=True)
class Clusters:
    """One cluster number per page, in the order given; 0 is the largest cluster."""

    of_page: list[int]
    threshold: float

    def members(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in range(max(self.of_page, default=-1) + 1)]
        for page, cluster in enumerate(self.of_page):
            found[cluster].append(page)
        return found


def clusters_of(path_sets: Sequence[Codes], threshold: float = SIMILAR_FROM) -> Clusters:
    """Group path sets: the most frequent set is the first seed; each set joins the seed it is most like, or becomes one.

    The result does not depend on the order of the pages. Time is linear in pages for a bounded number of layouts.
    """
    sets = _without_rare(path_sets)
    frequency = Counter(sets)
    seeds: list[frozenset[int]] = []
    seed_of: dict[frozenset[int], int] = {}
    for paths in sorted(frequency, key=lambda each: (-frequency[each], -len(each), sorted(each))):
        likeness, nearest = max(((_jaccard(paths, seed), -place) for place, seed in enumerate(seeds)), default=(0.0, 0))
        if likeness >= threshold and seeds:
            seed_of[paths] = -nearest
        else:
            seed_of[paths] = len(seeds)
            seeds.append(paths)
    return Clusters(_largest_first([seed_of[paths] for paths in sets]), threshold)


def _without_rare(path_sets: Sequence[Codes]) -> list[frozenset[int]]:
    if not path_sets:
        return []
    codes, pages = np.unique(np.concatenate(path_sets), return_counts=True)
    common = codes[pages >= min(max(2, RARE_SHARE * len(path_sets)), len(path_sets))]
    return [frozenset(each[np.isin(each, common, assume_unique=True)].tolist()) for each in path_sets]


def _jaccard(one: frozenset[int], other: frozenset[int]) -> float:
    if not one and not other:
        return 1.0
    common = len(one & other)
    return common / (len(one) + len(other) - common)


def _largest_first(seeds: list[int]) -> list[int]:
    """Renumber clusters by size; equal sizes keep the order of their seeds."""
    sizes = Counter(seeds)
    rank = {seed: place for place, seed in enumerate(sorted(sizes, key=lambda seed: (-sizes[seed], seed)))}
    return [rank[seed] for seed in seeds]
