"""What errors say."""

from sitelode.errors import ResultError


def test_a_message_stays_one_line_whatever_it_quotes():
    assert str(ResultError("the table is damaged (no such column:\nPRAGMA \u2028x); mine again")) == (
        "the table is damaged (no such column: PRAGMA  x); mine again"
    )
