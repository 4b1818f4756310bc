"""Compiled code behind `child_steps.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Numbers, Tags


def places_of_type(parent: Numbers, end: Numbers, tag: Tags):
    """For every row its place, from 1, among the children of its parent with its tag."""
    found, counts = np.ones(len(parent), dtype=np.int32), np.zeros(1 << 16, dtype=np.int32)
    places: cython.int[::1] = found
    count: cython.int[::1] = counts
    with cython.nogil:
        for row in range(len(parent)):
            child = row + 1
            while child < end[row]:
                count[tag[child]] += 1
                places[child] = count[tag[child]]
                child = end[child]
            child = row + 1
            while child < end[row]:
                count[tag[child]] = 0
                child = end[child]
    return found
