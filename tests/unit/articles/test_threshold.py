import numpy as np

from sitelode.articles.body.study import choose_segments


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
