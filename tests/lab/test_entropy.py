"""Normalised entropy of sparse counts, against the formula."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode_lab.entropy import SpreadCounts

pages_of_codes = st.lists(st.lists(st.integers(0, 5), max_size=12), max_size=6)


def entropy_by_formula(pages, code):
    counts = [Counter(page)[code] for page in pages]
    shares = [count / sum(counts) for count in counts if count]
    return -sum(share * math.log(share, len(pages)) for share in shares) if len(pages) > 1 else 0.0


def counted(pages):
    return SpreadCounts.of(np.array(page, np.uint64) for page in pages)


@given(pages_of_codes)
def test_agrees_with_the_formula(pages):
    spread = counted(pages)

    assert spread.codes.tolist() == sorted({code for page in pages for code in page})
    assert spread.entropies(len(pages)) == pytest.approx([entropy_by_formula(pages, code) for code in spread.codes.tolist()])
    assert spread.pages.tolist() == [sum(code in page for page in pages) for code in spread.codes.tolist()]


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        pytest.param([[1], [1], [1], [1]], 1.0, id="on all pages alike"),
        pytest.param([[1], [2], [3], [4]], 0.0, id="on one page only"),
        pytest.param([[1, 1], [1, 1], [2], [2]], 0.5, id="on two of four"),
    ],
)
def test_how_evenly_a_term_is_spread(pages, expected):
    assert counted(pages).entropies(4)[0] == pytest.approx(expected)


def test_values_of_codes_that_are_not_there():
    spread = counted([[1, 3], [3]])

    assert spread.look_up(np.array([7.0, 9.0]), np.array([3, 2, 1], np.uint64), unknown=-1).tolist() == [9.0, -1.0, 7.0]
    assert counted([]).look_up(np.empty(0), np.array([3], np.uint64)).tolist() == [0.0]


def test_entropy_of_a_term_on_four_of_a_hundred_pages():
    assert counted([[1] * 35, [1] * 25, [1] * 25, [1] * 15]).entropies(100) == pytest.approx(0.292, abs=5e-4)
