"""What the evidence says about the kind of a page: small boosted trees, one sum of them for every kind, learnt by `bench/learn_kinds.py`.

A model is plain data: columns by name, and for every kind complete trees of equal depth, inner nodes level by level. The leaves of a kind's
trees sum up to the logarithm of the odds for it. Nothing in it names a site, a word or an address.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.decide import KindShares
from sitelode.page_kinds.learnt.table import KindTable
from sitelode.page_kinds.page_groups import Measures

SHIPPED: Final = "kinds.json"


@dataclass(frozen=True, slots=True)
class Trees:
    """The trees of one kind."""

    start: float
    feature: NDArray[np.int32]  # trees x inner nodes: places in the model's columns
    threshold: NDArray[np.float32]  # a value above it goes to the right
    leaf: NDArray[np.float32]  # trees x leaves

    def odds(self, table: NDArray[np.float32]) -> Measures:
        """One number per row."""
        found = np.full(len(table), self.start)
        rows, inner = np.arange(len(table)), self.feature.shape[1]
        for feature, threshold, leaf in zip(self.feature, self.threshold, self.leaf, strict=True):
            node = np.zeros(len(table), dtype=np.intp)
            for _ in range(inner.bit_length()):
                node = 2 * node + 1 + (table[rows, feature[node]] > threshold[node])
            found += leaf[node - inner]
        return found


@dataclass(frozen=True, slots=True)
class KindModel:
    """Trees for every kind, and the columns they look at."""

    columns: tuple[str, ...]
    coarse: Mapping[str, Trees]  # index, article, other
    fine: Mapping[str, Trees]
    usual: Mapping[str, float]  # the mean share of every finer kind on whole sites

    def shares(self, table: KindTable) -> KindShares:
        """How likely each page is of each kind."""
        return self.shares_of(table.columns(self.columns))

    def shares_of(self, values: NDArray[np.float32]) -> KindShares:
        """The same from the model's columns."""
        return KindShares(_normalised(self.coarse, values), _normalised(self.fine, values), self.usual)

    def as_data(self) -> dict[str, Any]:
        return {"columns": list(self.columns), "coarse": _as_data(self.coarse), "fine": _as_data(self.fine), "usual": dict(self.usual)}

    @classmethod
    def from_data(cls, stored: Mapping[str, Any]) -> "KindModel":
        return cls(tuple(stored["columns"]), _from_data(stored["coarse"]), _from_data(stored["fine"]), stored["usual"])


@cache
def shipped_model() -> KindModel:
    """The model in the package."""
    return KindModel.from_data(json.loads(files("sitelode.page_kinds.learnt").joinpath(SHIPPED).read_text(encoding="utf-8")))


def _normalised(trees: Mapping[str, Trees], values: NDArray[np.float32]) -> dict[str, Measures]:
    likely = np.array([1 / (1 + np.exp(-each.odds(values))) for each in trees.values()])
    return dict(zip(trees, likely / likely.sum(axis=0), strict=True))


def _as_data(trees: Mapping[str, Trees]) -> dict[str, Any]:
    return {
        kind: {
            "start": round(each.start, 5),
            "trees": [
                {"column": column.tolist(), "above": list(map(_number, above)), "leaf": list(map(_number, leaf))}
                for column, above, leaf in zip(each.feature, each.threshold, each.leaf, strict=True)
            ],
        }
        for kind, each in trees.items()
    }


def _from_data(stored: Mapping[str, Any]) -> dict[str, Trees]:
    found = {}
    for kind, data in stored.items():
        above = [[np.inf if value is None else value for value in tree["above"]] for tree in data["trees"]]
        columns, leaves = ([tree[part] for tree in data["trees"]] for part in ("column", "leaf"))
        found[kind] = Trees(data["start"], np.array(columns, np.int32), np.array(above, np.float32), np.array(leaves, np.float32))
    return found


def _number(value: np.float32) -> float | None:
    """A number for JSON: an infinite threshold becomes null."""
    return float(f"{value:.4g}") if np.isfinite(value) else None
