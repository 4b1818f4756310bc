"""Compiled code for sums over trees, distances in trees, and means over classes. In every tree, parents come before children."""
# mypy: ignore-errors

import numpy as np

from sitelode.articles.body.feature_names import CORE_SHARES
from sitelode.compiled.jit import jit


@jit
def depths_of(above):
    """The depth of each element."""
    depth = np.zeros(len(above), dtype=np.int32)
    for element in range(1, len(above)):
        depth[element] = depth[above[element]] + 1
    return depth


@jit
def subtree_sums(above, values):
    """For every element, the sum of the values in its subtree."""
    sums = values.copy()
    for element in range(len(above) - 1, 0, -1):
        sums[above[element]] += sums[element]
    return sums


@jit
def core_distances(above, sums):
    """For every element and each of CORE_SHARES, the steps up to an element that contains the core, and from there down to the core."""
    depth = depths_of(above)
    out = np.zeros((len(above), 2 * len(CORE_SHARES)), dtype=np.float32)
    for number in range(len(CORE_SHARES)):
        core = _core(above, sums, CORE_SHARES[number])
        meeting = nearest_unflagged(above, ~flags_around(above, core))
        for element in range(len(above)):
            out[element, 2 * number] = depth[element] - depth[meeting[element]]
            out[element, 2 * number + 1] = depth[core] - depth[meeting[element]]
    return out


@jit
def _core(above, sums, share):
    """The innermost element reached by going down to the heaviest child while it holds this share of the total."""
    heaviest = np.full(len(above), -1, dtype=np.int32)
    for element in range(1, len(above)):
        parent = above[element]
        if heaviest[parent] < 0 or sums[element] > sums[heaviest[parent]]:
            heaviest[parent] = element
    core = 0
    while heaviest[core] >= 0 and sums[heaviest[core]] >= share * sums[0] and sums[0] > 0:
        core = heaviest[core]
    return core


@jit
def flags_around(above, element):
    """Flag an element and all elements above it; -1 means no element."""
    flags = np.zeros(len(above), dtype=np.bool_)
    while element >= 0:
        flags[element] = True
        element = above[element]
    return flags


@jit
def nearest_unflagged(above, flagged):
    """For every element, the nearest one at or above it without the flag."""
    nearest = np.zeros(len(above), dtype=np.int32)
    for element in range(1, len(above)):
        nearest[element] = nearest[above[element]] if flagged[element] else element
    return nearest


@jit
def grouped_means(table, group, groups):
    """The mean row of each group."""
    sums = np.zeros((groups, table.shape[1]), dtype=np.float64)
    counts = np.zeros(groups, dtype=np.int64)
    for row in range(len(table)):
        counts[group[row]] += 1
        for column in range(table.shape[1]):
            sums[group[row], column] += table[row, column]
    for number in range(groups):
        for column in range(table.shape[1]):
            sums[number, column] /= max(counts[number], 1)
    return sums
