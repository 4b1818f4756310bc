"""Cluster pages by layout, in one pass over their path sets.

Most pages of a layout have exactly the same path set, so only distinct sets are compared, and only with the seeds of clusters: the cost is
linear in pages for a bounded number of layouts. Similarity is weighted Jaccard; paths of elements that authors write weigh less.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sitelode.compiled.code_sets import how_many_among
from sitelode.counted import counted
from sitelode.paths.path_codes import AUTHORS_WEIGHT, PathSet

SIMILAR_FROM = 0.68  # similarity to a cluster's seed; the quality is the same from .66 to .70, see docs/algorithms/layout.md
# Set by hand.
RARE_SHARE = 0.02  # of pages; paths on fewer belong to single pages, not to a layout,
RARE_PAGES = 20  # unless they are on this many pages: several sites may be mixed
BARE = 3  # paths, such as html and body: a page that shares no more with others is judged by all it has, rare or not


@dataclass(frozen=True, slots=True, repr=False)
class Clusters:
    """One cluster number per page, in the order given; 0 is the largest cluster."""

    of_page: list[int]
    threshold: float

    def __repr__(self) -> str:
        return f"Clusters({counted(len(self.of_page), 'page')}, {counted(len(set(self.of_page)), 'layout')})"

    def members(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in range(max(self.of_page, default=-1) + 1)]
        for page, cluster in enumerate(self.of_page):
            found[cluster].append(page)
        return found


def clusters_of(path_sets: Sequence[PathSet], threshold: float = SIMILAR_FROM) -> Clusters:
    """Group path sets: the most frequent set is the first seed; each set joins the most similar seed, or becomes a seed.

    The result does not depend on the order of the pages.
    """
    weights = path_weights(path_sets)
    return clusters_of_sets(paths_that_count(path_sets, weights), weights, threshold)


def clusters_of_sets(sets: Sequence[frozenset[int]], weights: Mapping[int, float], threshold: float) -> Clusters:
    """The same of the paths that count, with their weights."""
    frequency = Counter(sets)
    seeds: list[tuple[frozenset[int], float]] = []
    seed_of: dict[frozenset[int], int] = {}
    for paths in sorted(frequency, key=lambda each: (-frequency[each], -len(each), sorted(each))):
        size = sum(map(weights.__getitem__, paths))
        likeness, place = most_like(paths, size, seeds, weights, threshold)
        if likeness < threshold:
            place = len(seeds)
            seeds.append((paths, size))
        seed_of[paths] = place
    return Clusters(largest_first([seed_of[paths] for paths in sets]), threshold)


def paths_that_count(path_sets: Sequence[PathSet], weights: Mapping[int, float]) -> list[frozenset[int]]:
    """The paths of each page that count."""
    return [frozenset(filter(weights.__contains__, each.codes.tolist())) for each in path_sets]


def path_weights(path_sets: Sequence[PathSet]) -> dict[int, float]:
    """The paths that count, with their weights. Those of bare pages count too, or any two small pages would be of one layout."""
    if not path_sets:
        return {}
    every = np.concatenate([each.codes for each in path_sets])
    codes, first, pages = np.unique(every, return_index=True, return_counts=True)
    authors = np.concatenate([each.authors for each in path_sets])[first]
    least = min(max(2, min(RARE_SHARE * len(path_sets), RARE_PAGES)), len(path_sets))
    counts = pages >= least
    weights = dict(zip(codes[counts].tolist(), np.where(authors[counts], AUTHORS_WEIGHT, 1.0).tolist(), strict=True))
    known = codes[counts]
    bare = [each.codes.tolist() for each in path_sets if len(each.codes) > BARE >= how_many_among(each.codes, known)]
    return dict.fromkeys((code for own in bare for code in own), 1.0) | weights


def most_like(
    paths: frozenset[int],
    size: float,
    seeds: Sequence[tuple[frozenset[int], float]],
    weights: Mapping[int, float],
    threshold: float,
) -> tuple[float, int]:
    """The similarity and index of the nearest seed, the first of equals; seeds that cannot reach the threshold are skipped."""
    best, place = 0.0, 0
    for number, (seed, seed_size) in enumerate(seeds):
        if min(size, seed_size) < threshold * max(size, seed_size):
            continue
        common = sum(map(weights.__getitem__, paths & seed))
        union = size + seed_size - common
        likeness = common / union if union else 1.0
        if likeness > best:
            best, place = likeness, number
    return best, place


def largest_first(seeds: list[int]) -> list[int]:
    """Renumber clusters by size; equal sizes keep the order of their seeds."""
    sizes = Counter(seeds)
    rank = {seed: place for place, seed in enumerate(sorted(sizes, key=lambda seed: (-sizes[seed], seed)))}
    return [rank[seed] for seed in seeds]
