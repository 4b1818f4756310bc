"""What the evidence says about the kind of a page: small boosted trees, one sum of them for every kind, learnt by `bench/learn_kinds.py`.

A model is plain data: columns by name, and for every kind complete trees of equal depth, inner nodes level by level. The leaves of a kind's
trees sum up to the logarithm of the odds for it. Nothing in it names a site, a word or an address.

Three sets of trees have a say. `coarse` and `fine` have learnt from whole sites and may see all evidence. `looks` sees only what a page and
its layout look like, not how they are linked, and has learnt from single pages of many further sites as well: it knows threads and records
of generators that no whole site here has. Of the columns there are each set uses the few that told most when it was learnt.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.decide import LEAST_SHARE, KindShares
from sitelode.page_kinds.evidence import KindTable
from sitelode.page_kinds.kernels.trees import add_leaves
from sitelode.page_kinds.page_groups import Measures

SHIPPED: Final = "kinds.json"
# Chosen on sites that the model had not learnt from, but chosen on these; docs/algorithms/page_kinds.md has the figures.
VOICE_OF_LOOKS: Final = 0.35  # beside the finer kinds, between logarithms of shares
USUAL_WEIGHT: Final = 0.85  # of how usual a finer kind is elsewhere; 0 would give rare kinds no chance
_SETS: Final = ("coarse", "fine", "looks")


@dataclass(frozen=True, slots=True)
class Trees:
    """The trees of one kind."""

    start: float
    feature: NDArray[np.int32]  # trees x inner nodes: places in the model's columns
    threshold: NDArray[np.float32]  # a value above it goes to the right
    leaf: NDArray[np.float32]  # trees x leaves

    def odds(self, table: NDArray[np.float32]) -> Measures:
        """One number per row."""
        found = np.full(len(table), self.start, dtype=np.float64)
        add_leaves(np.ascontiguousarray(table), self.feature, self.threshold, self.leaf, found)
        return found


@dataclass(frozen=True, slots=True)
class KindModel:
    """Trees for every kind, and the columns they look at."""

    columns: tuple[str, ...]
    coarse: Mapping[str, Trees]  # index, article, other
    fine: Mapping[str, Trees]
    looks: Mapping[str, Trees]  # of finer kinds, too
    usual: Mapping[str, Mapping[str, float]]  # of "fine" and "looks" the mean share of every finer kind on whole sites

    def shares(self, table: KindTable) -> KindShares:
        """How likely each page is of each kind."""
        return self.shares_of(table.columns(self.columns))

    def shares_of(self, values: NDArray[np.float32]) -> KindShares:
        """The same from the model's columns."""
        coarse, fine, looks = (normalised(trees, values) for trees in (self.coarse, self.fine, self.looks))
        return KindShares(coarse, self._above_usual(fine, looks), looks)

    def mean_shares(self, values: NDArray[np.float32]) -> dict[str, dict[str, float]]:
        """What `usual` is made of."""
        parts = {"fine": self.fine, "looks": self.looks}
        return {name: {kind: float(share.mean()) for kind, share in normalised(trees, values).items()} for name, trees in parts.items()}

    def _above_usual(self, fine: Mapping[str, Measures], looks: Mapping[str, Measures]) -> dict[str, Measures]:
        parts = (("fine", fine, 1 - VOICE_OF_LOOKS), ("looks", looks, VOICE_OF_LOOKS))
        return {
            kind: np.exp(sum(voice * (_log(shares[kind]) - USUAL_WEIGHT * _log(self.usual[name][kind])) for name, shares, voice in parts))
            for kind in fine
        }

    def as_data(self) -> dict[str, Any]:
        trees = {name: _as_data(getattr(self, name)) for name in _SETS}
        return {"columns": list(self.columns), **trees, "usual": {name: dict(usual) for name, usual in self.usual.items()}}

    @classmethod
    def from_data(cls, stored: Mapping[str, Any]) -> "KindModel":
        trees = {name: _from_data(stored[name]) for name in _SETS}
        return cls(tuple(stored["columns"]), **trees, usual=stored["usual"])


@cache
def shipped_model() -> KindModel:
    """The model in the package."""
    return KindModel.from_data(json.loads(files("sitelode.page_kinds").joinpath(SHIPPED).read_text(encoding="utf-8")))


def normalised(trees: Mapping[str, Trees], values: NDArray[np.float32]) -> dict[str, Measures]:
    """How likely each row is of each kind; they sum up to 1."""
    values = np.ascontiguousarray(values)  # once for all
    likely = np.array([1 / (1 + np.exp(-each.odds(values))) for each in trees.values()])
    return dict(zip(trees, likely / likely.sum(axis=0), strict=True))


def _log(share: Measures | float) -> Measures:
    return np.asarray(np.log(share + LEAST_SHARE))


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
