"""Compiled loops of the rules for fields inside text, against slow and obvious versions."""

from itertools import pairwise, product

import numpy as np
import pytest

from sitelode.text_rules.chain import Stretches, run_chain
from sitelode.text_rules.token_table import TokenTable
from sitelode_lab.text_rules.srv import SOME, Predicate, PredicateTable

STATES = 3


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_marginals_are_those_of_all_paths(kind):
    chance = np.random.default_rng(0)
    moves, starts = chance.normal(size=(STATES, STATES)), chance.normal(size=STATES)
    scores = chance.normal(size=(7, STATES)).astype(kind)
    first, length = np.array([0, 5]), np.array([4, 2])  # row 4 is in no stretch

    lattice = run_chain(scores, moves, starts, Stretches(first, length))

    total = 0.0
    for begin, size in zip(first.tolist(), length.tolist(), strict=True):
        marginals, normaliser = np.zeros((size, STATES)), 0.0
        for path in product(range(STATES), repeat=size):
            steps = starts[path[0]] + sum(moves[pair] for pair in pairwise(path))
            weight = np.exp(steps + sum(scores[begin + place, state] for place, state in enumerate(path)))
            normaliser += weight
            for place, state in enumerate(path):
                marginals[place, state] += weight
        total += np.log(normaliser)
        assert np.allclose(lattice.marginals[begin : begin + size], marginals / normaliser, atol=1e-5)
    assert lattice.log_likelihood == pytest.approx(total, rel=1e-5)
    assert not lattice.marginals[4].any()


def test_fragments_are_all_that_start_and_end_where_they_may():
    chance = np.random.default_rng(1)
    table = TokenTable(["a b c d e f", "", "g", "h i j k"])
    may_start, may_end = (table.is_token & (chance.random(len(table)) < 0.7) for _ in range(2))

    first, stop = PredicateTable(table)._pairs(may_start, may_end, 2, 4)

    slow = [
        (row, row + length)
        for length in range(2, 5)
        for row in range(len(table))
        if may_start[row] and row + length <= table.stop[table.text_of[row]] and may_end[row + length - 1]
    ]
    assert list(zip(first.tolist(), stop.tolist(), strict=True)) == slow


def test_flags_of_few_fragments_are_counted_as_those_of_many():
    table = TokenTable(["one Two three Four " * 30])
    seen = PredicateTable(table)
    first = np.flatnonzero(table.is_token)[:5]
    flags = seen.flags("", "capitalized", "true")

    predicate = Predicate(SOME, "capitalized")
    many = np.repeat(first, 100)
    assert seen.holds(predicate, first, first + 1).tolist() == flags[first].tolist()
    assert seen.holds(predicate, many, many + 1).tolist() == flags[many].tolist()


def test_rows_by_word_are_in_the_order_of_words_and_of_rows():
    table = TokenTable(["b a B c", "a b"])

    assert table.rows_by_word.tolist() == np.argsort(table.word, kind="stable").tolist()
