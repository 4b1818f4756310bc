"""Tokens of any script, and the wildcards they belong to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.landmarks.token_classes import WILDCARDS, matches, token_spans, tokens_and_gaps, tokens_of, wildcards_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="empty"),
        pytest.param(" \t\n", [], id="white"),
        pytest.param("12 Pico St.", ["12", "Pico", "St", "."], id="address"),
        pytest.param("$1,290.50!", ["$", "1,290.50", "!"], id="a number keeps its points"),
        pytest.param("No. 5.", ["No", ".", "5", "."], id="a final point is a sign"),
        pytest.param("4GB", ["4", "GB"], id="digits and letters part"),
        pytest.param("<td class=x>a</td>", ["<td class=x>", "a", "</td>"], id="tags"),
        pytest.param("a < b > c", ["a", "<", "b", ">", "c"], id="signs that are no tag"),
        pytest.param("_Number_", ["_", "Number", "_"], id="a text cannot spell a wildcard"),
        pytest.param("北京12号", ["北", "京", "12", "号"], id="ideographs stand alone"),
        pytest.param("नमस्ते दुनिया", ["नमस्ते", "दुनिया"], id="vowel signs belong to the word"),
        pytest.param("e\u0301te\u0301", ["e\u0301te\u0301"], id="accents written apart"),
        pytest.param("١٢ كتاب", ["١٢", "كتاب"], id="digits of other scripts"),
    ],
)
def test_tokens_of_known_texts(text, expected):
    assert tokens_of(text) == expected


@given(st.text(max_size=60))
def test_nothing_but_white_space_is_lost(text):
    assert "".join(tokens_of(text)).split() == ["".join(text.split())] * bool(text.split())


@given(st.text(max_size=60))
def test_tokens_and_what_stands_between_them_are_the_whole_text(text):
    pieces = tokens_and_gaps(text)

    assert "".join(pieces) == text
    assert pieces[1::2] == tokens_of(text)


@given(st.text(max_size=60))
def test_spans_are_where_the_tokens_are(text):
    assert [text[first:last] for first, last in token_spans(text)] == tokens_of(text)


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("<b>", ("_HtmlTag_",)),
        ("</td>", ("_HtmlTag_",)),
        ('<td class="price">', ("<td>", "_HtmlTag_")),
        ('<b class="a b" id="c">', ('<b class="a b">', '<b id="c">', "<b>", "_HtmlTag_")),
        ("<", ("_Punctuation_",)),
        ("12.5", ("_Number_", "_AlphaNumeric_")),
        ("$", ("_Punctuation_",)),
        ("USA", ("_AllCaps_", "_Capitalized_", "_Alphabetic_", "_AlphaNumeric_")),
        ("A", ("_Capitalized_", "_Alphabetic_", "_AlphaNumeric_")),
        ("Äpfel", ("_Capitalized_", "_Alphabetic_", "_AlphaNumeric_")),
        ("мир", ("_Lower_", "_Alphabetic_", "_AlphaNumeric_")),
        ("号", ("_Alphabetic_", "_AlphaNumeric_")),
    ],
)
def test_wildcards_of_known_tokens(token, expected):
    assert wildcards_of(token) == expected


@given(st.text(max_size=30))
def test_every_token_is_itself_and_of_some_class(text):
    for token in tokens_of(text):
        assert matches(token, token)
        assert wildcards_of(token)[-1] in WILDCARDS
