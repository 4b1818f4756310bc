"""Gradient-boosted trees for weighted binary classification: `learn_weights.py` learns the shipped table with it.

Friedman, J. H.: "Greedy function approximation: a gradient boosting machine", Annals of Statistics 29(5), 2001,
doi:10.1214/aos/1013203451, with second-order leaf values and histograms of binned features. All trees are complete and of equal depth, so
a table of three arrays holds them. A target may be any share between 0 and 1.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BINS = 48


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
    from bench.boosting_kernel import grow  # noqa: PLC0415 (compiled code)

    rng = np.random.default_rng(settings.seed)
    edges = _edges(table, rng)
    binned = np.empty(table.shape, dtype=np.uint8)
    for column, cuts in enumerate(edges):
        binned[:, column] = np.searchsorted(cuts, table[:, column], side="left")
    weight = weight * (len(weight) / weight.sum())
    mean = float(np.average(target, weights=weight))
    start = float(np.log(mean / (1 - mean)))
    score = np.full(len(target), start)
    leaf_of = np.empty(len(target), dtype=np.int32)
    found = []
    for _ in range(settings.trees):
        share = 1 / (1 + np.exp(-score))
        gradient, hessian = weight * (share - target), weight * np.maximum(share * (1 - share), 1e-4)
        rows = np.flatnonzero(rng.random(len(target)) < settings.rows_per_tree)
        features = np.sort(rng.permutation(table.shape[1])[: max(1, int(settings.features_per_tree * table.shape[1]))])
        feature, cut, value = grow(
            binned, gradient, hessian, rows, features, settings.depth, BINS + 1, settings.smoothing, settings.least_weight, leaf_of
        )
        leaf = settings.rate * value
        score += leaf[leaf_of]
        threshold = [edges[f][c] if c < len(edges[f]) else np.inf for f, c in zip(feature, cut, strict=True)]
        found.append((feature, np.array(threshold, dtype=np.float32), leaf.astype(np.float32)))
    return Boosted(start, *(np.stack([each[part] for each in found]) for part in range(3)))


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
