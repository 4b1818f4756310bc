"""Samples of pages."""

import random

from sitelode.html.parse import parse
from sitelode_lab.sampling import sample_of

PAGES = [parse(f"<p>{number}".encode()) for number in range(50)]


def texts(pages):
    return [page.text() for page in pages]


def test_the_order_of_pages_does_not_matter():
    shuffled = PAGES.copy()
    random.Random(1).shuffle(shuffled)

    assert texts(sample_of(PAGES, 7)) == texts(sample_of(shuffled, 7))
    assert texts(sample_of(PAGES, 100)) == texts(sample_of(shuffled, 100))


def test_a_sample_is_as_large_as_it_may_be():
    assert len(sample_of(PAGES, 7)) == 7
    assert len(sample_of(PAGES[:3], 7)) == 3
    assert sample_of([], 7) == []


def test_a_smaller_sample_is_the_beginning_of_a_larger_one():
    assert texts(sample_of(PAGES, 20))[:5] == texts(sample_of(PAGES, 5))


def test_repeated_pages_come_last():
    repeated = [*PAGES[:3], *[PAGES[0]] * 30]

    assert sorted(texts(sample_of(repeated, 3))) == ["0", "1", "2"]
    assert texts(sample_of(repeated, 5))[3:] == ["0", "0"]
    assert texts(sample_of(repeated, 5)) == texts(sample_of(repeated[::-1], 5))
