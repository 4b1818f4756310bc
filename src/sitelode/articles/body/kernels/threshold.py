"""Compiled code for `threshold.py`: a page has some dozens of segments, and calling numpy would take longer than the work itself."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit


@jit
def width_of(width, taken):
    """The total width of the chosen segments."""
    total = 0
    for segment in range(len(width)):
        if taken[segment]:
            total += width[segment]
    return total


@jit
def segments_from(probability, width, least):
    """The segments that reach the threshold, and their total width."""
    taken = np.empty(len(probability), dtype=np.bool_)
    total = 0
    for segment in range(len(probability)):
        taken[segment] = probability[segment] >= least
        if taken[segment]:
            total += width[segment]
    return taken, total
