"""Patterns with skips: how they are written, and that they never go back."""

import time

import pytest
from machine_speed import slowness

from sitelode.text_rules.token_table import Span
from sitelode_lab.text_rules.rule_table import RuleTable
from sitelode_lab.text_rules.whisk import PatternMatcher, WhiskPattern, instances


def found(pattern, text):
    table = RuleTable([text])
    records = PatternMatcher(table).records(WhiskPattern.parse(pattern), *instances(table, whole_texts=True))
    return [
        tuple(table.value(Span(*row[at : at + 2])) for at in range(0, len(row), 2)) for _, borders, _ in records for row in borders.tolist()
    ]


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        pytest.param("* 'from' ( * ) 'to'", "we go from here to there", [("here",)], id="up to a word"),
        pytest.param("* 'at' ( * )", "see you at nine sharp", [("nine sharp",)], id="to the end"),
        pytest.param("( Nmb ) 'km'", "12 km", [("12",)], id="no skip at the start"),
        pytest.param("( Nmb ) 'km'", "about 12 km", [], id="nothing is skipped without a star"),
        pytest.param("* ( Capitalized Capitalized )", "by Ann Lee and Bob Stone", [("Ann Lee",), ("Bob Stone",)], id="again and again"),
        pytest.param("* '$' ( Nmb )", "no price", [], id="not there"),
    ],
)
def test_what_patterns_find(pattern, text, expected):
    assert found(pattern, text) == expected


@pytest.mark.parametrize("pattern", ["* ( Nmb )", "* 'it\\'s' ( * ) ':'", "( Digit ) 'br' * '$' ( Nmb )"])
def test_a_pattern_is_read_as_it_is_written(pattern):
    assert str(WhiskPattern.parse(str(WhiskPattern.parse(pattern)))) == str(WhiskPattern.parse(pattern))


@pytest.mark.parametrize("pattern", ["", "*", "( Nmb", ") (", "'open ( Nmb )", "( ( Nmb ) )", "* Nmb"])
def test_what_is_no_pattern_says_so(pattern):
    with pytest.raises(ValueError, match="pattern"):
        WhiskPattern.parse(pattern)


def test_a_pattern_full_of_skips_is_matched_in_one_pass():
    started = time.process_time()

    found("* " + "'a' * " * 30 + "( 'b' ) 'c'", "a " * 50_000)

    assert time.process_time() - started < 5 * slowness()  # seconds
