"""Sets of codes: the same as numpy's own functions give."""

import numpy as np
import pytest

from sitelode.compiled.code_sets import are_among, distinct, first_of_each, how_many_among, without

CODES = {
    "none": [],
    "one": [7],
    "all alike": [5] * 40,
    "large ones": [2**64 - 1, 0, 2**63, 2**64 - 1],
    "many": np.random.default_rng(2031).integers(0, 90, 300),
}


@pytest.fixture(params=CODES.values(), ids=CODES.keys())
def codes(request):
    return np.array(request.param, dtype=np.uint64)


def test_every_code_once(codes):
    assert distinct(codes).tolist() == np.unique(codes).tolist()


def test_the_first_place_of_each(codes):
    expected = np.unique(codes, return_index=True, return_inverse=True)

    assert [each.tolist() for each in first_of_each(codes)] == [each.tolist() for each in expected]


def test_codes_of_a_column_of_a_table():
    table = np.array([[3, 1], [2, 1], [3, 1]], dtype=np.uint64)

    assert first_of_each(table[:, 0])[1].tolist() == [1, 0]
    assert distinct(table[:, 0]).tolist() == [2, 3]


def test_those_among_others(codes):
    others = np.array([3, 5, 7, 2**63], dtype=np.uint64)

    assert without(codes, others).tolist() == codes[~np.isin(codes, others)].tolist()
    assert are_among(codes, others).tolist() == np.isin(codes, others).tolist()
    assert how_many_among(codes, others) == np.isin(codes, others).sum()
