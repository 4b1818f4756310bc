from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest
from frequent_ngrams import frequent_ngrams
from hypothesis import given
from hypothesis import strategies as st
from template_pages import constants, made_pages

from sitelode_lab.strings.alternation_counts import AlternationCounts, AlternationSettings, agreement, filter_of, find_optimal
from sitelode_lab.strings.ngram_coverage import PLAIN, SharedNgrams
from sitelode_lab.strings.suffix_array import sort_suffixes
from sitelode_lab.strings.visible_alternation import VisibleSettings, divide_visible

SHARED = SharedNgrams()
documents = st.lists(st.text(alphabet="abc", max_size=25), min_size=2, max_size=5)


def shared_by_hand(texts, length, percent):
    """All n-grams, ranked by how many documents have them; of the top percent those of several documents."""
    owners = defaultdict(set)
    for number, text in enumerate(texts):
        for start in range(len(text) - length + 1):
            owners[text[start : start + length]].add(number)
    ordered = sorted(owners, key=lambda ngram: (-len(owners[ngram]), ngram))
    return [ngram for ngram in ordered[: -(-len(ordered) * percent // 100)] if len(owners[ngram]) > 1]


def range_by_hand(text, ngrams, length):
    outside = [True] * len(text)
    for start in range(len(text) - length + 1):
        if text[start : start + length] in ngrams:
            outside[start : start + length] = [False] * length
    return outside


@given(texts=documents, lengths=st.lists(st.integers(1, 6), min_size=1, max_size=3), percent=st.integers(1, 100))
def test_shared_ngrams_agree_with_counting_by_hand(texts, lengths, percent):
    array = sort_suffixes(texts)
    coverage = SHARED.coverage(array)

    for length in lengths:  # in any order, by one and the same coverage
        chosen = shared_by_hand(texts, length, percent)
        assert frequent_ngrams(array, length, percent, SHARED) == chosen
        found = array.per_document(coverage.useless_from(length) > percent)
        assert [range_.tolist() for range_ in found] == [range_by_hand(text, set(chosen), length) for text in texts]


@given(texts=documents, seed=st.randoms(use_true_random=False), length=st.integers(1, 5), percent=st.integers(1, 100))
def test_alternations_are_counted_as_if_markup_were_not_there(texts, seed, length, percent):
    visible = [np.array([seed.random() < 0.6 for _ in text], np.bool_) for text in texts]
    array = sort_suffixes(texts)
    column = np.concatenate([np.append(marks, np.False_) for marks in visible])

    chosen = set(shared_by_hand(texts, length, percent))
    seen = [np.array(range_by_hand(text, chosen, length), np.bool_)[marks] for text, marks in zip(texts, visible, strict=True)]
    by_hand = sum(before != here for range_ in seen for before, here in pairwise(range_.tolist()))
    assert AlternationCounts(array, SHARED, column).at(length, percent) == by_hand


@given(texts=documents)
def test_on_its_own_sample_the_filter_is_the_division(texts):
    division = find_optimal(sort_suffixes(texts), AlternationSettings(kind=SHARED))
    useless = filter_of(division)

    for text, range_ in zip(texts, division.range_strings, strict=True):
        assert useless.range_string(text).tolist() == range_.tolist()


def test_a_single_document_has_nobody_to_share_with_and_is_counted_by_itself():
    array = sort_suffixes(["abab" * 9])

    assert SHARED.coverage(array).useless_from(2).tolist() == PLAIN.coverage(array).useless_from(2).tolist()


def all_visible(texts):
    return [np.ones(len(text), np.bool_) for text in texts]


def accuracy(division, pages):
    correct = [np.zeros(len(page.source), np.bool_) for page in pages]
    for page, mask in zip(pages, correct, strict=True):
        for start, end in page.content:
            mask[start:end] = True
    return agreement(np.concatenate(correct), np.concatenate(division.range_strings)).accuracy


@pytest.mark.parametrize("count", [3, 12, 60])
def test_few_pages_are_divided_as_well_as_many(count):
    pages = made_pages(constants(seed=1, count=6, characters=1500), count=count, words_between=60)
    texts = [page.source for page in pages]

    assert accuracy(divide_visible(sort_suffixes(texts), all_visible(texts)), pages) > 0.97


def test_what_one_article_repeats_is_its_content():
    pages = made_pages(constants(seed=2, count=4, characters=1500), count=20, words_between=40)
    refrain = "and so say all of us, and so say all of us. "
    texts = [pages[0].source + refrain * 30, *(page.source for page in pages[1:])]
    suffixes = sort_suffixes(texts)
    division = divide_visible(suffixes, all_visible(texts))

    assert division.range_strings[0][-len(refrain) * 30 :].mean() > 0.9
    assert refrain[: division.length] in frequent_ngrams(suffixes, division.length, 1), "the paper counts every time it is said"
    assert refrain[: division.length] not in frequent_ngrams(suffixes, division.length, 100, SHARED)


@pytest.mark.parametrize("texts", [[], [""], ["", ""], ["ab"], ["ab", "ab"], ["x" * 50], ["x" * 50] * 3, ["\u4e00" * 9, "<p>"]])
def test_degenerate_documents_have_an_answer(texts):
    division = divide_visible(sort_suffixes(texts), all_visible(texts))

    assert [len(range_) for range_ in division.range_strings] == [len(text) for text in texts]
    assert 0 <= division.useless_share <= 1


def test_pages_without_any_visible_character():
    texts = ["<br>" * 20] * 2 + ["<hr>" * 20]
    division = divide_visible(sort_suffixes(texts), [np.zeros(80, np.bool_)] * 3, VisibleSettings(start_length=3))

    assert division.useless_share == 0
    assert division.trace[-1].count == 0
