import numpy as np
import pytest
from made_articles import page_of

from sitelode.articles.body.study import BODY_THRESHOLD, MANUAL_THRESHOLD, choose_segments, study
from sitelode.html.metadata import metadata_of
from sitelode.paths.markers import page_calls


def taken(probability, width, taken_from=0.5):
    return choose_segments(np.array(probability), np.array(width, dtype=np.int32), taken_from).tolist()


def test_what_is_likely_enough_is_taken():
    assert taken([0.9, 0.4, 0.6], [100, 100, 50]) == [True, False, True]


def test_from_an_odd_page_the_likeliest_is_taken():
    assert taken([0.3, 0.02, 0.25, 0.01], [200, 300, 400, 900]) == [True, False, True, False]


def test_a_few_letters_that_are_likely_do_not_keep_the_rest_out():
    assert taken([0.9, 0.4], [3, 500]) == [True, True]


def test_from_a_hopeless_page_nothing_is_taken():
    assert taken([0.01, 0.0], [500, 20]) == [False, False]
    assert taken([], []) == []


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["https://harbour.test/viewtopic.php"], (True, False, False)),
        (["https://docs.harbour.test/nets", "single-product page"], (False, True, True)),
        (["https://harbour.test/2031/3/mending-nets", "home blog"], (False, False, False)),
    ],
)
def test_addresses_and_names_call_pages_a_thread_a_shops_or_a_manuals(texts, expected):
    assert page_calls(texts) == expected


@pytest.mark.parametrize(("address", "expected"), [("/docs/nets", MANUAL_THRESHOLD), ("/2031/nets", BODY_THRESHOLD)])
def test_more_is_taken_of_what_is_called_a_manual(address, expected):
    page = page_of("<p>How nets are mended, in a few words.</p>", f"https://harbour.test{address}")

    assert study([page], [metadata_of(page)]).taken_from == expected
