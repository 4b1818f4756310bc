"""One table of tokens for many texts."""

import numpy as np
import pytest

from sitelode.text_rules.token_table import Span, TokenTable


def test_a_span_of_characters_is_the_tokens_it_touches():
    table = TokenTable(["", "The room is Wean 5409.", "x"])

    span = table.span_of(1, 12, 21)

    assert table.value(span) == "Wean 5409"
    assert table.value(table.span_of(1, 13, 14)) == "Wean"  # a mark that cuts a word is widened
    assert int(table.text_of[span.first]) == 1


def test_words_are_found_in_any_case():
    table = TokenTable(["Bob met bob.", "BOB left"])

    assert [table.value(Span(row, row + 1)) for row in table.rows_of_word("bob").tolist()] == ["Bob", "bob", "BOB"]
    assert not len(table.rows_of_word("nobody"))


def test_line_breaks_stand_before_the_first_token_of_a_line():
    table = TokenTable(["a b\nc\n\nd"])

    assert table.line_breaks[table.is_token].tolist() == [2, 0, 1, 2]


@pytest.mark.parametrize("texts", [[], [""], [" \n"]])
def test_nothing_is_no_token(texts):
    table = TokenTable(texts)

    assert not table.is_token.any()
    assert np.array_equal(table.line_breaks, np.zeros(len(table)))
