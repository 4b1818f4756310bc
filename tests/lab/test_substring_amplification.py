import numpy as np
import pytest
from template_pages import constants, made_pages, novel

from sitelode_lab.strings.repeats import FrequencyProfile, covered_by
from sitelode_lab.strings.substring_amplification import (
    AmplificationSettings,
    amplify,
    coverage,
    covered,
    find_templates,
    growth,
)
from sitelode_lab.strings.suffix_array import sort_suffixes

TEMPLATE = constants(seed=3)
PAGES = [page.source for page in made_pages(TEMPLATE, count=30)]


def test_a_gap_does_not_win_by_division():
    profile = FrequencyProfile(np.array([0, 100, 30, 10, 0, 0, 5]))  # nothing occurs 4 or 5 times

    assert growth(profile).tolist() == [0, 0, 0.6, 0.5, 0, 0, 1.0]


def test_the_template_is_found_with_its_pages():
    array = sort_suffixes(PAGES)
    found = amplify(array)
    peak = found.peaks[0]

    assert found.maximal_frequency == peak.frequency == 30
    assert peak.documents == tuple(range(30))
    assert peak.per_document == 1
    strings = peak.strings.texts(array)
    assert all(any(constant in string for string in strings) for constant in TEMPLATE)


def test_coverage_is_the_share_of_the_template():
    array = sort_suffixes(PAGES)
    strings = [amplify(array).peaks[0].strings]
    shares = coverage(array, strings)
    expected = [sum(map(len, TEMPLATE)) / len(page) for page in PAGES]

    assert shares == pytest.approx(expected, abs=0.04)  # a word may stand on each page once
    masks = array.per_document(covered(array, strings))
    assert [float(mask.mean()) for mask in masks] == pytest.approx(shares.tolist())


def test_a_page_outside_the_sample_is_covered_by_the_same_strings():
    array = sort_suffixes(PAGES[:-1])
    strings = amplify(array).peaks[0].strings.texts(array)
    page = PAGES[-1]

    inside = covered_by(page, strings)
    assert inside.mean() == pytest.approx(sum(map(len, TEMPLATE)) / len(page), abs=0.01)
    assert covered_by("", strings).tolist() == []


def test_documents_without_the_template_are_told_apart():
    strangers = [novel(seed, 2000) for seed in range(10)]
    documents = [*strangers, *PAGES]
    peak = amplify(sort_suffixes(documents)).peaks[0]

    assert peak.documents == tuple(range(10, 40))


def test_a_small_template_is_found_below_a_large_one_with_optional_parts():
    large, small = constants(seed=5, characters=4000), constants(seed=6, count=2, characters=150)
    # Half of the large pages have one part more, so that its strings make peaks of their own around the small one's frequency.
    [optional] = constants(seed=9, count=1, characters=3000)
    big = [page.source + optional * (index % 2) for index, page in enumerate(made_pages(large, 40))]
    documents = [*big, *(page.source for page in made_pages(small, 21, seed=4))]
    templates = find_templates(sort_suffixes(documents))

    assert [template.documents for template in templates] == [tuple(range(40)), tuple(range(40, 61))]
    assert [template.frequency for template in templates] == [40, 21]
    array = sort_suffixes(documents)
    assert any(small[0] in string for string in templates[1].strings.texts(array)), "strings of later rounds are strings of the sample"
    assert coverage(array, [templates[1].strings])[:40].max() < 0.05


def test_the_order_of_the_documents_does_not_matter():
    documents = [*PAGES, *(page.source for page in made_pages(constants(seed=7), 12, seed=1))]
    one, other = sort_suffixes(documents), sort_suffixes(documents[::-1])

    def seen(array):
        return [(peak.frequency, peak.sigmas, peak.strings.texts(array), len(peak.documents)) for peak in amplify(array).peaks]

    assert seen(one) == seen(other)


@pytest.mark.parametrize(
    "documents",
    [[], [""], ["", ""], ["a"], ["some text"], ["ab", "cd"]],
    ids=["none", "empty", "two empty", "one character", "one text", "nothing in common"],
)
def test_nothing_to_find(documents):
    array = sort_suffixes(documents)

    assert amplify(array).peaks == ()
    assert find_templates(array) == []
    assert coverage(array, []).tolist() == [0.0] * len(documents)


def test_one_page_many_times_is_one_template():
    array = sort_suffixes([PAGES[0]] * 50)
    [template] = find_templates(array)

    assert template.frequency == 50
    assert template.strings.texts(array) == [PAGES[0]]


def test_settings_count_like_the_paper():
    found = amplify(sort_suffixes(PAGES), AmplificationSettings(branching_only=True))

    assert found.peaks[0].frequency == 30
