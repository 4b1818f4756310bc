"""Compiled code behind `boosting.py`."""
# mypy: ignore-errors

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def _histograms(binned, rows, features, node, gradient, hessian, nodes, bins):
    sums = np.zeros((nodes, len(features), bins, 2))
    for row in rows:
        place = node[row]
        g, h = gradient[row], hessian[row]
        for number in range(len(features)):
            cell = sums[place, number, binned[row, features[number]]]
            cell[0] += g
            cell[1] += h
    return sums


@njit(cache=True, nogil=True)
def _best_split(sums, smoothing, least_weight):
    """The feature's place and the last bin that goes left with the largest gain; -1 where no split gains."""
    best, feature, cut = 1e-9, -1, 0
    for number in range(sums.shape[0]):
        total_g, total_h = 0.0, 0.0
        for place in range(sums.shape[1]):
            total_g += sums[number, place, 0]
            total_h += sums[number, place, 1]
        left_g, left_h = 0.0, 0.0
        whole = total_g * total_g / (total_h + smoothing)
        for place in range(sums.shape[1] - 1):
            left_g += sums[number, place, 0]
            left_h += sums[number, place, 1]
            right_h = total_h - left_h
            if left_h < least_weight or right_h < least_weight:
                continue
            right_g = total_g - left_g
            gain = left_g * left_g / (left_h + smoothing) + right_g * right_g / (right_h + smoothing) - whole
            if gain > best:
                best, feature, cut = gain, number, place
    return feature, cut


@njit(cache=True, nogil=True)
def grow(binned, gradient, hessian, rows, features, depth, bins, smoothing, least_weight, leaves_out):
    """One complete tree: features and bins of its inner nodes level by level, values of its leaves; leaves_out gets each row's leaf."""
    inner = (1 << depth) - 1
    feature_of = np.zeros(inner, dtype=np.int32)
    cut_of = np.full(inner, bins, dtype=np.int32)  # everything left
    node = np.zeros(len(binned), dtype=np.int32)
    for level in range(depth):
        first, count = (1 << level) - 1, 1 << level
        sums = _histograms(binned, rows, features, node, gradient, hessian, count, bins)
        for place in range(count):
            number, cut = _best_split(sums[place], smoothing, least_weight)
            if number >= 0:
                feature_of[first + place], cut_of[first + place] = features[number], cut
        for row in range(len(binned)):
            place = node[row]
            node[row] = 2 * place + (binned[row, feature_of[first + place]] > cut_of[first + place])
    g, h = np.zeros(1 << depth), np.zeros(1 << depth)
    for row in rows:
        g[node[row]] += gradient[row]
        h[node[row]] += hessian[row]
    leaves_out[:] = node
    return feature_of, cut_of, -g / (h + smoothing)
