"""Compiled code behind `blocks.py`: the nearest marked ancestor of each row."""
# mypy: ignore-errors

import cython
import numpy as np


def inherit(parent: cython.const[cython.int][::1], marked):
    """For every row, the nearest marked row among itself and its ancestors; the root if there is none."""
    is_marked: cython.const[cython.uchar][::1] = marked.view(np.uint8)
    found = np.empty(len(parent), dtype=np.int32)
    nearest: cython.int[::1] = found
    for row in range(len(parent)):
        nearest[row] = row if is_marked[row] or row == 0 else nearest[parent[row]]
    return found
