"""What the evidence says about the kind of a page: small boosted trees, one sum of them for every kind, learnt by `bench/learn_kinds.py`.

A model is plain data: columns by name, and for every kind complete trees of equal depth, inner nodes level by level. The leaves of a kind's
trees sum up to a score; shares go with the exponentials of scores. Nothing in it names a site, a word or an address.

Three sets of trees have a say. `coarse` tells the three kinds from each other, `fine` the finer ones and through them the three: both have
learnt from whole sites and see all evidence. `looks` tells the finer kinds from what a page and its layout look like, not from how they are
linked, and has learnt from single pages of many further sites as well: it knows threads and records of generators that no whole site here
has.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sitelode.json_data import shipped_json
from sitelode.page_kinds.decide import ARTICLE, INDEX, OTHER, KindShares
from sitelode.page_kinds.evidence import KindTable
from sitelode.page_kinds.kernels.trees import add_leaves
from sitelode.page_kinds.page_groups import Measures

SHIPPED: Final = "kinds.json"
LEAST_SHARE: Final = 1e-3  # so that one set alone cannot rule a kind out
_SETS: Final = ("coarse", "fine", "looks")
COARSE_OF: Final = {INDEX: INDEX, ARTICLE: ARTICLE, "document": ARTICLE}  # of finer kinds; any other is of OTHER


@dataclass(frozen=True, slots=True)
class Trees:
    """The trees of one kind."""

    start: float
    feature: NDArray[np.int32]  # trees x inner nodes: places in the model's columns
    threshold: NDArray[np.float32]  # a value above it goes to the right
    leaf: NDArray[np.float32]  # trees x leaves

    def scores(self, table: NDArray[np.float32]) -> Measures:
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

    def shares(self, table: KindTable) -> KindShares:
        """How likely each page is of each kind."""
        return self.shares_of(table.columns(self.columns))

    def shares_of(self, values: NDArray[np.float32]) -> KindShares:
        """The same from the model's columns."""
        values = np.ascontiguousarray(values)  # once for all
        said = {name: shares_by(getattr(self, name), values) for name in _SETS}
        return likely_kinds(said, said["looks"])

    def as_data(self) -> dict[str, Any]:
        return {"columns": list(self.columns), **{name: _as_data(getattr(self, name)) for name in _SETS}}

    @classmethod
    def from_data(cls, stored: Mapping[str, Any]) -> "KindModel":
        return cls(tuple(stored["columns"]), **{name: _from_data(stored[name]) for name in _SETS})


@cache
def shipped_model() -> KindModel:
    """The model in the package."""
    return KindModel.from_data(shipped_json(__file__, SHIPPED))


def shares_by(trees: Mapping[str, Trees], values: NDArray[np.float32]) -> dict[str, Measures]:
    """How likely each row is of each kind; they sum up to 1."""
    scores = np.array([each.scores(values) for each in trees.values()])
    likely = np.exp(scores - scores.max(axis=0))
    return dict(zip(trees, likely / likely.sum(axis=0), strict=True))


def likely_kinds(said: Mapping[str, Mapping[str, Measures]], looks: Mapping[str, Measures]) -> KindShares:
    """What the sets say together; each has one voice."""
    coarse = [shares if name == "coarse" else _summed(shares) for name, shares in said.items()]
    return KindShares(_mean(*coarse), _mean(*(shares for name, shares in said.items() if name != "coarse")), looks)


def _summed(finer: Mapping[str, Measures]) -> dict[str, Measures]:
    """The three kinds from their finer ones."""
    return {kind: np.sum([finer[each] for each in finer if COARSE_OF.get(each, OTHER) == kind], axis=0) for kind in (INDEX, ARTICLE, OTHER)}


def _mean(*some: Mapping[str, Measures]) -> dict[str, Measures]:
    """Shares between some, by logarithms; each has the same voice."""
    likely = np.exp([np.mean([np.log(shares[kind] + LEAST_SHARE) for shares in some], axis=0) for kind in some[0]])
    return dict(zip(some[0], likely / likely.sum(axis=0), strict=True))


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
