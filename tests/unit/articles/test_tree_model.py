import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitelode.articles.body.feature_names import FEATURES
from sitelode.articles.body.study import best_threshold
from sitelode.articles.body.tree_model import BoostedTable, confidence_of, shipped_data

STUMPS = {
    "features": ["width", "links"],
    "start": -1.0,
    "trees": [
        {"feature": [0, 1, 0], "threshold": [3.0, 0.5, None], "leaf": [1.0, 2.0, 4.0, 8.0]},
        {"feature": [1, 0, 0], "threshold": [0.5, None, None], "leaf": [10.0, 0.0, 20.0, 0.0]},
    ],
}


def by_walking(stored, row):
    total = stored["start"]
    for tree in stored["trees"]:
        node = 0
        while node < len(tree["feature"]):
            limit = tree["threshold"][node]
            node = 2 * node + 1 + (limit is not None and row[tree["feature"][node]] > limit)
        total += tree["leaf"][node - len(tree["feature"])]
    return total


@settings(deadline=None)  # the first call compiles
@given(st.lists(st.tuples(st.floats(0, 10, width=32), st.floats(0, 1, width=32)), min_size=1, max_size=20))
def test_scores_are_those_of_walking_down_each_tree(rows):
    # The columns stand in another order than in the stored table.
    table = np.array([[links, width] for width, links in rows], dtype=np.float32)
    found = BoostedTable.from_data(STUMPS).scores(table, ("links", "width"))

    assert found.tolist() == pytest.approx([by_walking(STUMPS, row) for row in rows])


def test_a_table_survives_being_stored():
    again = BoostedTable.from_data(json.loads(json.dumps(BoostedTable.from_data(STUMPS).as_data())))

    assert again.as_data() == STUMPS


def test_the_shipped_trees_ask_for_known_features_and_are_few():
    stored = shipped_data()["trees"]

    assert set(stored["features"]) <= set(FEATURES)
    assert len(stored["trees"]) <= 1_000


def test_confidence_rises_with_clarity():
    found = [confidence_of(agreement) for agreement in (0.5, 0.7, 0.9, 0.99)]

    assert found == sorted(found)
    assert 0 <= found[0] < found[-1] <= 1


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 100)), min_size=1, max_size=12))
def test_the_best_cut_is_the_best_of_all_cuts(classes):
    probability, weight = np.array([p for p, _ in classes]), np.array([float(w) for _, w in classes])
    total = (probability * weight).sum()

    def expected_f1(cut):
        taken = probability >= cut
        return 2 * (probability * weight)[taken].sum() / max(weight[taken].sum() + total, 1e-9)

    assert expected_f1(best_threshold(probability, weight)) == pytest.approx(max(map(expected_f1, probability)), abs=1e-9)
