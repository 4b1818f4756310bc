"""Compiled code for `containers.py`: one probability for each list and table of a merged tree."""

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.jit import jit

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


@jit
def containers(above: Ints, wanted: NDArray[np.bool_], outermost: bool) -> Ints:  # noqa: FBT001 (compiled)
    """For every element, the nearest or outermost wanted element at or above it, or -1; parents come before children."""
    found = np.full(len(above), -1, dtype=np.int32)
    for place in range(len(above)):
        inherited = found[above[place]] if above[place] >= 0 else np.int32(-1)
        own = wanted[place] and not (outermost and inherited >= 0)
        found[place] = place if own else inherited
    return found


@jit
def even_out(container: Ints, path: Ints, width: Floats, count: NDArray[np.int64], probability: Floats, longest: float) -> Floats:
    """One probability for all classes of a container if its lines are short on average; classes that are never body keep 0."""
    total, lines, body = np.zeros(len(container)), np.zeros(len(container)), np.zeros(len(container))
    for place in range(len(path)):
        whole = container[path[place]]
        if whole >= 0:
            total[whole] += width[place]
            lines[whole] += count[place]
            body[whole] += width[place] * probability[place]
    found = probability.copy()
    for place in range(len(path)):
        whole = container[path[place]]
        if whole >= 0 and found[place] > 0 and 0 < total[whole] <= longest * lines[whole]:
            found[place] = body[whole] / total[whole]
    return found
