"""Compiled code behind `boosted.py`."""
# mypy: ignore-errors

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def scores(table, start, feature, threshold, leaf):
    """The sum of all trees for every row."""
    out = np.full(len(table), start, dtype=np.float64)
    inner = feature.shape[1]
    for row in range(len(table)):
        for tree in range(len(feature)):
            node = 0
            while node < inner:
                node = 2 * node + 1 + (table[row, feature[tree, node]] > threshold[tree, node])
            out[row] += leaf[tree, node - inner]
    return out
