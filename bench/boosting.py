"""Gradient-boosted trees for weighted binary classification: `learn_weights.py` learns the shipped table with it.

Friedman, J. H.: "Greedy function approximation: a gradient boosting machine", Annals of Statistics 29(5), 2001,
doi:10.1214/aos/1013203451, with second-order leaf values and histograms of binned features. All trees are complete and of equal depth, so
a table of three arrays holds them. A target may be any share between 0 and 1.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BINS = 48
LEAST_SPREAD = 1e-4  # of a share that is nearly 0 or 1


@dataclass(frozen=True, slots=True)
class BoostingSettings:
    trees: int = 80
    depth: int = 4
    rate: float = 0.15
    smoothing: float = 3.0  # added to the weight of every leaf
    least_weight: float = 3.0  # of a leaf
    features_per_tree: float = 0.5
    rows_per_tree: float = 0.7
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Boosted:
    """Complete trees, inner nodes level by level; a value above the threshold goes right."""

    start: float
    feature: NDArray[np.int32]  # trees x inner nodes
    threshold: NDArray[np.float32]
    leaf: NDArray[np.float32]  # trees x leaves


def boost(table: NDArray[np.float32], target: NDArray[np.float64], weight: NDArray[np.float64], settings: BoostingSettings) -> Boosted:
    rng = np.random.default_rng(settings.seed)
    grower = _Grower.of(table, settings, rng)
    weight = weight * (len(weight) / weight.sum())
    mean = float(np.average(target, weights=weight))
    start = float(np.log(mean / (1 - mean)))
    score = np.full(len(target), start)
    found = []
    for _ in range(settings.trees):
        share = 1 / (1 + np.exp(-score))
        rows = np.flatnonzero(rng.random(len(target)) < settings.rows_per_tree)
        tree, change = grower.grow(weight * (share - target), weight * np.maximum(share * (1 - share), LEAST_SPREAD), rows)
        score += change
        found.append(tree)
    return _boosted(start, found)


def boost_kinds(
    table: NDArray[np.float32], allowed: NDArray[np.bool_], weight: NDArray[np.float64], settings: BoostingSettings
) -> list[Boosted]:
    """One for every kind, to be compared with each other: shares go with the exponentials of their scores.

    `allowed` has a column for every kind; a row is of one of those allowed there, and not known of which if there are several.
    """
    rng = np.random.default_rng(settings.seed)
    grower = _Grower.of(table, settings, rng)
    weight = weight * (len(weight) / weight.sum())
    start = np.log((weight[:, None] * allowed / allowed.sum(axis=1, keepdims=True)).mean(axis=0) + 1e-9)
    score = np.tile(start, (len(table), 1))
    found: list[list[_Tree]] = [[] for _ in start]
    for _ in range(settings.trees):
        likely = np.exp(score - score.max(axis=1, keepdims=True))
        share = likely / likely.sum(axis=1, keepdims=True)
        target = share * allowed
        target /= target.sum(axis=1, keepdims=True)
        rows = np.flatnonzero(rng.random(len(table)) < settings.rows_per_tree)
        for kind, trees in enumerate(found):
            own = share[:, kind]
            tree, change = grower.grow(weight * (own - target[:, kind]), weight * np.maximum(own * (1 - own), LEAST_SPREAD), rows)
            score[:, kind] += change
            trees.append(tree)
    return [_boosted(float(first), trees) for first, trees in zip(start, found, strict=True)]


_Tree = tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]  # features, thresholds and leaves


@dataclass(frozen=True, slots=True)
class _Grower:
    """A table in bins, for trees of one sort."""

    binned: NDArray[np.uint8]  # features x rows
    edges: list[NDArray[np.float32]]
    settings: BoostingSettings
    rng: np.random.Generator

    @classmethod
    def of(cls, table: NDArray[np.float32], settings: BoostingSettings, rng: np.random.Generator) -> "_Grower":
        edges = _edges(table, rng)
        binned = np.empty(table.shape[::-1], dtype=np.uint8)
        for column, cuts in enumerate(edges):
            binned[column] = np.searchsorted(cuts, table[:, column], side="left")
        return cls(binned, edges, settings, rng)

    def grow(
        self, gradient: NDArray[np.float64], hessian: NDArray[np.float64], rows: NDArray[np.intp]
    ) -> tuple[_Tree, NDArray[np.float64]]:
        """A tree from these rows, and what it says of every row."""
        from bench.boosting_kernel import grow  # noqa: PLC0415 (compiled code)

        columns, settings = len(self.binned), self.settings
        features = np.sort(self.rng.permutation(columns)[: max(1, int(settings.features_per_tree * columns))])
        leaf_of = np.empty(len(gradient), dtype=np.int32)
        feature, cut, value = grow(
            self.binned, gradient, hessian, rows, features, settings.depth, BINS + 1, settings.smoothing, settings.least_weight, leaf_of
        )
        leaf = settings.rate * value
        threshold = [self.edges[f][c] if c < len(self.edges[f]) else np.inf for f, c in zip(feature, cut, strict=True)]
        return (feature, np.array(threshold, dtype=np.float32), leaf.astype(np.float32)), leaf[leaf_of]


def _boosted(start: float, trees: list[_Tree]) -> Boosted:
    feature, threshold, leaf = zip(*trees, strict=True)
    return Boosted(start, np.stack(feature), np.stack(threshold), np.stack(leaf))


def _edges(table: NDArray[np.float32], rng: np.random.Generator) -> list[NDArray[np.float32]]:
    """Per column the values up to which a bin goes: quantiles, or halfway between the values where they are few."""
    some = table[rng.permutation(len(table))[:20_000]]
    edges = []
    for column in some.T:
        values = np.unique(column)
        if len(values) > BINS:
            values = np.unique(np.quantile(column, np.linspace(0, 1, BINS + 1)))
        edges.append(((values[:-1] + values[1:]) / 2).astype(np.float32))
    return edges
