"""Compiled code behind `margins.py`."""
# mypy: ignore-errors

import cython
from cython.cimports.sitelode.compiled.kernels.arrays import Doubles, Places


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _round(
    indptr: Places, indices: Places, values: Doubles, signs: Doubles, squares: Doubles, diagonal: cython.double, order: Places,
    weights: cython.double[::1], alpha: cython.double[::1],
) -> cython.double:  # fmt: skip
    """One pass over all cases; the largest slope that was met."""
    width: cython.Py_ssize_t = len(weights) - 1
    largest: cython.double = 0.0
    for place in range(len(order)):
        case = order[place]
        sign = signs[case]
        reached = weights[width]
        for at in range(indptr[case], indptr[case + 1]):
            reached += weights[indices[at]] * values[at]
        slope = sign * reached - 1.0 + diagonal * alpha[case]
        if alpha[case] == 0.0 and slope > 0.0:
            continue
        largest = max(largest, abs(slope))
        before = alpha[case]
        alpha[case] = max(before - slope / squares[case], 0.0)
        step = (alpha[case] - before) * sign
        if step != 0.0:
            for at in range(indptr[case], indptr[case + 1]):
                weights[indices[at]] += step * values[at]
            weights[width] += step
    return largest


def descend(
    indptr: Places, indices: Places, values: Doubles, signs: Doubles, squares: Doubles, diagonal: cython.double, order: Places,
    weights: cython.double[::1], alpha: cython.double[::1],
):  # fmt: skip
    """One round of dual coordinate descent over the cases in this order; changes the weights, returns the largest slope it met."""
    with cython.nogil:
        largest = _round(indptr, indices, values, signs, squares, diagonal, order, weights, alpha)
    return largest
