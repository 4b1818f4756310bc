"""The confidence of an article: the share of texts as clear as this one that were right when measured.

A text is right if its F1 is at least 0.95. The curve was measured by `bench/learn_weights.py` on sites outside the training set;
`bench/calibration.py` measures how good the texts of each confidence are, which is shipped with the package and shown in reports.
"""

import json
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from sitelode.articles.body.tree_model import shipped_data

CALIBRATION: Final = "calibration.json"


def confidence_of(likely: float) -> float:
    """The confidence in segments with this expected F1, between 0 and 1."""
    expected, right = _curve()
    if not expected[0] < likely < expected[-1]:
        return round(right[0] if likely <= expected[0] else right[-1], 3)
    after = bisect_right(expected, likely)
    slope = (right[after] - right[after - 1]) / (expected[after] - expected[after - 1])
    return round(slope * (likely - expected[after - 1]) + right[after - 1], 3)


@cache
def _curve() -> tuple[list[float], list[float]]:
    """The expected F1, ascending, and the share of texts that were right."""
    points = [(float(expected), float(right)) for expected, right in shipped_data()["confidence"]]
    return [expected for expected, _ in points], [right for _, right in points]


@cache
def calibration() -> Sequence[tuple[float, float, int, float, float, float]]:
    """Measured confidence on unseen sites: lower and upper limit, pages, mean confidence, mean F1, share that was right."""
    stored = json.loads(files("sitelode.articles.body").joinpath(CALIBRATION).read_text(encoding="utf-8"))
    return [(float(low), float(high), int(pages), float(mean), float(f1), float(right)) for low, high, pages, mean, f1, right in stored]


def distribution(confidences: Sequence[float]) -> list[int]:
    """The number of articles in each tenth of confidence, from the lowest to the highest."""
    counts, _ = np.histogram(np.asarray(confidences, dtype=np.float64), bins=10, range=(0, 1))
    return [int(count) for count in counts]
