"""How sure an article is, as a number that means something: the share of texts as clear as this one that turned out right.

Right is a text whose F1 is at least 0.95. The curve was measured by `bench/learn_weights.py` on sites that the tables had not seen.
"""

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.boosted import shipped_data


def expected_agreement(probability: NDArray[np.float64], width: NDArray[np.int32], taken: NDArray[np.bool_]) -> float:
    """The F1 to be expected of the segments taken, were each body with its probability."""
    likely = probability * width
    return float(2 * likely[taken].sum() / max(width[taken].sum() + likely.sum(), 1))


def confidence_of(probability: NDArray[np.float64], width: NDArray[np.int32], taken: NDArray[np.bool_]) -> float:
    """Between 0 and 1."""
    expected, right = zip(*shipped_data()["confidence"], strict=True)
    return round(float(np.interp(expected_agreement(probability, width, taken), expected, right)), 3)
