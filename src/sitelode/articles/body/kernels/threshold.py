"""Compiled code behind `threshold.py`: pages have some dozens of segments, for which a call of numpy takes longer than the work."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit


@jit
def width_of(width, taken):
    """The width of the chosen segments."""
    total = 0
    for segment in range(len(width)):
        if taken[segment]:
            total += width[segment]
    return total


@jit
def segments_from(probability, width, least):
    """Which segments reach the threshold, and their width."""
    taken = np.empty(len(probability), dtype=np.bool_)
    total = 0
    for segment in range(len(probability)):
        taken[segment] = probability[segment] >= least
        if taken[segment]:
            total += width[segment]
    return taken, total
