"""Compiled code behind `child_steps.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit


@jit
def places_of_type(parent, end, tag):
    """For every row its place, from 1, among the children of its parent with its tag."""
    rows = len(parent)
    places = np.ones(rows, dtype=np.int32)
    count = np.zeros(1 << 16, dtype=np.int32)
    for row in range(rows):
        child = row + 1
        while child < end[row]:
            count[tag[child]] += 1
            places[child] = count[tag[child]]
            child = end[child]
        child = row + 1
        while child < end[row]:
            count[tag[child]] = 0
            child = end[child]
    return places
