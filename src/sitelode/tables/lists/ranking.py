"""Rank the list candidates of a page by a weighted sum of features, with learned weights.

The weights are data (`ranking.json`): one for each feature and its logarithm. `bench/learn_records.py` learns them, and measures them
on unseen sites.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sitelode.tables.lists.evidence import COLUMNS, Evidence

Scores = NDArray[np.float64]
SHIPPED_TABLE = "ranking.json"
_SMALLEST = 0.02  # added before taking a logarithm; set by hand
_LOGARITHMS = (
    "share", "support", "path_support", "density", "coverage", "distinct_texts", "distinct_links", "likeness", "lowest_likeness",
    "named_support", "named_path_support", "named_likeness", "spread", "median", "low", "region", "linked", "link_share", "worded",
    "markup", "named_lowest_likeness",
)  # fmt: skip
_CAPS = {"log_count": (3, 8, 20), "log_width": (30, 100), "log_texts": (4,)}
"""Values above a cap count no more: records, characters of a record, texts of a record plus one. Set by hand."""

DERIVED = (
    *COLUMNS, *(f"log_{name}" for name in _LOGARITHMS), *(f"{name}_to_{cap}" for name, caps in _CAPS.items() for cap in caps),
    "log_rest", "log_repeated", "log_left_beside", "log_siblings", "log_count_squared", "log_common_paths", "log_paths",
)  # fmt: skip
_PLACE = {name: place for place, name in enumerate(COLUMNS)}


def derived(evidence: Evidence) -> NDArray[np.float64]:
    """The features, and transformed ones for the weighted sum; one column per name in DERIVED."""

    def of(name: str) -> NDArray[np.float64]:
        return evidence[:, _PLACE[name]].astype(np.float64)

    further = [np.log(np.maximum(of(name), 0) + _SMALLEST) for name in _LOGARITHMS]
    further += [np.minimum(of(name), np.log(cap)) for name, caps in _CAPS.items() for cap in caps]
    further += [
        np.log(np.maximum(1 - of("largest"), 0) + _SMALLEST),
        np.log(np.maximum(of("repeated"), 1)),
        np.log1p(np.maximum(of("left_beside") - 1, 0)),
        np.log(np.maximum(of("siblings"), 1)),
        of("log_count") ** 2,
        np.log1p(of("common_paths")),
        np.log1p(of("paths")),
    ]
    return np.concatenate((evidence, np.stack(further, axis=1)), axis=1)


class Ranking(Protocol):
    """Gives every candidate a score: the higher, the more likely it is the main list."""

    @property
    def no_list_below(self) -> float:
        """The threshold for the first list of a page: below it the page has no list."""
        ...

    def scores(self, evidence: Evidence) -> Scores: ...


@dataclass(frozen=True, slots=True)
class LearnedRanking:
    """Weights over DERIVED."""

    mean: NDArray[np.float64]
    weight: NDArray[np.float64]  # per unit, not per standard deviation
    no_list_below: float

    def scores(self, evidence: Evidence) -> Scores:
        total: Scores = (derived(evidence) - self.mean) @ self.weight
        return total

    @classmethod
    def from_data(cls, stored: Mapping[str, Any]) -> "LearnedRanking":
        weights: Mapping[str, Any] = stored["weights"]
        mean, weight = np.array([weights.get(name, (0.0, 0.0)) for name in DERIVED], dtype=np.float64).T
        return cls(mean, weight, float(stored["no_list_below"]))


@cache
def shipped_ranking() -> LearnedRanking:
    """The weights shipped with the package."""
    return LearnedRanking.from_data(json.loads(files("sitelode.tables.lists").joinpath(SHIPPED_TABLE).read_text(encoding="utf-8")))
