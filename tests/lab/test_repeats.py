from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import substrings
from oracles.find_optimal import countsort

from sitelode_lab.strings.repeats import frequency_profile, maximal_repeats, ngram_classes
from sitelode_lab.strings.suffix_array import sort_suffixes

documents = st.lists(st.text(alphabet="abc", max_size=12), max_size=4)


@given(texts=documents)
def test_strings_by_frequency_agree_with_counting_every_substring(texts):
    profile = frequency_profile(sort_suffixes(texts))
    expected = substrings.distinct_by_frequency(texts)

    assert profile.distinct.tolist() == expected
    assert profile.occurrences.tolist() == [frequency * count for frequency, count in enumerate(expected)]


@given(texts=documents, longest=st.integers(1, 6))
def test_strings_up_to_a_length_agree_with_counting_them(texts, longest):
    counts = Counter(
        text[start : start + length] for text in texts for length in range(1, longest + 1) for start in range(len(text) - length + 1)
    )
    found = frequency_profile(sort_suffixes(texts), longest=longest).distinct.tolist()

    assert {frequency: count for frequency, count in enumerate(found) if count} == Counter(counts.values())


@given(texts=documents)
def test_the_papers_own_sum_counts_branching_strings_by_length(texts):
    found = frequency_profile(sort_suffixes(texts), branching_only=True).distinct.tolist()

    assert {frequency: count for frequency, count in enumerate(found) if count} == substrings.branching_sum(texts)


@given(texts=documents)
def test_maximal_repeats_are_the_strings_in_no_other_of_their_frequency(texts):
    array = sort_suffixes(texts)
    repeats = maximal_repeats(array)

    found = set(zip(repeats.texts(array), repeats.count.tolist(), strict=True))
    assert found == substrings.strings_in_no_other_of_their_frequency(texts)


@given(texts=documents, length=st.integers(1, 6))
def test_ngrams_agree_with_a_hash_table(texts, length):
    array = sort_suffixes(texts)
    classes = ngram_classes(array, length)
    counted = countsort(texts, length)

    assert classes.texts(array) == sorted(counted)
    by_frequency = sorted(zip(classes.count.tolist(), classes.texts(array), strict=True), key=lambda pair: (-pair[0], pair[1]))
    assert [text for _, text in by_frequency] == counted


def test_repeats_can_be_limited_to_frequencies_and_lengths():
    array = sort_suffixes(["abcabcabc", "xyxy"])
    texts = maximal_repeats(array, frequencies=[2, 99], shortest=3).texts(array)

    assert texts == ["abcabc"]


def test_positions_of_a_repeat_ascend():
    array = sort_suffixes(["abcabcabc"])
    repeats = maximal_repeats(array).longest_first()

    assert repeats.texts(array) == ["abcabc", "abc"]
    assert repeats.positions(1).tolist() == [0, 3, 6]


@pytest.mark.parametrize("texts", [[], [""], ["", ""]], ids=["none", "one empty", "two empty"])
def test_nothing_repeats_in_nothing(texts):
    array = sort_suffixes(texts)

    assert len(maximal_repeats(array)) == 0
    assert frequency_profile(array).distinct.tolist() == [0]
    assert ngram_classes(array, 2).count.tolist() == []
