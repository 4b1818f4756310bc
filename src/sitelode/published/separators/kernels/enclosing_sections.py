"""Compiled code behind `block_entropy.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit


@jit
def nearest_flagged(tag, parent, flags):
    """For every row the nearest enclosing element whose tag is flagged, itself included; the root if there is none."""
    nearest = np.zeros(len(tag), dtype=np.int32)
    for row in range(1, len(tag)):
        nearest[row] = row if flags[tag[row]] else nearest[parent[row]]
    return nearest


@jit
def inside(end, chosen):
    """Rows inside a chosen one, itself included."""
    marked = np.zeros(len(end), dtype=np.bool_)
    stop = 0
    for row in range(len(end)):
        if chosen[row] and end[row] > stop:
            stop = end[row]
        marked[row] = row < stop
    return marked
