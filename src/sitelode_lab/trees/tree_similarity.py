"""Similarity of many pairs of trees: the share of nodes that a mapping finds in common, for all pairs in one call.

The similarity is that of the News Ripper thesis, 12.5.1: the size of the common tree divided by the size of the larger tree. Only that
number is computed, not the mapping.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitelode_lab.trees.kernels.common_sizes import common_sizes
from sitelode_lab.trees.labelled_tree import Forest
from sitelode_lab.trees.tree_mapping import CELL_BUDGET, MAPPINGS


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
