"""A chain model as plain data: for each template the values that matter, with a weight for each state."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sitelode.text_rules.chain.model import ChainModel, Layout
from sitelode.text_rules.chain.templates import Template
from sitelode.text_rules.contract import RuleLine

LEAST_WEIGHT = 0.02  # of a feature's value in some state, to be kept
DIGITS = 3  # of a weight
LARGEST_WEIGHT = 1e6  # a bound: moves that never happen have 10,000, learnt weights less than 20
SHOWN = 15  # strongest features of each field that are shown to people


@dataclass(frozen=True, slots=True)
class StoredFeature:
    template: tuple[tuple[str, int], ...]
    values: tuple[tuple[str, ...], ...]
    weights: tuple[tuple[float, ...], ...]  # one row a value, one column a state


@dataclass(frozen=True)
class StoredChain:
    fields: tuple[str, ...]
    features: tuple[StoredFeature, ...]
    moves: tuple[tuple[float, ...], ...]
    starts: tuple[float, ...]

    @classmethod
    def of(cls, model: ChainModel) -> "StoredChain":
        features = []
        for template, values, weights in model.features:
            keep = np.flatnonzero(np.abs(weights).max(axis=1, initial=0) >= LEAST_WEIGHT).tolist()
            if keep:
                rounded = tuple(tuple(row) for row in weights[keep].round(DIGITS).tolist())
                features.append(StoredFeature(template.parts, tuple(values[each] for each in keep), rounded))
        moves = tuple(tuple(row) for row in model.moves.round(DIGITS).tolist())
        return cls(model.fields, tuple(features), moves, tuple(model.starts.round(DIGITS).tolist()))

    def __post_init__(self) -> None:
        states = Layout(self.fields).size
        rows = [*self.moves, self.starts, *(row for feature in self.features for row in feature.weights)]
        if len(self.moves) != states or any(len(row) != states for row in rows):
            raise ValueError(f"a chain of {len(self.fields)} fields has {states} weights in a row")
        if not all(abs(weight) <= LARGEST_WEIGHT for row in rows for weight in row):  # not true of NaN either
            raise ValueError(f"a weight of the chain is above {LARGEST_WEIGHT}")
        for feature in self.features:
            if len(feature.values) != len(feature.weights) or any(len(value) != len(feature.template) for value in feature.values):
                raise ValueError(f"a feature of the chain has values that do not fit its template: {feature.template}")

    @cached_property
    def model(self) -> ChainModel:
        features = tuple((Template(each.template), each.values, np.array(each.weights)) for each in self.features)
        return ChainModel(self.fields, features, np.array(self.moves), np.array(self.starts))

    def lines(self) -> list[RuleLine]:
        """The strongest features of each field, as far as a person can read them."""
        layout = Layout(self.fields)
        found = []
        for number, field in enumerate(self.fields):
            weighed = [
                (row[state] - row[0], f"{part}: {Template(feature.template)} = {' '.join(value)}")
                for feature in self.features
                for value, row in zip(feature.values, feature.weights, strict=True)
                for state, part in ((layout.begin(number), "begins"), (layout.inside(number), "goes on"))
            ]
            best = sorted(weighed, key=lambda one: (-one[0], one[1]))[:SHOWN]
            for place, (weight, text) in enumerate(best, start=1):
                found.append(RuleLine(f"chain {field}-{place}", field, f"{text} ({weight:+.2f})", 0, 0))
        return found
