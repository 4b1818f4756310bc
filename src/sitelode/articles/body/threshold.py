"""From probabilities to a decision: which pieces of text are taken."""

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.lazy import Compiled

_kernel = Compiled("sitelode.articles.body.kernels.threshold")
LEAST_TAKEN = 60  # width; a page of which less was taken is an odd one of its layout
HOPELESS_ON_A_PAGE = 0.05  # probability; less is not taken even from an odd page

Floats = NDArray[np.float64]


def best_cut(probability: Floats, weight: NDArray[np.floating]) -> float:
    """The probability from which on to take everything for the best F1 to be expected."""
    if not len(probability):
        return 1.0
    order = np.argsort(-probability, kind="stable")
    right = np.cumsum((probability * weight)[order])
    taken = np.cumsum(weight[order])
    expected = 2 * right / np.maximum(taken + right[-1], 1e-9)
    return float(probability[order[np.argmax(expected)]])


def taken_segments(probability: Floats, width: NDArray[np.int32], taken_from: float) -> NDArray[np.bool_]:
    """What is as likely as the layout asks for; from a page that has nothing of the kind, what is likeliest on it."""
    taken: NDArray[np.bool_]
    taken, together = _kernel.likely_ones(probability, width, taken_from)
    if together >= LEAST_TAKEN:
        return taken
    return np.asarray(probability >= max(best_cut(probability, width.astype(np.float64)), HOPELESS_ON_A_PAGE))


def taken_width(width: NDArray[np.int32], taken: NDArray[np.bool_]) -> int:
    """The width of what was taken."""
    return int(_kernel.width_of(width, taken))
