"""Ikeda, Yamada, Hirokawa 2001: the examples and definitions of the paper, and its experiment on made pages."""

from itertools import pairwise

import numpy as np
import pytest
from oracles import find_optimal as literal
from template_pages import constants, made_pages

from sitelode_lab.strings.alternation_counts import agreement, find_optimal
from sitelode_lab.strings.repeats import covered_by
from sitelode_lab.strings.suffix_array import sort_suffixes


def bits(string):
    return np.array([bit == "1" for bit in string])


def as_text(range_):
    return "".join("01"[int(bit)] for bit in range_)


def test_example_1():
    range_ = ~covered_by("accbaacbc", ["cb", "ba"])

    assert as_text(range_) == "110001001"
    assert np.count_nonzero(range_[1:] != range_[:-1]) == 4


def test_binary_strings_of_section_2_1():
    x, y = bits("01101"), bits("11100")

    assert as_text(x & y) == "01100"
    assert as_text(x ^ y) == "10001"
    assert np.count_nonzero(~(x & y)) == 3
    assert np.count_nonzero(x ^ y) == 2


def test_measures_of_section_4_1():
    measured = agreement(correct=bits("01101"), range_=bits("11100"))

    assert measured.accuracy == 3 / 5
    assert measured.recall == 2 / 3
    assert measured.precision == 2 / 3


def test_a_path_descends_and_ends_in_a_local_minimum():
    """Conditions (1) to (3) of section 2.3."""
    division = find_optimal(sort_suffixes([page.source for page in made_pages(constants(seed=4), count=20)]))
    steps = division.trace

    assert (steps[0].length, steps[0].percent) == (2, 1)
    for before, after in pairwise(steps):
        assert (after.length - before.length) + (after.percent - before.percent) == 1
        assert after.count < before.count
    assert steps[-1].count <= min(steps[-1].with_next_percent, steps[-1].with_next_length)


def test_one_search_takes_the_same_path_as_the_papers_hash_tables():
    sources = [page.source for page in made_pages(constants(seed=8, count=3, characters=250), count=12, words_between=25)]
    division = find_optimal(sort_suffixes(sources))

    assert [(step.length, step.percent, step.count) for step in division.trace] == literal.find_optimal(sources)


@pytest.mark.parametrize("sites", [[76], pytest.param([60, 80], marks=pytest.mark.nightly)], ids=["one site of 76 articles", "two sites"])
def test_articles_are_found_as_accurately_as_the_paper_says(sites):
    """4.2: more than 97 % accuracy on one site; 4.3: at least 95 % on two. The paper's pages are gone: these are made."""
    pages = [page for seed, count in enumerate(sites) for page in made_pages(constants(10 + seed, 4, 4000), count, seed, words_between=100)]
    division = find_optimal(sort_suffixes([page.source for page in pages]))
    correct = [np.zeros(len(page.source), np.bool_) for page in pages]
    for page, mask in zip(pages, correct, strict=True):
        for start, end in page.content:
            mask[start:end] = True

    measured = agreement(np.concatenate(correct), np.concatenate(division.range_strings))
    assert measured.accuracy > (0.97 if len(sites) == 1 else 0.95)
