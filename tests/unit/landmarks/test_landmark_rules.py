"""Landmark rules: applied as a literal walk applies them, written, stored, learned within bounds."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.literal_landmarks import border_by_walking

from sitelode.landmarks.landmark_learning import Example, SearchBounds, learn_rule
from sitelode.landmarks.landmark_lists import LandmarkList
from sitelode.landmarks.landmark_rules import IndexedTokens, LandmarkRule, Skip
from sitelode.landmarks.token_classes import WILDCARDS, tokens_of

TOKENS = ["<b>", '<b class="x">', "</b>", "Price", "price", "USA", ":", "12", "京"]
SEQUENCES = st.lists(st.sampled_from(TOKENS), max_size=25)
LANDMARKS = st.lists(st.sampled_from([*TOKENS, *WILDCARDS]), min_size=1, max_size=3).map(tuple)
ALTERNATIVES = st.lists(st.builds(Skip, LANDMARKS, st.booleans()), min_size=1, max_size=3).map(tuple)
RULES = st.builds(LandmarkRule, st.lists(ALTERNATIVES, max_size=3).map(tuple), st.booleans())


@given(RULES, SEQUENCES)
def test_a_rule_leads_where_a_literal_walk_leads(rule, tokens):
    assert rule.border(IndexedTokens(tokens)) == border_by_walking(rule, tokens)


@given(RULES)
def test_data_and_back_through_json(rule):
    assert LandmarkRule.from_data(json.loads(json.dumps(rule.to_data()))) == rule


@pytest.mark.parametrize(
    "damaged",
    [
        None, [], {}, {"direction": "up", "either": []}, {"direction": "forward", "either": 3}, {"direction": "forward", "either": [[]]},
        {"direction": "forward", "either": [[{"skip": "to", "landmark": []}]]}, {"direction": "forward", "either": [[{"skip": "to", "landmark": "ab"}]]},
        {"direction": "forward", "either": [[{"skip": "over", "landmark": ["a"]}]]}, {"direction": "forward", "either": [[]] * 1000},
    ],
)  # fmt: skip
def test_damaged_data_is_refused(damaged):
    with pytest.raises(ValueError, match=r"^not a landmark rule"):
        LandmarkRule.from_data(damaged)


def test_damaged_rules_of_a_list_are_refused():
    never = LandmarkRule(()).to_data()

    for damaged in (None, {}, {"start": never, "stop": never, "parts": []}, {"start": never, "stop": never, "parts": [{}]}):
        with pytest.raises(ValueError, match=r"^not a landmark list"):
            LandmarkList.from_data(damaged)


def test_a_rule_reads_as_the_thesis_writes_it():
    rule = LandmarkRule(((Skip(("Phone",)), Skip(("_Number_", "<i>"), past=False)),), backward=True)

    assert str(rule) == "BackTo(Phone) BackUntil(<i> _Number_)"
    assert str(LandmarkRule(())) == "never"


@given(st.lists(st.tuples(SEQUENCES, st.integers(0, 25)), min_size=1, max_size=4), st.booleans())
def test_what_is_learned_is_right_on_an_example_for_each_alternative(drawn, backward):
    examples = [Example(IndexedTokens(tokens), min(border, len(tokens))) for tokens, border in drawn]
    rule = learn_rule(examples, backward=backward, bounds=SearchBounds(refinements=6, candidates=40))

    for alternative in rule.alternatives:
        alone = LandmarkRule((alternative,), backward)
        assert any(alone.border(example.tokens) == example.border for example in examples)


def sequence(text):
    return IndexedTokens(tokens_of(text))


def test_a_rule_does_not_match_where_nothing_is_to_be_found():
    with_price = sequence("<p>Lamp</p><p>Price: <b>12</b></p>")
    without = sequence("<p>Lamp</p><p>Old price: <b>gone</b></p>")
    rule = learn_rule([Example(with_price, with_price.tokens.index("12")), Example(without, None)])

    assert rule.border(with_price) == with_price.tokens.index("12")
    assert rule.border(without) is None


def test_a_border_at_the_very_start_is_found_by_what_follows():
    rule = learn_rule([Example(sequence("Chapter 1: Rain"), 0), Example(sequence("Chapter 2: Sun"), 0)])

    assert str(rule) == "SkipUntil(Chapter)"


def test_two_layouts_become_two_alternatives():
    pages = [sequence(f"<h1>{word}</h1> by <i>Ann</i>") for word in ("Rain", "Sun")] + [
        sequence("<p>x</p><u>Author</u> - Bo") for _ in range(2)
    ]
    borders = [page.tokens.index("Ann" if "Ann" in page.tokens else "Bo") for page in pages]
    rule = learn_rule([Example(page, border) for page, border in zip(pages, borders, strict=True)])

    assert len(rule.alternatives) == 2
    assert [rule.border(page) for page in pages] == borders


@pytest.mark.parametrize(
    ("examples", "bounds", "rule"),
    [
        pytest.param([("b b Cd 7", 1)], {"what_follows_first": True}, "SkipUntil(b Cd)", id="by the token behind"),
        pytest.param([("Cd Cd 7 Cd", 4)], {"most_landmarks": 1}, "SkipTo(7 Cd)", id="by the token before"),
        pytest.param([("Cd Cd , ,", 4)], {"longest_landmark": 1}, "SkipTo(,) SkipTo(,)", id="by another landmark where it may not grow"),
        pytest.param(
            [("b Cd b Cd", 2), (", 7 Cd a Cd", 4)],
            {"longest_landmark": 2, "what_follows_first": True},
            "SkipTo(b Cd) SkipUntil(_Lower_) or SkipTo(a) SkipUntil(Cd)",
            id="one that ends at the border grows too",
        ),
    ],
)
def test_a_landmark_grows_as_far_as_it_must(examples, bounds, rule):
    learnt = learn_rule([Example(sequence(text), border) for text, border in examples], bounds=SearchBounds(**bounds))

    assert str(learnt) == rule


def test_words_that_may_be_no_landmark_are_not_used():
    page = sequence("<b>Ann</b><i>London</i>")
    allowed = SearchBounds(may_be_landmark=lambda token: token != "Ann")

    assert "Ann" not in str(learn_rule([Example(page, page.tokens.index("London"))], bounds=allowed))


def test_a_hopeless_page_ends_within_the_bounds():
    repeated = IndexedTokens(["<td>", "x", "</td>"] * 3_000)
    rule = learn_rule([Example(repeated, 4_501)], bounds=SearchBounds(refinements=10, candidates=100))

    assert rule.alternatives == ()
