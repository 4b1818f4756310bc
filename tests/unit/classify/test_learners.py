"""The learners against slow and obvious ones."""

from collections import Counter
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.classify.features import FeatureSpace, count_matrix
from sitelode.classify.linear_models import fit_logistic, fit_machines, folds, shifted
from sitelode_lab.classify.naive_bayes import fit_naive_bayes

DOCUMENTS = st.lists(st.lists(st.sampled_from("abcd"), max_size=6), min_size=2, max_size=8)


@given(DOCUMENTS, st.lists(st.sampled_from("abcd"), max_size=6))
def test_naive_bayes_is_the_formula(documents, asked):
    labels = [place % 2 for place in range(len(documents))]
    model = fit_naive_bayes(documents, labels)
    vocabulary = {word for document in documents for word in document}
    slow = []
    for class_ in (0, 1):
        counts = Counter(word for document, label in zip(documents, labels, strict=True) if label == class_ for word in document)
        total = log(labels.count(class_) / len(labels))
        for word in asked:
            if word in vocabulary:
                total += log((counts[word] + 1) / (sum(counts.values()) + len(vocabulary)))
        slow.append(total)

    expected = exp(slow[0]) / (exp(slow[0]) + exp(slow[1]))
    assert model.probabilities([asked])[0][0] == pytest.approx(expected)


def test_logistic_regression_stands_where_its_slope_is_zero():
    random = np.random.default_rng(1)
    rows, labels = random.normal(size=(60, 3)), random.integers(0, 3, 60)
    found = fit_logistic(rows, labels, 3, 0.7)
    error = found.probabilities(rows) - np.eye(3)[labels]

    assert np.abs(rows.T @ error + 0.7 * found.weights).max() < 0.05
    assert np.abs(error.sum(axis=0)).max() < 0.05


def test_margins_have_the_right_sign_and_the_least_loss():
    random = np.random.default_rng(2)
    dense = random.normal(size=(80, 4))
    labels = (dense[:, 0] + 0.3 * dense[:, 1] > 0).astype(int)
    found = fit_machines(dense, labels, 2, 1.0)
    signs = np.where(labels == 1, 1.0, -1.0)

    def loss(weights, bias):
        return 0.5 * (weights @ weights + bias * bias) + (np.maximum(0, 1 - signs * (dense @ weights + bias)) ** 2).sum()

    own = loss(found.weights[:, 1], found.bias[1])
    assert (np.sign(found.scores(dense)[:, 1]) == signs).mean() > 0.95
    assert all(own <= loss(found.weights[:, 1] + step, found.bias[1]) + 0.05 for step in random.normal(scale=0.1, size=(50, 4)))


def test_two_classes_have_the_probabilities_of_three_of_which_one_never_occurs():
    random = np.random.default_rng(1)
    rows, labels = random.normal(size=(60, 3)), random.integers(0, 2, 60)
    found = fit_logistic(rows, labels, 2, 0.7)
    error = found.probabilities(rows) - np.eye(2)[labels]

    assert np.abs(rows.T @ error + 0.7 * found.weights).max() < 0.05


@pytest.mark.parametrize("labels", [[1, 1, 1], [0, 2, 2]], ids=["one class alone", "one without examples"])
def test_a_class_without_examples_is_never_likely(labels):
    found = fit_machines(np.eye(3), np.array(labels), 3, 1.0)

    assert set(found.scores(np.eye(3)).argmax(axis=1).tolist()) == set(labels)


def test_families_keep_their_words_apart_and_have_their_lengths():
    space = FeatureSpace.learnt([{"title": ["a"], "body": ["a", "b"]}] * 3, {"title": 0.5, "body": 2.0})
    row = space.matrix([{"title": ["a"], "body": ["a", "b"]}]).toarray()[0]

    assert space.names() == [("title", "a"), ("body", "a"), ("body", "b")]
    assert np.linalg.norm(row[:1]) == pytest.approx(0.5)
    assert np.linalg.norm(row[1:]) == pytest.approx(2.0)


def test_counts_sum_over_a_text():
    assert count_matrix([["a", "b", "a", "z"], []], {"a": 0, "b": 1}).toarray().tolist() == [[2, 1], [0, 0]]


@given(st.lists(st.sampled_from("abcdefgh"), min_size=4, max_size=40))
def test_folds_keep_groups_whole(groups):
    parts = list(folds(groups))

    assert sorted(place for _, outside in parts for place in outside) == list(range(len(groups)))
    if len(set(groups)) >= 4:
        assert all(not {groups[place] for place in inside} & {groups[place] for place in outside} for inside, outside in parts)


def test_shares_follow_the_site_that_is_asked_about():
    prior = np.array([0.5, 0.5])
    likely = np.array([[0.9, 0.1]] * 90 + [[0.45, 0.55]] * 10)

    assert shifted(likely, prior, 1.0)[-1].argmax() == 0
    assert shifted(likely, prior, 1e9)[-1].argmax() == 1
