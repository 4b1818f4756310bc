"""Ikeda, Yamada, Hirokawa 2003: the suffix tree of its figure 1, and its experiments on pages made with the same numbers."""

import random

import numpy as np
from template_pages import constants, made_pages, novel, vocabulary, zipf_words

from sitelode_lab.strings.frequency_curve import fit_power_law, frequency_curve
from sitelode_lab.strings.repeats import frequency_profile
from sitelode_lab.strings.substring_amplification import amplify, find_templates, repeated_frequencies
from sitelode_lab.strings.suffix_array import sort_suffixes


def frequencies(found):
    return {peak.frequency for peak in found.peaks}


def sources(template, count, seed=0):
    return [page.source for page in made_pages(template, count, seed)]


def test_suffix_tree_of_abcabcabc():
    profile = frequency_profile(sort_suffixes(["abcabcabc"]))

    # Three times: a, ab, abc, b, bc, c. Twice: these with another abc behind them. Once: those with two.
    assert profile.distinct.tolist() == [0, 9, 9, 6]
    assert profile.occurrences.tolist() == [0, 9, 18, 18]


def test_single_template():
    """5.2: fifty pages peak at 50, and at multiples, where a string stands on each page more than once."""
    one, two, three, twice, thrice, four_times = constants(seed=1, count=6, characters=900)
    twice, thrice, four_times = twice[:400], thrice[:300], four_times[:200]  # the paper: such strings are shorter, so their peaks are lower
    template = [one, twice, thrice, four_times, two, twice, thrice, four_times, thrice, four_times, four_times, three]
    found = amplify(sort_suffixes(sources(template, 50)))

    assert found.peaks[0].frequency == 50
    assert found.maximal_frequency == 50
    assert {50, 100, 150, 200} <= frequencies(found)
    by_frequency = {peak.frequency: peak for peak in found.peaks}
    assert by_frequency[200].multiple_of == 50
    assert by_frequency[200].per_document == 4


def test_templates_with_different_ranges():
    """5.3: 46 result pages with 913 results and 91 categories peak at 46, 91 and 913."""
    randomness = random.Random(5)
    words = vocabulary(randomness)
    head, tail, around_result, around_category, *_ = constants(seed=2, count=5, characters=800)
    results, categories = split_among(913, 46), split_among(91, 46)
    pages = [
        head
        + "".join(around_category + zipf_words(randomness, words, 3) for _ in range(categories[page]))
        + "".join(around_result[:300] + zipf_words(randomness, words, 12) + around_result[300:500] for _ in range(results[page]))
        + tail
        for page in range(46)
    ]
    array = sort_suffixes(pages)
    found = amplify(array)

    assert {46, 91, 913} <= frequencies(found)
    [iterated] = [peak for peak in found.peaks if peak.frequency == 913]
    assert len(iterated.documents) == 46
    assert iterated.per_document > 19
    [template] = find_templates(array)
    both = {template.frequency, *(other.frequency for other in template.beside)}
    assert both == {46, 913}, "the template of the pages is reported beside the template of their rows"
    assert {len(each.documents) for each in (template, *template.beside)} == {46}


def split_among(total, parts):
    return [total // parts + (index < total % parts) for index in range(parts)]


def test_union_of_patterns():
    """5.4: fifty, 104 and 140 pages of three sites: a peak for each, and each with its own pages."""
    counts = [50, 104, 140]
    documents = [source for seed, count in enumerate(counts) for source in sources(constants(20 + seed), count, seed)]
    array = sort_suffixes(documents)

    assert set(counts) <= frequencies(amplify(array))
    pages_of = {template.frequency: template.documents for template in find_templates(array)}
    assert pages_of == {50: tuple(range(50)), 104: tuple(range(50, 154)), 140: tuple(range(154, 294))}


def test_noisy_data():
    """5.5: a few pages of one template among many others are found, all of them, wherever they lie."""
    noise = [novel(seed, 4000) for seed in range(100)]
    documents = noise[:60] + sources(constants(seed=30), 12) + noise[60:]
    [template] = find_templates(sort_suffixes(documents))

    assert template.documents == tuple(range(60, 72))


def test_plain_text_follows_a_power_law():
    """5.1: log V(f) against log f is a line, falling; so text without a template has no peaks."""
    array = sort_suffixes([novel()])
    profile = frequency_profile(array)
    used = repeated_frequencies(profile)
    used = used[used <= 200]  # beyond, single strings scatter around the line, in the paper's figure 4 as well
    law = fit_power_law(used.astype(float), profile.distinct[used].astype(float))
    explained = 1 - np.var(law.residuals(used.astype(float), profile.distinct[used].astype(float))) / np.var(np.log(profile.distinct[used]))

    assert law.exponent < -1
    assert explained > 0.85
    assert all(peak.frequency < 10 for peak in amplify(array).peaks)


def test_figure_4_counts_strings_of_up_to_50_characters():
    """5.1: the line of figure 4 has a slope near Zipf's -2 and leaves little of V unexplained; the novel is made, with Zipf's words."""
    curve = frequency_curve(sort_suffixes([novel()]))

    assert curve.longest == 50
    assert -3 < curve.line.slope < -1.2
    assert curve.line.r_squared > 0.95
    assert "to the power of -" in curve.sentence()
