"""One contract over all systems that learn rules for fields inside text."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from made_texts import marked, talks

from sitelode.errors import RuleError
from sitelode.text_rules.contract import Lesson
from sitelode.text_rules.marked_texts import Mark, MarkedText
from sitelode.text_rules.rules_file import DEFAULT, learn_rules, rules_from_bytes, rules_to_bytes, system_named, systems
from sitelode.text_rules.token_table import TokenTable

names = pytest.mark.parametrize("name", list(systems()))


@pytest.fixture(scope="module")
def learnt():
    """Each system's rules from the same ten texts, learnt once."""
    return {name: learn_rules(talks(), name) for name in systems()}


def test_the_default_comes_first_and_an_unknown_system_says_what_to_install():
    assert next(iter(systems())) == DEFAULT
    with pytest.raises(RuleError, match=r"sitelode\[lab\]"):
        system_named("palka")


@names
def test_values_stand_in_their_text_and_name_their_rule(learnt, name):
    texts = [each.text for each in talks(4, first=20)]

    for text, values in zip(texts, learnt[name].values(texts), strict=True):
        for value in values:
            assert text[value.start : value.end] == value.value
            assert value.rule
            assert 0 <= value.precision <= 1
            assert value.field in learnt[name].fields


@names
def test_rules_are_plain_data_and_come_back_the_same(learnt, name):
    data = rules_to_bytes(learnt[name])
    again = rules_from_bytes(data)
    texts = [each.text for each in talks(4, first=20)]

    json.loads(data)
    assert rules_to_bytes(again) == data
    assert list(again.values(texts)) == list(learnt[name].values(texts))


@names
def test_the_same_lesson_gives_the_same_rules(learnt, name):
    assert rules_to_bytes(learn_rules(talks(), name)) == rules_to_bytes(learnt[name])


@names
def test_a_rule_can_be_removed_by_its_name(learnt, name):
    lines = learnt[name].lines()
    removable = [line.name for line in lines if not line.name.startswith("chain ")]
    if not removable:
        pytest.skip("no rule was learnt")

    rest = learnt[name].without([removable[0]])

    assert removable[0] not in [line.name for line in rest.lines()]
    with pytest.raises(RuleError, match="no rule called nothing"):
        learnt[name].without(["nothing"])


@names
@pytest.mark.parametrize("text", ["", " \n ", "?", "\ud83d", "<b>", "a" * 5000, "1 " * 3000], ids=lambda text: repr(text[:8]))
def test_any_text_may_be_read(learnt, name, text):
    values = list(learnt[name].values([text, talks(1)[0].text]))

    assert len(values) == 2


@names
def test_no_text_gives_no_value(learnt, name):
    assert list(learnt[name].values([])) == []
    assert list(learnt[name].values([" ", ""])) == [[], []]


@names
def test_one_example_is_enough_to_learn_something_readable(name):
    rules = system_named(name).learn(Lesson([marked("1", "The price is [price:12] euros.")]))

    assert isinstance(rules.lines(), list)
    assert isinstance(rules.findings(TokenTable(["The price is 15 euros."])), list)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        pytest.param([], "no text to learn from", id="no text"),
        pytest.param([MarkedText("a", "text")], "nothing is marked", id="no mark"),
        pytest.param([MarkedText("a", "text", (Mark("f", 2, 9),))], "outside its text", id="outside"),
        pytest.param([MarkedText("a", "text", (Mark("f", 2, 2),))], "outside its text", id="empty"),
        pytest.param([MarkedText("a", "a   b", (Mark("f", 1, 3),))], "white space", id="white space"),
        pytest.param([MarkedText("a", "one two", (Mark("f", 0, 5), Mark("f", 4, 7)))], "overlaps", id="overlap"),
        pytest.param([MarkedText("a", "one two", (Mark("", 0, 3),))], "needs a name", id="no name"),
    ],
)
def test_marks_that_make_no_sense_are_one_clear_line(texts, message):
    with pytest.raises(RuleError, match=message) as raised:
        learn_rules(texts)

    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{}", b'{"sitelode_rules": 9, "system": "srv", "fields": [], "several": {}, "texts": 1, "rules": {}}',
     b'{"sitelode_rules": 2, "system": "evil", "fields": [], "several": {}, "texts": 1, "rules": {}}',
     b'{"sitelode_rules": 2, "system": "whisk", "fields": ["a"], "several": {}, "texts": 1, "rules": {"rules": [{"name": "a", "fields": ["a"], "pattern": "((((", "right": 1, "wrong": 0}]}}',
     b'{"sitelode_rules": 2, "system": "srv", "fields": ["a"], "several": {}, "texts": 1, "rules": {"rules": [{"name": "a", "field": "a", "predicates": [{"kind": "exec"}], "right": 1, "wrong": 0, "confidence": 1}], "lengths": {"a": [1, 2]}}}'],
    ids=["nothing", "a list", "an empty object", "another version", "another system", "no pattern", "no predicate"],
)  # fmt: skip
def test_files_that_are_no_rules_are_one_clear_line(data):
    with pytest.raises(RuleError) as raised:
        rules_from_bytes(data)

    assert "\n" not in str(raised.value)
