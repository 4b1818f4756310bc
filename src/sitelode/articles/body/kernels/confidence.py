"""Compiled code for `confidence.py`."""
# mypy: ignore-errors

import cython
import numpy as np


def agreement(probability: cython.const[cython.double][::1], widths, taken):
    """The expected F1 of the chosen segments, if each is body with its probability."""
    width: cython.const[cython.int][::1] = np.asarray(widths, dtype=np.int32)
    is_taken: cython.const[cython.uchar][::1] = taken.view(np.uint8)
    likely: cython.double = 0.0
    right: cython.double = 0.0
    chosen: cython.longlong = 0
    for segment in range(len(width)):
        mass = probability[segment] * width[segment]
        likely += mass
        if is_taken[segment]:
            right += mass
            chosen += width[segment]
    return 2 * right / max(chosen + likely, 1.0)
