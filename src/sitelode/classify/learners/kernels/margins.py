"""Compiled code behind `margins.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit


@jit
def descend(indptr, indices, values, signs, cost, rounds, tolerance, seed, width):
    """Dual coordinate descent for a linear machine with squared hinge loss; the last weight belongs to a feature that is always 1."""
    cases = len(signs)
    weights = np.zeros(width + 1)
    alpha = np.zeros(cases)
    diagonal = 0.5 / cost
    squares = np.empty(cases)
    for case in range(cases):
        total = 1.0
        for at in range(indptr[case], indptr[case + 1]):
            total += values[at] * values[at]
        squares[case] = total + diagonal
    order = np.arange(cases)
    np.random.seed(seed)  # noqa: NPY002 (the only one that numba knows)
    for _ in range(rounds):
        np.random.shuffle(order)  # noqa: NPY002
        largest = 0.0
        for case in order:
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
        if largest < tolerance:
            break
    return weights
