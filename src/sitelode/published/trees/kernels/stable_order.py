"""Stable sort for compiled code: numpy's own sorts take seconds to compile for each type."""

import numpy as np
import numpy.typing as npt

from sitelode.compiled.jit import inner

Positions = npt.NDArray[np.int64]


@inner
def stable_order(keys: npt.NDArray[np.int64]) -> Positions:
    """Positions of the keys in ascending order, ties in their original order; by merging runs whose length doubles each time."""
    order, merged = np.arange(len(keys)), np.empty(len(keys), np.int64)
    run = 1
    while run < len(keys):
        for begin in range(0, len(keys), 2 * run):
            middle, stop = min(begin + run, len(keys)), min(begin + 2 * run, len(keys))
            i, j = begin, middle
            for place in range(begin, stop):
                if i < middle and (j == stop or keys[order[i]] <= keys[order[j]]):
                    merged[place] = order[i]
                    i += 1
                else:
                    merged[place] = order[j]
                    j += 1
        order, merged = merged, order
        run *= 2
    return order
