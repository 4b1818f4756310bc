"""Compiled code for what follows the trees: containers of text."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Doubles, Flags, Numbers, Places


def containers(above: Numbers, wanted, outermost: cython.bint):
    """For every element, the nearest or outermost wanted element at or above it, or -1; parents come before children."""
    found = np.empty(len(above), dtype=np.int32)
    container: cython.int[::1] = found
    is_wanted: Flags = wanted.view(np.uint8)
    with cython.nogil:
        for place in range(len(above)):
            inherited: cython.int = container[above[place]] if above[place] >= 0 else -1
            container[place] = place if is_wanted[place] and not (outermost and inherited >= 0) else inherited
    return found


def even_out(
    container: Numbers, path: Numbers, width: Doubles, count: Places, probability, longest: cython.double, sure, mixed: cython.double
):
    """One probability for all classes of a container if its lines are short on average; classes that are never body keep 0.

    A container of which shares of at least `mixed` are below the first and above the second of the `sure` probabilities is a frame.
    """
    total: cython.double[::1] = np.zeros(len(container))
    lines: cython.double[::1] = np.zeros(len(container))
    body: cython.double[::1] = np.zeros(len(container))
    outside: cython.double[::1] = np.zeros(len(container))
    inside: cython.double[::1] = np.zeros(len(container))
    given: Doubles = probability
    found = np.array(probability)
    evened: cython.double[::1] = found
    low: cython.double = sure[0]
    high: cython.double = sure[1]
    with cython.nogil:
        for place in range(len(path)):
            whole = container[path[place]]
            if whole >= 0:
                total[whole] += width[place]
                lines[whole] += count[place]
                body[whole] += width[place] * given[place]
                if 0 < given[place] < low:
                    outside[whole] += width[place]
                elif given[place] >= high:
                    inside[whole] += width[place]
        for place in range(len(path)):
            whole = container[path[place]]
            if whole < 0 or evened[place] <= 0 or total[whole] <= 0 or total[whole] > longest * lines[whole]:
                continue
            if min(outside[whole], inside[whole]) <= mixed * total[whole]:
                evened[place] = body[whole] / total[whole]
    return found
