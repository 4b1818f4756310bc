"""Words and letters of scripts whose letters carry marks."""

import pytest

from sitelode.text.tokens import letters_in, words_in


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("two words, one_name", ["two", "words", "one_name"]),
        ("मंत्री ने बताया", ["मंत्री", "ने", "बताया"]),
        ("ข่าววันนี้ 24", ["ข่าววันนี้", "24"]),
        ("مُحَمَّد كتب", ["مُحَمَّد", "كتب"]),
        ("می‌خواهد", ["می‌خواهد"]),
        ("cafe\u0301 – bar", ["cafe\u0301", "bar"]),
    ],
)
def test_marks_and_joiners_belong_to_words(text, words):
    assert words_in(text) == words


@pytest.mark.parametrize(("text", "count"), [("Ann 2", 3), ("राजेश कुमार", 10), ("10:30", 0)])
def test_marks_count_as_letters(text, count):
    assert letters_in(text) == count
