"""L-BFGS in plain arrays: a minimum of a smooth function of very many numbers.

Dong Liu, Jorge Nocedal: "On the Limited Memory BFGS Method for Large Scale Optimization", Mathematical Programming 45, 1989. Step lengths
by backtracking until the decrease is sufficient (Armijo). scipy's version with bounds spends more time on its own bookkeeping than on a
chain of half a million weights.
"""

from collections import deque
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

REMEMBERED = 6  # steps
SUFFICIENT = 1e-4  # of the decrease that the slope promises
MOST_HALVINGS = 20
SMALLEST_GAIN = 1e-4  # of the value, over one iteration
PATIENCE = 3  # iterations in a row that gain less, before the search ends: the first step is short, and one may gain little on the way


def minimise(loss: Callable[[Vector], tuple[float, Vector]], start: Vector, iterations: int) -> Vector:
    """The best point found within so many iterations; `loss` gives a value and its gradient."""
    point = start
    value, gradient = loss(point)
    steps: deque[tuple[Vector, Vector, float]] = deque(maxlen=REMEMBERED)
    gaining_little = 0
    for iteration in range(iterations):
        direction = _direction(gradient, steps)
        slope = _dot(gradient, direction)
        if slope >= 0:
            break
        length = 1.0 if iteration else min(1.0, 1.0 / float(np.abs(gradient).sum()))
        for _ in range(MOST_HALVINGS):
            new_point = point + length * direction
            new_value, new_gradient = loss(new_point)
            if new_value <= value + SUFFICIENT * length * slope:
                break
            length /= 2
        else:
            break
        moved, turned = new_point - point, new_gradient - gradient
        curvature = _dot(moved, turned)
        if curvature > 0:
            steps.append((moved, turned, 1.0 / curvature))
        gaining_little = gaining_little + 1 if value - new_value < SMALLEST_GAIN * abs(new_value) else 0
        point, value, gradient = new_point, new_value, new_gradient
        if gaining_little == PATIENCE:
            break
    return point


def _direction(gradient: Vector, steps: deque[tuple[Vector, Vector, float]]) -> Vector:
    """Minus the gradient times the inverse curvature, as the last steps show it."""
    found = gradient.copy()
    shares = []
    for moved, turned, inverse in reversed(steps):
        share = inverse * _dot(moved, found)
        shares.append(share)
        found -= share * turned
    if steps:
        moved, turned, inverse = steps[-1]
        found /= inverse * _dot(turned, turned)
    for (moved, turned, inverse), share in zip(steps, reversed(shares), strict=True):
        found += (share - inverse * _dot(turned, found)) * moved
    return -found


def _dot(left: Vector, right: Vector) -> float:
    """On one core: the threads of a BLAS cost more than they bring here, and the other core has work of its own."""
    return float(np.einsum("i,i->", left, right))
