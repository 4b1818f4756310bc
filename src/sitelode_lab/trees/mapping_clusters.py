"""News Ripper's clusters: a tree mapping for every pair of pages, then a threshold.

Jasselette and Vanderwhale, thesis, 2005, section 12.5.3. Quadratic in pages; mining uses `layout/clusters.py` instead.
Implemented: pairs sorted by similarity; the pages of the best pair found a cluster; every page not yet clustered that is similar enough to
the founder joins; pages similar to none stay alone. Decided: ties in similarity are in the order of pages. Added, as the thesis asks for in
its conclusion: a warning where the fast mapping was fooled. One more element near the root is enough, and everything after it is lost.

Similarity of many pairs of trees: the share of nodes that a mapping finds in common, for all pairs in one call.

The similarity is that of the News Ripper thesis, 12.5.1: the size of the common tree divided by the size of the larger tree. Only that
number is computed, not the mapping.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from sitelode_lab.trees.kernels.common_sizes import common_sizes
from sitelode_lab.trees.labelled_tree import Forest, LabelledTree
from sitelode_lab.trees.tree_mapping import CELL_BUDGET, MAPPINGS, TreeMapping


@dataclass(frozen=True, slots=True, eq=False)
class Similarities:
    """One entry per pair."""

    rate: npt.NDArray[np.float64]  # 0 nothing in common, 1 equal
    exact: npt.NDArray[np.bool_]  # False: the trees were too large to be sure that the mapping is the cheapest


def similarities_of_pairs(forest: Forest, pairs: npt.ArrayLike, method: str = "restricted", cell_budget: int = CELL_BUDGET) -> Similarities:
    """Compare pairs of trees of a forest; each pair is a row of two tree numbers."""
    if method not in MAPPINGS:
        raise ValueError(f"no mapping is called {method!r}; take one of {', '.join(MAPPINGS)}")
    numbers = np.ascontiguousarray(pairs, np.int64).reshape(-1, 2)
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < len(forest)):
        raise IndexError(f"trees {numbers.min()} to {numbers.max()} are asked for; the forest has {len(forest)}")
    common, exact = common_sizes((forest.rows, forest.start), numbers, list(MAPPINGS).index(method), cell_budget)
    larger = np.diff(forest.start)[numbers].max(axis=1)
    return Similarities(np.divide(common, larger, out=np.ones(len(numbers)), where=larger > 0), exact)


SIMILAR_FROM = 0.6  # the thesis' example
MUCH = 0.2  # of the similarity: by so much more the fine mapping must find that the fast one was fooled; set by hand


def thesis_clusters(trees: Sequence[LabelledTree], threshold: float = SIMILAR_FROM, method: str = "fine") -> list[int]:
    """One cluster number per tree."""
    pairs = np.array(list(combinations(range(len(trees)), 2)), dtype=np.int64).reshape(-1, 2)
    rates = similarities_of_pairs(Forest.of(trees), pairs, method).rate
    return clusters_from_rates(pairs, rates, len(trees), threshold)


def fooled_warning(fast: TreeMapping, fine: TreeMapping) -> str | None:
    """One line, or None where both mappings of two trees say about the same."""
    if fine.similarity - fast.similarity < MUCH:
        return None
    return (
        f"warning: fast was fooled: it finds a similarity of {fast.similarity:.3f}, fine finds {fine.similarity:.3f}; "
        "it stops at the first children that differ"
    )


def fooled_pairs(trees: Sequence[LabelledTree]) -> int:
    """The number of pairs on which the fast mapping finds far less in common than the fine one."""
    pairs = np.array(list(combinations(range(len(trees)), 2)), dtype=np.int64).reshape(-1, 2)
    forest = Forest.of(trees)
    fast, fine = (similarities_of_pairs(forest, pairs, method).rate for method in ("fast", "fine"))
    return int((fine - fast >= MUCH).sum())


def clusters_from_rates(pairs: NDArray[np.int64], rates: NDArray[np.float64], count: int, threshold: float) -> list[int]:
    """The second loop of the algorithm: clusters from the similarity of each pair."""
    rate = np.eye(count)
    rate[pairs[:, 0], pairs[:, 1]] = rate[pairs[:, 1], pairs[:, 0]] = rates
    cluster = np.full(count, -1)
    clusters = 0
    for place in np.argsort(-rates, kind="stable"):
        if rates[place] < threshold:
            break
        for founder in pairs[place]:
            if cluster[founder] < 0:
                cluster[(rate[founder] >= threshold) & (cluster < 0)] = clusters
                clusters += 1
                break
    alone = np.flatnonzero(cluster < 0)
    cluster[alone] = clusters + np.arange(len(alone))
    return [int(number) for number in cluster]
