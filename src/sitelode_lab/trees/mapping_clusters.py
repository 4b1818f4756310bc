"""News Ripper's clusters: a tree mapping for every pair of pages, then a threshold.

Jasselette and Vanderwhale, thesis, 2005, section 12.5.3. Quadratic in pages; mining uses `layout/clusters.py` instead.
Implemented: pairs sorted by similarity; the pages of the best pair found a cluster; every page not yet clustered that is similar enough to
the founder joins; pages similar to none stay alone. Decided: ties in similarity are in the order of pages. Added, as the thesis asks for in
its conclusion: a warning where the fast mapping was fooled. One more element near the root is enough, and everything after it is lost.

The similarity is that of 12.5.1: the size of the common tree divided by the size of the larger tree.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.tree_mapping import MAPPINGS, TreeMapping


def similarities_of_pairs(trees: Sequence[LabelledTree], pairs: Iterable[Sequence[int]], method: str = "restricted") -> NDArray[np.float64]:
    """For each pair of tree numbers the share of nodes that a mapping finds in common: 0 nothing, 1 equal."""
    if method not in MAPPINGS:
        raise ValueError(f"no mapping is called {method!r}; take one of {', '.join(MAPPINGS)}")
    return np.array([MAPPINGS[method](trees[one], trees[other]).similarity for one, other in pairs], np.float64)


SIMILAR_FROM = 0.6  # the thesis' example
MUCH = 0.2  # of the similarity: by so much more the fine mapping must find that the fast one was fooled; set by hand


def thesis_clusters(trees: Sequence[LabelledTree], threshold: float = SIMILAR_FROM, method: str = "fine") -> list[int]:
    """One cluster number per tree."""
    pairs = np.array(list(combinations(range(len(trees)), 2)), dtype=np.int64).reshape(-1, 2)
    rates = similarities_of_pairs(trees, pairs, method)
    return clusters_from_rates(pairs, rates, len(trees), threshold)


def fooled_warning(fast: TreeMapping, fine: TreeMapping) -> str | None:
    """One line, or None where both mappings of two trees say about the same."""
    if fine.similarity - fast.similarity < MUCH:
        return None
    return (
        f"warning: fast finds a similarity of {fast.similarity:.3f}, fine finds {fine.similarity:.3f}; "
        "it stops at the first children that differ"
    )


def fooled_pairs(trees: Sequence[LabelledTree]) -> int:
    """The number of pairs on which the fast mapping finds far less in common than the fine one."""
    pairs = np.array(list(combinations(range(len(trees)), 2)), dtype=np.int64).reshape(-1, 2)
    fast, fine = (similarities_of_pairs(trees, pairs, method) for method in ("fast", "fine"))
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
