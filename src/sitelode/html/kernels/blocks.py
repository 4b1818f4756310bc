"""Compiled code behind `blocks.py`: the nearest marked ancestor of each row."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit


@jit
def inherit(parent, marked):
    """For every row, the nearest marked row among itself and its ancestors; the root if there is none."""
    nearest = np.empty(len(parent), dtype=np.int32)
    for row in range(len(parent)):
        if marked[row] or row == 0:
            nearest[row] = row
        else:
            nearest[row] = nearest[parent[row]]
    return nearest
