import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from template_pages import constants, made_pages

from sitelode_lab.strings.alternation_counts import AlternationSettings, filter_of, find_optimal
from sitelode_lab.strings.ngram_coverage import DelimitedNgrams, PlainNgrams
from sitelode_lab.strings.suffix_array import sort_suffixes

pages = st.lists(st.lists(st.sampled_from(["<b>", "</b>", "ab", "c", "\u4e00", " "]), max_size=15).map("".join), max_size=5)


@pytest.mark.parametrize("kind", [PlainNgrams(), DelimitedNgrams()], ids=["plain", "delimited"])
@given(texts=pages)
def test_on_its_own_sample_the_filter_is_the_division(kind, texts):
    # A last text without a delimiter behind it is a class of its own in the sort, but not for the filter.
    texts = [text + "<end>" for text in texts]
    division = find_optimal(sort_suffixes(texts), AlternationSettings(kind=kind))
    ngram_filter = filter_of(division)

    for text, range_ in zip(texts, division.range_strings, strict=True):
        assert ngram_filter.range_string(text).tolist() == range_.tolist()


def test_a_new_page_of_the_site_is_divided():
    *sample, new = made_pages(constants(seed=1, count=6, characters=1500), count=61, words_between=60)
    ngram_filter = filter_of(find_optimal(sort_suffixes([page.source for page in sample])))
    range_ = ngram_filter.range_string(new.source)

    inside = np.zeros(len(new.source), np.bool_)
    for start, end in new.content:
        inside[start:end] = True
    assert (range_ == inside).mean() > 0.98


def test_an_empty_page_is_no_problem():
    assert filter_of(find_optimal(sort_suffixes(["abab"]))).range_string("").tolist() == []
    assert filter_of(find_optimal(sort_suffixes([]))).range_string("ab").tolist() == [True, True]
