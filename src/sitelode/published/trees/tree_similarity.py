"""How alike many pairs of trees are: the share of nodes that a mapping leaves in common, for all pairs in one call.

The similarity is that of the News Ripper thesis, 12.5.1: the size of the common tree by the size of the larger tree. Nothing but that
number is computed, no mapping, and the interpreter's lock is free meanwhile, so that threads can share the pairs.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitelode.published.trees.labelled_tree import Forest
from sitelode.published.trees.tree_mapping import CELL_BUDGET, MAPPINGS


@dataclass(frozen=True, slots=True, eq=False)
class Similarities:
    """One entry per pair."""

    rate: npt.NDArray[np.float64]  # 0 nothing in common, 1 equal
    exact: npt.NDArray[np.bool_]  # False: the trees were too large to make sure that the mapping is the cheapest


def similarities_of_pairs(forest: Forest, pairs: npt.ArrayLike, method: str = "restricted", cell_budget: int = CELL_BUDGET) -> Similarities:
    """Compare trees of a forest: a row of two numbers for each pair."""
    from sitelode.published.trees.kernels.common_sizes import common_sizes  # noqa: PLC0415  numba is slow to import

    if method not in MAPPINGS:
        raise ValueError(f"no mapping is called {method!r}; take one of {', '.join(MAPPINGS)}")
    numbers = np.ascontiguousarray(pairs, np.int64).reshape(-1, 2)
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < len(forest)):
        raise IndexError(f"trees {numbers.min()} to {numbers.max()} are asked for; the forest has {len(forest)}")
    common, exact = common_sizes((forest.rows, forest.start), numbers, list(MAPPINGS).index(method), cell_budget)
    larger = np.diff(forest.start)[numbers].max(axis=1)
    return Similarities(np.divide(common, larger, out=np.ones(len(numbers)), where=larger > 0), exact)
