from collections import Counter

import pytest

from sitelode.counted import counted, counted_reasons


@pytest.mark.parametrize(("number", "words"), [(0, "0 pages"), (1, "1 page"), (2, "2 pages"), (2487, "2,487 pages")])
def test_a_number_and_its_noun(number, words):
    assert counted(number, "page") == words


def test_a_plural_of_its_own():
    assert counted(2, "address", "addresses") == "2 addresses"


def test_reasons_follow_their_number():
    assert counted_reasons(Counter({"index pages": 1, "not HTML": 3, "before 2031": 2})) == ("3 not HTML, 2 before 2031, 1 index page")
