"""Fields learned from what a person says about a few pages."""

import json

import pytest
from tests.unit.wrappers.shop_pages import page, pages, product

from sitelode.errors import SettingError
from sitelode.html.parse import parse
from sitelode.wrappers.taught.page_tokens import MOST_TOKENS, occurrence_at, occurrences, page_tokens, readings
from sitelode.wrappers.taught.taught import TaughtField
from sitelode.wrappers.teach.teaching import Lesson, ask_next, teach

SHOP = pages(16)


def tokens(html):
    return page_tokens(parse(html.encode(), "https://site.example/"))


def wrong(field, name):
    """Numbers of the pages on which a field is not what it should be."""
    return [number for number, each in enumerate(SHOP) if field.answer(each).value != product(number)[name]]


@pytest.mark.parametrize("name", ["name", "price", "maker", "weight"])
def test_one_example_is_enough_on_a_regular_shop(name):
    field = teach(name, [Lesson(SHOP[4], product(4)[name])], SHOP)

    assert wrong(field, name) == []
    assert field.confidence > 0.6


def test_the_prototype_describes_what_the_rules_find():
    field = teach("price", [Lesson(SHOP[4], product(4)["price"])], SHOP)

    assert field.prototype.describe().startswith('starts with "$" _Number_')


def test_pointing_at_an_element_does_as_well_as_naming_the_value():
    there = occurrences(SHOP[2], product(2)["price"])[0]
    row = SHOP[2].rows[there.places.start]

    assert wrong(teach("price", [Lesson(SHOP[2], row=row)], SHOP), "price") == []
    parent = int(SHOP[2].page.columns.parent[row])
    assert wrong(teach("price", [Lesson(SHOP[2], row=parent)], SHOP), "price") == []


def test_a_part_of_a_text_node():
    field = teach("weight", [Lesson(SHOP[0], "2.5"), Lesson(SHOP[1], "3.5")], SHOP)

    assert wrong(field, "weight") == []
    assert field.forward.far is not None


def test_a_page_said_to_lack_the_field_teaches_too():
    html = "<div><p>Price</p><b>{}</b></div><div><p>Note</p><b>{}</b></div>"
    with_both, without = tokens(html.format("12", "new")), tokens("<div><p>Note</p><b>old</b></div>")
    field = teach("price", [Lesson(with_both, "12"), Lesson(without)], [])

    assert [field.answer(each).value for each in (with_both, without)] == ["12", ""]


def test_the_page_asked_about_is_one_on_which_the_ways_differ():
    field = teach("maker", [Lesson(SHOP[4], product(4)["maker"])], SHOP)
    asked = ask_next(field, SHOP)

    assert asked == [number for number in range(16) if not product(number)["weight"]]
    again = teach("maker", [Lesson(SHOP[4], product(4)["maker"]), Lesson(SHOP[asked[0]], product(asked[0])["maker"])], SHOP)
    assert ask_next(again, SHOP) == []
    assert again.confidence > field.confidence


def test_a_lone_page_can_be_taught():
    field = teach("price", [Lesson(page(3), product(3)["price"])], [])

    assert field.answer(page(3)).value == product(3)["price"]
    assert field.confidence <= 0.5


@pytest.mark.parametrize(
    ("lessons", "message"),
    [
        pytest.param([], "no example of price", id="none"),
        pytest.param([Lesson(SHOP[0])], "no example of price", id="only a page without it"),
        pytest.param([Lesson(SHOP[0], "$99999")], "'\\$99999' is not in the text", id="not there"),
        pytest.param([Lesson(SHOP[0], row=-1)], "has no text", id="a negative row"),
        pytest.param([Lesson(tokens("<p><img></p>x"), row=4)], "has no text", id="a picture"),
        pytest.param([Lesson(SHOP[0], row=10**6)], "has no text", id="no such row"),
    ],
)
def test_what_cannot_be_learned_is_said(lessons, message):
    with pytest.raises(SettingError, match=message):
        teach("price", lessons, SHOP)


def test_data_and_back_through_json():
    field = teach("weight", [Lesson(SHOP[0], "2.5")], SHOP)
    again = TaughtField.from_data(json.loads(json.dumps(field.to_data())))

    assert again.to_data() == field.to_data()
    assert [again.answer(each).value for each in SHOP] == [product(number)["weight"] for number in range(16)]
    assert "SkipTo(Weight)" in again.describe()


@pytest.mark.parametrize(
    "damage", [{"name": ""}, {"name": 3}, {"forward": None}, {"prototype": {}}, {"examples": "many"}, {"backward": None}]
)
def test_damaged_data_is_refused(damage):
    data = teach("price", [Lesson(SHOP[0], "$10.90")], []).to_data()

    with pytest.raises(ValueError, match=r"^not a taught field"):
        TaughtField.from_data({**data, **damage})
    with pytest.raises(ValueError, match=r"^not a taught field"):
        TaughtField.from_data({**data, "forward": data["backward"]})


@pytest.mark.parametrize(
    ("html", "value", "expected"),
    [
        pytest.param("<p>12</p>", "12", ["12"], id="whole"),
        pytest.param("<p>only 12 left</p>", "12", ["12"], id="part"),
        pytest.param("<p>12</p><p>112</p><b>12</b>", "12", ["12", "12"], id="several, never half a number"),
        pytest.param("<p>New <b>York</b> City</p>", "New York City", ["New York City"], id="over tags"),
        pytest.param("<p>a\u00a0b  c</p>", "a b c", ["a b c"], id="white space"),
        pytest.param("<p>\uff11\uff12</p>", "12", ["\uff11\uff12"], id="wide digits"),
        pytest.param("<p>x</p>", " ", [], id="blank"),
        pytest.param("<script>12</script><p>x</p>", "12", [], id="not in scripts"),
    ],
)
def test_where_a_value_stands(html, value, expected):
    seen = tokens(html)

    assert [seen.text_of(one.places) for one in occurrences(seen, value)] == expected


def test_examples_are_read_as_the_same_kind_of_place():
    first, second = tokens("<p>Canon</p><h1>Canon</h1>"), tokens("<h1>Nikon</h1>")
    found = [occurrences(first, "Canon"), occurrences(second, "Nikon")]

    assert [one.path[-1] for one in readings(found)[0]] == ["h1", "h1"]


def test_text_of_an_element():
    seen = tokens("<div><p>one <b>two</b></p><p>three</p></div>")
    paragraph = int(seen.page.rows("p")[0])

    assert seen.text_of(occurrence_at(seen, paragraph).places) == "one two"


def test_tokens_are_the_page_in_order():
    seen = tokens('<p class="a" id="b">Hi <br>you</p><input><p itemprop="x"></p>')

    assert [token for token in seen.tokens if token not in ("<html>", "<head>", "</head>", "<body>", "</body>", "</html>")] == [
        '<p class="a" id="b">', "Hi", "<br>", "you", "</p>", "<input>", '<p itemprop="x">', "</p>",
    ]  # fmt: skip


def test_hostile_pages_stay_within_bounds():
    endless = tokens("<p class='" + "x" * 5_000 + "'>" + "1 " * 3 * MOST_TOKENS)
    nested = tokens("<b>" * 500 + "12" + "</b>" * 500)

    assert len(endless.tokens) >= MOST_TOKENS
    assert "<p>" in endless.tokens
    assert teach("number", [Lesson(nested, "12")], []).answer(nested).value == "12"


def test_a_value_with_a_sign_that_is_several_in_plain_form_is_found():
    page = page_tokens(parse("<p>one</p><h1>Feeds, etc\u2026</h1>".encode(), "https://x.example/"))
    assert [page.text_of(each.places) for each in occurrences(page, "Feeds, etc\u2026")] == ["Feeds, etc\u2026"]
    assert occurrences(page, "nothing\u2026") == []
