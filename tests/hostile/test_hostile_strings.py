"""Text made to hurt suffix sorts: one letter, squares, Fibonacci words, noise, only delimiters, crowds of tiny documents."""

import random
import time

import pytest
from machine_speed import slowness

from sitelode_lab.strings.alternation_counts import AlternationSettings, divide, filter_of
from sitelode_lab.strings.ngram_coverage import PLAIN, DelimitedNgrams, SharedNgrams
from sitelode_lab.strings.repeats import frequency_profile
from sitelode_lab.strings.substring_amplification import amplify, coverage, find_templates
from sitelode_lab.strings.suffix_array import sort_suffixes


def fibonacci_word(length):
    before, word = "a", "ab"
    while len(word) < length:
        before, word = word, word + before
    return word[:length]


def noise(length, characters):
    return "".join(random.Random(1).choices(characters, k=length))


HOSTILE = {
    "one letter": ["a" * 100_000],
    "two letters in turn, three times": ["ab" * 30_000] * 3,
    "a Fibonacci word": [fibonacci_word(100_000)],
    "noise": [noise(100_000, "0123456789abcdef")],
    "noise of many characters": [noise(100_000, [chr(code) for code in range(0x4E00, 0x9FA5)])],
    "half surrogate pairs and the last character": ["\ud800\udfff\U0010ffff\x00" * 10_000],
    "only opening delimiters": ["<" * 50_000],
    "only closing delimiters": [">" * 50_000],
    "crowds of tiny documents": [f"<p>{number}</p>" for number in range(10_000)],
    "one page a thousand times": ["<html><body>" + "hello world " * 10 + "</body></html>"] * 1000,
    "empty documents between others": ["", "abc", "", "", "abc", ""] * 50,
}
SECONDS = 20  # of CPU, compiling included; each takes far less


@pytest.mark.parametrize("documents", HOSTILE.values(), ids=HOSTILE.keys())
def test_an_answer_in_bounded_time(documents):
    start = time.process_time()
    array = sort_suffixes(documents)
    for kind in (PLAIN, DelimitedNgrams(), SharedNgrams()):
        division = divide(array, AlternationSettings(kind=kind))
        assert [len(range_) for range_ in division.range_strings] == [len(document) for document in documents]
        assert filter_of(division).range_string(documents[0]).shape == (len(documents[0]),)
    found = amplify(array)
    templates = find_templates(array)

    assert coverage(array, [peak.strings for peak in found.peaks]).max() <= 1.0
    assert sum(len(template.documents) for template in templates) <= len(documents), "a document has one template at most"
    lengths = [len(document) for document in documents]
    assert frequency_profile(array).occurrences.sum() == sum(length * (length + 1) // 2 for length in lengths)
    assert time.process_time() - start < SECONDS * slowness()
