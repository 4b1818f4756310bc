import numpy as np
import pytest
from frequent_ngrams import frequent_ngrams
from hypothesis import given
from hypothesis import strategies as st
from oracles import find_optimal as literal
from template_pages import constants, made_pages

from sitelode_lab.strings.alternation_counts import (
    AlternationCounts,
    AlternationSettings,
    agreement,
    divide,
    find_optimal,
)
from sitelode_lab.strings.ngram_coverage import NEVER, DelimitedNgrams, smallest_in_window
from sitelode_lab.strings.repeats import covered_by
from sitelode_lab.strings.suffix_array import sort_suffixes

documents = st.lists(st.text(alphabet="abcd", max_size=30), max_size=5)
tagged = st.lists(st.lists(st.sampled_from(["<p>", "</p>", "a", "bc", "<", ">", "<img a>", "dd"]), max_size=12).map("".join), max_size=4)


def paths(division):
    return [(step.length, step.percent, step.count) for step in division.trace]


def as_bits(range_):
    return "".join("1" if outside else "0" for outside in range_)


@given(texts=documents)
def test_the_search_takes_the_path_of_the_literal_version(texts):
    division = find_optimal(sort_suffixes(texts))

    assert paths(division) == literal.find_optimal(texts)


@given(texts=documents, length=st.integers(1, 6), percent=st.integers(1, 100))
def test_every_alternation_count_agrees_with_the_literal_version(texts, length, percent):
    array = sort_suffixes(texts)
    ordered = literal.countsort(texts, length)

    assert frequent_ngrams(array, length, percent) == literal.top(ordered, percent)
    assert AlternationCounts(array).at(length, percent) == literal.alternation(texts, ordered, length, percent)


@given(texts=documents)
def test_range_strings_agree_with_the_literal_version(texts):
    division = find_optimal(sort_suffixes(texts))
    ngrams = set(literal.top(literal.countsort(texts, division.length), division.percent))

    assert [range_.tolist() for range_ in division.range_strings] == [
        [bool(outside) for outside in literal.range_string(text, ngrams, division.length)] for text in texts
    ]


@given(texts=documents, seed=st.randoms(use_true_random=False))
def test_the_order_of_the_documents_does_not_matter(texts, seed):
    shuffled = texts[:]
    seed.shuffle(shuffled)

    assert paths(find_optimal(sort_suffixes(texts))) == paths(find_optimal(sort_suffixes(shuffled)))


def pieces_of(text):
    """Tags and texts, by hand: a tag begins with '<', and ends with '>' or before the next '<'."""
    pieces, start = [], 0
    for place, character in enumerate(text):
        if character == "<" and place > start:
            pieces.append((start, place))
            start = place
        if character == ">":
            pieces.append((start, place + 1))
            start = place + 1
    return [*pieces, (start, len(text))] if start < len(text) else pieces


@given(text=tagged.map("".join), length=st.integers(1, 5))
def test_delimited_ngrams_stay_inside_their_piece(text, length):
    found = DelimitedNgrams().ngrams(text, length)
    expected = []
    for start, end in pieces_of(text):
        expected += [(place, length) for place in range(start, end - length + 1)] or [(start, end - start)]

    assert sorted(zip(found.start.tolist(), found.length.tolist(), strict=True)) == sorted(expected)


@given(texts=tagged, length=st.integers(1, 5), percent=st.integers(1, 100))
def test_delimited_counts_agree_with_covering_by_hand(texts, length, percent):
    # A last text that no delimiter ends is told apart from the same text before one, so all end with a tag.
    texts = [text + "<end>" for text in texts]
    kind, array = DelimitedNgrams(), sort_suffixes(texts)
    chosen = set(frequent_ngrams(array, length, percent, kind))
    useless = kind.coverage(array).useless_from(length) <= percent

    for text, found in zip(texts, array.per_document(useless), strict=True):
        ngrams = kind.ngrams(text, length)
        covered = np.zeros(len(text), np.bool_)
        for start, size in zip(ngrams.start.tolist(), ngrams.length.tolist(), strict=True):
            if text[start : start + size] in chosen:
                covered[start : start + size] = True
        assert found.tolist() == covered.tolist()


def test_a_template_with_varying_words_is_divided_into_both():
    pages = made_pages(constants(seed=1, count=6, characters=1500), count=60, words_between=60)
    division = find_optimal(sort_suffixes([page.source for page in pages]))
    correct = np.concatenate([content_of(page) for page in pages])

    measured = agreement(correct, np.concatenate(division.range_strings))
    assert measured.accuracy > 0.98
    assert measured.recall > 0.95
    assert division.stopped == "neither one more percent nor one more character lowers the count"
    assert division.useless_share == pytest.approx(1 - correct.mean(), abs=0.03)


def content_of(page):
    correct = np.zeros(len(page.source), np.bool_)
    for start, end in page.content:
        correct[start:end] = True
    return correct


@pytest.mark.parametrize(
    ("texts", "expected", "reason"),
    [
        pytest.param([], [], "no document is long enough", id="no document"),
        pytest.param(["", ""], ["", ""], "no document is long enough", id="empty documents"),
        pytest.param(["a"], ["1"], "no document is long enough", id="one character has no n-gram"),
        pytest.param(["ab"], ["00"], "longer than 2 characters", id="one n-gram is the top percent"),
        pytest.param(["abc" * 30] * 50, ["0" * 90] * 50, "", id="one page many times: all of it repeats"),
    ],
)
def test_degenerate_documents(texts, expected, reason):
    division = find_optimal(sort_suffixes(texts))

    assert [as_bits(range_) for range_ in division.range_strings] == expected
    assert reason in division.stopped


def test_the_length_is_bounded_by_a_setting():
    division = find_optimal(sort_suffixes(["".join(chr(200 + i % 90) for i in range(400))] * 3), AlternationSettings(longest=3))

    assert division.length <= 3


def test_many_characters_are_counted_as_characters():
    texts = ["".join(chr(0x4E00 + 7 * i % 400) for i in range(500)), "\u4e00\u4e07" * 5]

    assert paths(find_optimal(sort_suffixes(texts))) == literal.find_optimal(texts)


@given(values=st.lists(st.integers(0, 255), max_size=40), length=st.integers(1, 50))
def test_smallest_in_window_agrees_with_looking_at_each_window(values, length):
    column = np.array(values, np.uint8)
    expected = [min(values[max(0, end - length + 1) : end + 1]) for end in range(len(values))]

    assert smallest_in_window(column, length).tolist() == expected


def test_a_trivial_minimum_is_left_by_longer_ngrams():
    pages = made_pages(constants(seed=10, characters=2000), count=76, words_between=300)
    array = sort_suffixes([page.source for page in pages])
    division = divide(array)

    assert find_optimal(array).is_trivial
    assert not division.is_trivial
    assert division.trace[0].length > 2
    assert agreement(np.concatenate([content_of(page) for page in pages]), np.concatenate(division.range_strings)).accuracy > 0.97


def test_a_search_that_ends_where_it_began_is_begun_anew_with_longer_ngrams():
    """A log of a web server: at (2, 1) a sixth of it is useless, and neither neighbour is better."""
    varying = [
        (f"10.0.{n % 7}.{n * 37 % 251}", f"{n % 24:02}:{n * 7 % 60:02}", f"/{n * n % 9973}x{n * 31 % 997}", str(n * 7919 % 99991))
        for n in range(200)
    ]
    constants = ("", " - - [18/Nov/2031:", ':00 +0000] "GET ', ' HTTP/1.1" 200 ', ' "-" "Mozilla/5.0 (X11; Linux x86_64) Firefox/99"')
    lines = ["".join(constant + value for constant, value in zip(constants, (*each, ""), strict=True)) for each in varying]
    correct = [
        np.repeat([False, True] * 5, [size for parts in zip(constants, (*each, ""), strict=True) for size in map(len, parts)])
        for each in varying
    ]
    array = sort_suffixes(lines)
    first, division = find_optimal(array), divide(array)

    assert (first.length, first.percent, len(first.trace)) == (2, 1, 1)
    assert first.useless_share < 0.4
    assert division.useless_share > 0.6
    assert agreement(np.concatenate(correct), np.concatenate(division.range_strings)).accuracy > 0.8
    assert "searches from n = 2" in division.stopped


def test_where_every_start_is_trivial_the_first_result_stays():
    array = sort_suffixes(["a" * 200] * 5)

    assert divide(array).is_trivial
    assert paths(divide(array)) == paths(find_optimal(array))


def test_separators_are_never_useless():
    array = sort_suffixes(["aaaa", "aaaa"])

    assert AlternationCounts(array).useless_from(2)[[4, 9]].tolist() == [NEVER, NEVER]


def test_range_string_of_no_strings_is_all_ones():
    assert as_bits(~covered_by("abc", ["", "x"])) == "111"
