"""Weights looked up for all rows at once, against a slow and obvious sum."""

import numpy as np
import pytest

from sitelode.text_rules import feature_index
from sitelode.text_rules.chain_features import Feature, Template, attributes_of
from sitelode.text_rules.feature_index import FeatureIndex, Lookup
from sitelode.text_rules.token_table import TokenTable

TEMPLATES = [(("word", 0),), (("word", -1),), (("shape", 0), ("shape", 1)), (("word", -1), ("word", 0), ("line", 0)), (("often", 0),)]
STATES = 3


def names_at(attributes, parts, row):
    return tuple(attributes[name].names[attributes[name].codes[row + offset]] for name, offset in parts)


def model(table, attributes, seed):
    """Weights for every second value that comes up, and for one that does not."""
    chance = np.random.default_rng(seed)
    features = []
    for parts in TEMPLATES:
        rows = np.flatnonzero(table.is_token).tolist()
        values = [*sorted({names_at(attributes, parts, row) for row in rows})[seed::2], ("never",) * len(parts)]
        features.append(Feature(Template(parts), tuple(values), chance.normal(size=(len(values), STATES))))
    return features


def slow_sum(features, attributes, row):
    total = np.zeros(STATES)
    for feature in features:
        value = names_at(attributes, feature.template.parts, row)
        if value in feature.values:
            total += feature.weights[feature.values.index(value)]
    return total


@pytest.mark.parametrize("largest", [0, 4_000_000], ids=["searched for", "looked up directly"])
def test_sums_are_those_of_a_slow_version(monkeypatch, largest):
    monkeypatch.setattr(feature_index, "LARGEST_TABLE", largest)
    table = TokenTable(["Who: Ann Lee\nWhere: Wean 5409\n\nAnn will talk.", "", "Who: Bob Stone"])
    attributes = attributes_of(table)
    models = [model(table, attributes, 0), model(table, attributes, 1)]
    lookup = Lookup(FeatureIndex(models, STATES), table, attributes)

    for number, features in enumerate(models):
        scores = lookup.scores(number)
        for row in np.flatnonzero(table.is_token).tolist():
            assert np.allclose(scores[row], slow_sum(features, attributes, row))


def test_attributes_that_come_later_are_added_for_the_rows_that_are_asked_for():
    table = TokenTable(["Ann Lee met Bob"])
    everything = attributes_of(table)
    early = {name: each for name, each in everything.items() if name != "shape"}
    features = model(table, everything, 0)
    rows = np.flatnonzero(table.is_token)[1:3]

    scores = Lookup(FeatureIndex([features], STATES), table, early).scores(0, {"shape": everything["shape"]}, rows)

    assert np.allclose(scores, [slow_sum(features, everything, row) for row in rows.tolist()])


def test_a_model_without_features_scores_nothing():
    table = TokenTable(["Ann Lee"])

    assert not Lookup(FeatureIndex([[]], STATES), table, attributes_of(table)).scores(0).any()
