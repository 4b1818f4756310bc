"""Compiled code behind `block_entropy.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Flags, Numbers, Tags


def nearest_flagged(tag: Tags, parent: Numbers, flags):
    """For every row the nearest enclosing element whose tag is flagged, itself included; the root if there is none."""
    found = np.zeros(len(tag), dtype=np.int32)
    nearest: cython.int[::1] = found
    flagged: Flags = flags.view(np.uint8)
    with cython.nogil:
        for row in range(1, len(tag)):
            if flagged[tag[row]]:
                nearest[row] = row
            else:
                nearest[row] = nearest[parent[row]]
    return found


def inside(end: Numbers, chosen):
    """Rows inside a chosen one, itself included."""
    found = np.zeros(len(end), dtype=np.bool_)
    marked: cython.uchar[::1] = found.view(np.uint8)
    is_chosen: Flags = chosen.view(np.uint8)
    stop: cython.Py_ssize_t = 0
    with cython.nogil:
        for row in range(len(end)):
            if is_chosen[row] and end[row] > stop:
                stop = end[row]
            marked[row] = row < stop
    return found
