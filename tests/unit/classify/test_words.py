"""Words by a regular expression are the terms that go letter by letter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.classify.words import words, words_without_numbers
from sitelode.text.tokens import terms


@given(st.text(max_size=80))
def test_words_are_the_terms(text):
    assert words(text) == terms(text)


@pytest.mark.parametrize(
    "text", ["Größe İstanbul 東京タワーは", "ไทย a\u00adb ǅ x_y 12.5", "\U00020000\U00020001 नमस्ते\u200d", "ＡＢＣ ﬀ ẞ", "\U0001f600 a"]
)
def test_words_of_many_scripts_are_the_terms(text):
    assert words(text) == terms(text)


def test_numbers_count_by_their_length():
    assert words_without_numbers("room 4114, 7 o'clock, 1234567") == ["room", "0000", "0", "o", "clock", "0000"]
