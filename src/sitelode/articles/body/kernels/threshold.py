"""Compiled code for `threshold.py`: a page has some dozens of segments, and calling numpy would take longer than the work itself."""
# mypy: ignore-errors

import cython
import numpy as np


def segments_from(probability: cython.const[cython.double][::1], width: cython.const[cython.int][::1], least: cython.double):
    """The segments that reach the threshold, and their total width."""
    taken = np.empty(len(probability), dtype=np.bool_)
    chosen: cython.uchar[::1] = taken.view(np.uint8)
    total: cython.longlong = 0
    for segment in range(len(probability)):
        chosen[segment] = probability[segment] >= least
        if chosen[segment]:
            total += width[segment]
    return taken, total
