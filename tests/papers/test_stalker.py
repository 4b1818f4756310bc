"""The restaurants of sections 6.3 and 6.4: rules R1 to R12, what STALKER learns from E1 to E4, and the catalogue of 6.4.

The thesis prints E1 without spaces in its address ("12PicoSt."), as a slip of typesetting: section 6.5 has it as "12 Pico St.". R2, R5 and R6
are not printed; the text around them says what they are.
"""

import pytest

from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.landmarks.landmark_learning import Example, SearchBounds, learn_rule
from sitelode.landmarks.landmark_lists import LabelledList, LandmarkList, learn_landmark_list
from sitelode.landmarks.landmark_rules import IndexedTokens, LandmarkRule, Skip
from sitelode.landmarks.token_classes import tokens_of

E1 = "...Cuisine:<i>Seafood</i>Address:<i>12 Pico St.</i>Phone:<i>..."
E2 = "...Cuisine:<i>Thai</i>Address:<i>512 Oak Blvd.</i>Phone:<i>..."
E3 = "...Cuisine:<i>Burgers</i>Address:<i>416 Main St.</i>Phone:<i>..."
E4 = "...Cuisine:<i>Pizza</i>Address:<b>97 Adams Blvd.</b>Phone:<i>..."
PAGES = [E1, E2, E3, E4]
ADDRESSES = ["12 Pico St.", "512 Oak Blvd.", "416 Main St.", "97 Adams Blvd."]


def start_of_address(page, address):
    tokens = tokens_of(page)
    return Example(IndexedTokens(tokens), tokens.index(tokens_of(address)[0]))


def end_of_address(page, address):
    start = start_of_address(page, address)
    return Example(start.tokens, start.border + len(tokens_of(address)))


STARTS = list(map(start_of_address, PAGES, ADDRESSES))
ENDS = list(map(end_of_address, PAGES, ADDRESSES))


def rule(*landmarks, backward=False):
    order = -1 if backward else 1
    return LandmarkRule((tuple(Skip(tuple(landmark.split()[::order])) for landmark in landmarks),), backward)


def right_on(each, examples=STARTS):
    """Numbers of the examples, from 1, on which a rule is right."""
    return [number for number, example in enumerate(examples, start=1) if each.border(example.tokens) == example.border]


@pytest.mark.parametrize(
    ("each", "expected"),
    [
        pytest.param(rule("Address", "<i>"), [1, 2, 3], id="R1"),
        pytest.param(rule("Address : <i>"), [1, 2, 3], id="R2"),
        pytest.param(rule("Address : _HtmlTag_"), [1, 2, 3, 4], id="instead of a disjunction"),
        pytest.param(rule("<b>"), [4], id="R5"),
        pytest.param(rule("_HtmlTag_"), [], id="R6: too early"),
        pytest.param(rule(": _HtmlTag_"), [], id="R7"),
        pytest.param(rule("_Punctuation_ _HtmlTag_"), [], id="R8"),
        pytest.param(rule(":", "_HtmlTag_"), [], id="R9"),
        pytest.param(rule("Address", "_HtmlTag_"), [1, 2, 3, 4], id="R10"),
        pytest.param(rule("Phone", "_Number_", backward=True), [1, 2, 3, 4], id="R11"),
        pytest.param(rule("Phone : <i>", "_Number_", backward=True), [1, 2, 3, 4], id="R12"),
    ],
)
def test_rules_of_the_thesis(each, expected):
    assert right_on(each) == expected


def test_a_disjunction_is_tried_in_order():
    either = LandmarkRule((*rule("Address : <i>").alternatives, *rule("Address : <b>").alternatives))

    assert right_on(either) == [1, 2, 3, 4]
    assert str(either) == "SkipTo(Address : <i>) or SkipTo(Address : <b>)"


def test_four_examples_give_the_rule_that_the_thesis_learns():
    learned = learn_rule(STARTS)

    assert str(learned) == "SkipTo(Address) SkipTo(_HtmlTag_)"


def test_three_examples_give_r1():
    assert str(learn_rule(STARTS[:3])) == "SkipTo(Address) SkipTo(<i>)"


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize("examples", [STARTS, ENDS], ids=["starts", "ends"])
def test_rules_for_both_borders_in_both_directions(examples, backward):
    assert right_on(learn_rule(examples, backward=backward), examples) == [1, 2, 3, 4]


def test_cotesting_asks_for_the_page_on_which_the_rules_disagree():
    forward, backward = learn_rule(STARTS[:3]), learn_rule(STARTS[:3], backward=True)

    assert [example for example in STARTS if forward.border(example.tokens) != backward.border(example.tokens)] == STARTS[3:]


def test_the_data_prototype_of_the_addresses():
    prototype = DataPrototype.from_values(ADDRESSES)

    assert all(pattern.tokens[:2] == ("_Number_", "_Capitalized_") for pattern in prototype.starts)
    assert sorted(pattern.tokens[-2:] for pattern in prototype.ends) == [("Blvd", "."), ("St", ".")]


RESTAURANTS = [
    [("Taco Town", "97 Adams Blvd.", "310-7777"), ("Fish House", "12 Pico St.", "310-1234"), ("Thai Time", "512 Oak Blvd.", "310-5555")],
    [("Burger Bar", "416 Main St.", "800-4444"), ("Pizza Hall", "7 Elm St.", "310-9999")],
]
UNSEEN = [
    ("Noodle Nook", "3 Hill Blvd.", "310-1111"),
    ("Soup", "88 Lake St.", "310-2222"),
    ("Tea", "9 Sea St.", "1"),
    ("Grill", "1 Fig St.", "2"),
]


def list_page(restaurants):
    """Tokens of a page that lists restaurants, labelled."""
    tokens = tokens_of("<html><h1>LA Weekly</h1><p>Our guide:</p><ul>")
    first, items = len(tokens), []
    for name, address, phone in restaurants:
        begin = len(tokens)
        tokens += tokens_of(f"<li><b>{name}</b>Address:<i>{address}</i>Phone:<i>{phone}</i></li>")
        items.append(range(begin, len(tokens)))
    whole = range(first, len(tokens))
    return LabelledList([*tokens, *tokens_of("</ul><p>See also <i>bars</i></p></html>")], whole, items)


def test_a_list_is_found_then_cut_into_items():
    rules = learn_landmark_list(list(map(list_page, RESTAURANTS)), SearchBounds())
    page = list_page(UNSEEN)

    assert list(rules.items(page.tokens)) == page.items
    assert LandmarkList.from_data(rules.to_data()) == rules


def test_a_page_without_the_list_gives_nothing():
    rules = learn_landmark_list(list(map(list_page, RESTAURANTS)), SearchBounds())

    assert list(rules.items(tokens_of("<html><h1>Not found</h1></html>"))) == []
