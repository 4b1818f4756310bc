"""Compiled code behind `ranking.py`."""
# mypy: ignore-errors

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def tree_sums(table, feature, threshold, leaf):
    """The sum of all trees for every row; trees are complete, inner nodes level by level, a value above the threshold goes right."""
    out = np.zeros(len(table), dtype=np.float64)
    inner = feature.shape[1]
    for row in range(len(table)):
        for tree in range(len(feature)):
            node = 0
            while node < inner:
                node = 2 * node + 1 + (table[row, feature[tree, node]] > threshold[tree, node])
            out[row] += leaf[tree, node - inner]
    return out
