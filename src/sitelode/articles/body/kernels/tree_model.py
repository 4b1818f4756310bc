"""Compiled code for `tree_model.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit


@jit
def scores(table, start, feature, threshold, leaf):
    """The sum of all trees for every row.

    All rows go down one level of a tree before the next level, so that no step waits for the one before it. Unsigned numbers save the
    check for negative indexes.
    """
    cells, width, inner = table.ravel(), np.uint64(table.shape[1]), np.uint64(feature.shape[1])
    out = np.full(len(table), start, dtype=np.float64)
    node = np.empty(len(table), dtype=np.uint64)
    levels = 0
    while (1 << levels) <= feature.shape[1]:
        levels += 1
    for tree in range(len(feature)):
        features, thresholds, leaves = feature[tree], threshold[tree], leaf[tree]
        node[:] = 0
        for _ in range(levels):
            for row in range(len(table)):
                above = node[row]
                goes_right = cells[np.uint64(row) * width + np.uint64(features[above])] > thresholds[above]
                node[row] = above + above + np.uint64(1) + np.uint64(goes_right)
        for row in range(len(table)):
            out[row] += leaves[node[row] - inner]
    return out
