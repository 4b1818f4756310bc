"""Compiled code for `tree_model.py`.

Instead of going down a tree row by row, every inner node is asked for sixteen rows at once, which compilers turn into few instructions on
many numbers: a row that goes to the right of a node reaches none of the leaves on its left. Of the leaves that remain in the end, a row
has reached the first.
"""
# mypy: ignore-errors

import cython
import numpy as np

Table = cython.typedef(cython.const[cython.float][:, ::1])
Features = cython.typedef(cython.const[cython.int][:, ::1])
LeafSets = cython.typedef(cython.const[cython.uint][::1])  # bit by bit, the first leaf is the lowest
MOST_LEAVES = 32

# A single bit, multiplied by this, has another number in bits 27 to 31 for each of its 32 places.
_spread = cython.declare(cython.ulonglong, np.uint64(0x077CB531))
_place_of_bit = cython.declare(cython.uchar[::1], np.zeros(MOST_LEAVES, dtype=np.uint8))
for _bit in range(MOST_LEAVES):
    _place_of_bit[(0x077CB531 << _bit >> 27) & 31] = _bit


def scores(table: Table, start: cython.double, feature: Features, threshold: Table, leaf: Table):
    """The sum of all trees for every row."""
    if leaf.shape[1] > MOST_LEAVES:
        message = f"trees have up to {MOST_LEAVES} leaves, not {leaf.shape[1]}"
        raise ValueError(message)
    rows, columns = table.shape[0], table.shape[1]
    found = np.full(rows, start, dtype=np.float64)
    out: cython.double[::1] = found
    to_the_left: LeafSets = _leaves_to_the_left(feature.shape[1])
    cells: cython.float[:, ::1] = np.zeros((columns, 16), dtype=np.float32)
    passed: cython.uint[::1] = np.empty(16, dtype=np.uint32)
    first: cython.Py_ssize_t = 0
    with cython.nogil:
        while first < rows:
            last = min(first + 16, rows)
            for row in range(first, last):
                for column in range(columns):
                    cells[column, row - first] = table[row, column]
            _add_trees(cells, feature, threshold, leaf, to_the_left, passed, out[first:last])
            first = last
    return found


def _leaves_to_the_left(inner):
    """For every inner node, the leaves below its left child."""
    sets = np.empty(inner, dtype=np.uint32)
    for node in range(inner):
        level = (node + 1).bit_length() - 1
        below = (inner + 1) >> level
        sets[node] = ((1 << below // 2) - 1) << (node + 1 - (1 << level)) * below
    return sets


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_trees(
    cells: Table, feature: Features, threshold: Table, leaf: Table, to_the_left: LeafSets, passed: cython.uint[::1], out: cython.double[::1]
) -> cython.void:
    """Add one leaf of every tree to each of sixteen rows; a column of `cells` is a row of the table.

    `passed` is for the leaves that each row does not reach.
    """
    for tree in range(len(feature)):
        column = feature[tree, 0]
        limit = threshold[tree, 0]
        leaves = to_the_left[0]
        for row in range(16):
            passed[row] = leaves if cells[column, row] > limit else 0
        for node in range(1, len(to_the_left), 2):  # two children at a time
            column, other_column = feature[tree, node], feature[tree, node + 1]
            limit, other_limit = threshold[tree, node], threshold[tree, node + 1]
            leaves, other_leaves = to_the_left[node], to_the_left[node + 1]
            for row in range(16):
                passed[row] |= (leaves if cells[column, row] > limit else 0) | (
                    other_leaves if cells[other_column, row] > other_limit else 0
                )
        for row in range(len(out)):
            reached: cython.uint = ~passed[row] & (passed[row] + 1)
            out[row] += leaf[tree, _place_of_bit[(reached * _spread >> 27) & 31]]
