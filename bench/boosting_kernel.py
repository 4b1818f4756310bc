"""Compiled code behind `boosting.py`."""
# mypy: ignore-errors

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def _best_split(g_sums, h_sums, total_g, total_h, smoothing, least_weight):
    """The gain of the best cut of one feature in one node, and the last bin that goes left."""
    best, cut = 0.0, -1
    left_g, left_h = 0.0, 0.0
    whole = total_g * total_g / (total_h + smoothing)
    for place in range(len(g_sums) - 1):
        left_g += g_sums[place]
        left_h += h_sums[place]
        right_h = total_h - left_h
        if left_h < least_weight or right_h < least_weight:
            continue
        right_g = total_g - left_g
        gain = left_g * left_g / (left_h + smoothing) + right_g * right_g / (right_h + smoothing) - whole
        if gain > best:
            best, cut = gain, place
    return best, cut


@njit(cache=True, nogil=True)
def grow(binned, gradient, hessian, rows, features, depth, bins, smoothing, least_weight, leaves_out):
    """One complete tree: features and bins of its inner nodes level by level, values of its leaves; leaves_out gets each row's leaf.

    `binned` has a row for every feature, which is read from its beginning to its end.
    """
    inner = (1 << depth) - 1
    feature_of = np.zeros(inner, dtype=np.int32)
    cut_of = np.full(inner, bins, dtype=np.int32)  # everything left
    node = leaves_out
    node[:] = 0
    g, h = gradient[rows], hessian[rows]
    for level in range(depth):
        first, count = (1 << level) - 1, 1 << level
        here = node[rows]
        total_g, total_h, best = np.zeros(count), np.zeros(count), np.full(count, 1e-9)
        for number in range(len(rows)):
            total_g[here[number]] += g[number]
            total_h[here[number]] += h[number]
        for feature in features:
            values = binned[feature]
            g_sums, h_sums = np.zeros((count, bins)), np.zeros((count, bins))
            for number in range(len(rows)):
                place, value = here[number], values[rows[number]]
                g_sums[place, value] += g[number]
                h_sums[place, value] += h[number]
            for place in range(count):
                gain, cut = _best_split(g_sums[place], h_sums[place], total_g[place], total_h[place], smoothing, least_weight)
                if gain > best[place]:
                    best[place], feature_of[first + place], cut_of[first + place] = gain, feature, cut
        for row in range(len(node)):
            place = node[row]
            node[row] = 2 * place + (binned[feature_of[first + place], row] > cut_of[first + place])
    leaf_g, leaf_h = np.zeros(1 << depth), np.zeros(1 << depth)
    for number in range(len(rows)):
        leaf_g[node[rows[number]]] += g[number]
        leaf_h[node[rows[number]]] += h[number]
    return feature_of, cut_of, -leaf_g / (leaf_h + smoothing)
