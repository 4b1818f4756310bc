"""The shipped model: gradient-boosted trees that score rows of features, and the confidence in what they chose.

A model is plain data: features by name, thresholds and leaf values of complete trees, inner nodes level by level. It is trained by
`bench/learn_weights.py`.

The confidence of an article is the share of texts as clear as this one that were right when measured: F1 of at least 0.95. The curve
was measured by `bench/learn_weights.py` on sites outside the training set, and so was how good the texts of each confidence are, which is
shipped with the package and shown in reports.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.kernels.tree_model import scores
from sitelode.compiled.cached_attribute import cached_attribute
from sitelode.json_data import shipped_json

CALIBRATION: Final = "calibration.json"
SHIPPED_TABLE = "weights.json"


@dataclass(frozen=True)
class BoostedTable:
    """Trees whose sum is a score: the logarithm of the odds."""

    names: tuple[str, ...]  # of the features that are used
    start: float
    feature: NDArray[np.int32]  # trees x inner nodes, indexes into `names`
    threshold: NDArray[np.float32]  # a value above it goes to the right
    leaf: NDArray[np.float32]  # trees x leaves

    def scores(self, table: NDArray[np.float32], columns: Sequence[str]) -> NDArray[np.float64]:
        """One score per row of a table with these columns."""
        asked = self._columns_asked.get(names := tuple(columns))
        if asked is None:
            asked = self._columns_asked[names] = np.array([names.index(name) for name in self.names], dtype=np.int32)[self.feature]
        sums: NDArray[np.float64] = scores(table, self.start, asked, self.threshold, self.leaf)
        return sums

    @cached_attribute
    def _columns_asked(self) -> dict[tuple[str, ...], NDArray[np.int32]]:
        """The column that each inner node asks for, by the names of a table's columns."""
        return {}

    def as_data(self) -> dict[str, Any]:
        return {
            "features": list(self.names),
            "start": self.start,
            "trees": [
                {"feature": feature.tolist(), "threshold": list(map(_number, threshold)), "leaf": list(map(_number, leaf))}
                for feature, threshold, leaf in zip(self.feature, self.threshold, self.leaf, strict=True)
            ],
        }

    @classmethod
    def from_data(cls, stored: Mapping[str, Any]) -> "BoostedTable":
        trees = stored["trees"]
        return cls(
            tuple(stored["features"]),
            float(stored["start"]),
            np.array([tree["feature"] for tree in trees], dtype=np.int32),
            np.array([[np.inf if value is None else value for value in tree["threshold"]] for tree in trees], dtype=np.float32),
            np.array([tree["leaf"] for tree in trees], dtype=np.float32),
        )


def _number(value: np.float32) -> float | None:
    """A number for JSON: an infinite threshold becomes null."""
    return float(f"{value:.5g}") if np.isfinite(value) else None


@cache
def shipped_data() -> Mapping[str, Any]:
    """The contents of the model file in the package."""
    stored: Mapping[str, Any] = shipped_json(__file__, SHIPPED_TABLE)
    return stored


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
    stored = shipped_json(__file__, CALIBRATION)
    return [(float(low), float(high), int(pages), float(mean), float(f1), float(right)) for low, high, pages, mean, f1, right in stored]


def distribution(confidences: Sequence[float]) -> list[int]:
    """The number of articles in each tenth of confidence, from the lowest to the highest."""
    counts, _ = np.histogram(np.asarray(confidences, dtype=np.float64), bins=10, range=(0, 1))
    return [int(count) for count in counts]
