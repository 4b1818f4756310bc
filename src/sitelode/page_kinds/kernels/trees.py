"""Compiled code behind `model.py`."""
# mypy: ignore-errors

import cython

Floats = cython.typedef(cython.const[cython.float][:, ::1])
Numbers = cython.typedef(cython.const[cython.int][:, ::1])


def add_leaves(table: Floats, feature: Numbers, threshold: Floats, leaf: Floats, found: cython.double[::1]):
    """Add the leaf of every tree to the sum of each row; trees are complete, their inner nodes level by level."""
    rows, trees, inner = table.shape[0], feature.shape[0], feature.shape[1]
    with cython.nogil:
        for row in range(rows):
            for tree in range(trees):
                node: cython.Py_ssize_t = 0
                while node < inner:
                    node = 2 * node + (2 if table[row, feature[tree, node]] > threshold[tree, node] else 1)
                found[row] += leaf[tree, node - inner]
