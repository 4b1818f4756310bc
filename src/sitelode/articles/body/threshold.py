"""Apply the threshold: choose the body segments of a page by their probabilities."""

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.kernels.threshold import segments_from

LEAST_BODY = 60  # width; a page with less text above the threshold is an exception in its layout. Set by hand
LEAST_PROBABILITY = 0.05  # less is never body, even on such a page. Set by hand
# Of the way to the end of the scale. On 12 sites each of pagetypes, publishers and feedsites .6 loses more than it wins (`bench.articles`).
FAVORED_BY = 0.4

Floats = NDArray[np.float64]


def best_threshold(probability: Floats, weight: NDArray[np.floating]) -> float:
    """The threshold with the highest expected F1, if each segment is body with its probability."""
    if not len(probability):
        return 1.0
    order = np.argsort(-probability, kind="stable")
    right = np.cumsum((probability * weight)[order])
    taken = np.cumsum(weight[order])
    expected = 2 * right / np.maximum(taken + right[-1], 1e-9)
    return float(probability[order[np.argmax(expected)]])


def choose_segments(probability: Floats, width: NDArray[np.int32], taken_from: float) -> NDArray[np.bool_]:
    """The segments above the layout's threshold; if a page has almost none, those above the best threshold for that page."""
    taken: NDArray[np.bool_]
    taken, together = segments_from(probability, width, taken_from)
    if together >= LEAST_BODY:
        return taken
    return np.asarray(probability >= max(best_threshold(probability, width.astype(np.float64)), LEAST_PROBABILITY))


def favored(taken_from: float, favor: str | None) -> float:
    """A threshold for somebody who wants only what is surely body ("precision"), or all that may be ("recall")."""
    if favor == "precision":
        return taken_from + (1.0 - taken_from) * FAVORED_BY
    return taken_from * (1.0 - FAVORED_BY) if favor == "recall" else taken_from
