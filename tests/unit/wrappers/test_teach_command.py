"""`sitelode wrapper teach`: examples from the command line, questions in the terminal, a wrapper that knows the field."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner
from tests.unit.wrappers.shop_pages import html, page, product

from sitelode.articles.study import study_pages
from sitelode.cli.wrappers.teach import command
from sitelode.errors import SettingError, SitelodeError, WrapperError
from sitelode.html.parse import parse
from sitelode.wrappers.learn.learning import compile_wrapper
from sitelode.wrappers.taught.taught import MOST_TAUGHT, taught_fields, taught_values
from sitelode.wrappers.teach.apply_lessons import with_field
from sitelode.wrappers.teach.examples import split_example
from sitelode.wrappers.teach.teaching import Lesson, teach
from sitelode.wrappers.wrapper import Wrapper, read_wrapper, write_wrapper

COUNT = 12


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shop.example")
    for number in range(COUNT):
        (folder / f"p{number}.html").write_text(html(number), "utf-8")
    return folder


@pytest.fixture(scope="module")
def learned():
    return compile_wrapper(study_pages([parse(html(number).encode(), f"https://shop.example/p{number}.html") for number in range(COUNT)]))


@pytest.fixture
def wrapper(learned, tmp_path):
    path = tmp_path / "wrapper.json"
    write_wrapper(learned, path)
    return path


def run(*arguments, answers=None):
    return CliRunner().invoke(command, list(map(str, arguments)), input=answers, catch_exceptions=False)


def test_a_taught_field_joins_the_wrapper(shop, wrapper):
    result = run(wrapper, shop, "--field", "price", "--example", f"p4.html={product(4)['price']}")
    read = read_wrapper(wrapper)
    fields = taught_fields(read.layouts[0].rules)

    assert f"a value on {COUNT} of {COUNT} pages" in result.output
    assert [field.name for field in fields] == ["price"]
    assert [taught_values(fields, page(number).page) for number in range(20)] == [
        {"price": product(number)["price"]} for number in range(20)
    ]
    assert read.layouts[0].profile.fields["price"].filled == 1.0


def test_another_file_may_be_written(shop, wrapper, tmp_path):
    before = wrapper.read_bytes()
    run(wrapper, shop, "--field", "price", "--example", f"p4.html={product(4)['price']}", "-o", tmp_path / "other.json")

    assert wrapper.read_bytes() == before
    assert taught_fields(read_wrapper(tmp_path / "other.json").layouts[0].rules)


def test_the_page_that_would_help_is_named(shop, wrapper):
    result = run(wrapper, shop, "--field", "maker", "--example", f"p4.html={product(4)['maker']}")

    assert "two rules disagree on 3 of them" in result.output
    assert "p11.html=..." in result.output


def test_questions_until_both_ways_agree(shop, wrapper):
    # Asked for a first example, then about the page without a weight, on which the readings differ.
    first, number = "p0.html", 0
    result = run(wrapper, shop, "--field", "maker", "--ask", answers=f"{product(number)['maker']}\n1\n")

    assert first in result.output
    assert "maker on this page" in result.output
    assert "1, 2, another value" in result.output
    assert "two rules disagree" not in result.output
    assert taught_fields(read_wrapper(wrapper).layouts[0].rules)[0].examples == 2


@pytest.mark.parametrize("answers", ["\n", ""], ids=["empty", "end of the input"])
def test_an_empty_answer_stops_the_questions(shop, wrapper, answers):
    result = run(wrapper, shop, "--field", "maker", "--ask", "--example", f"p4.html={product(4)['maker']}", answers=answers)

    assert result.exit_code == 0
    assert "two rules disagree on 3" in result.output


@pytest.mark.parametrize("answers", ["", "\n\n"])
def test_an_input_that_ends_before_the_first_example_is_one_line(shop, wrapper, answers):
    with pytest.raises(SettingError, match="no example of maker"):
        run(wrapper, shop, "--field", "maker", "--ask", answers=answers)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        pytest.param(["--field", "price"], "no example of price", id="no example"),
        pytest.param(["--field", "price", "--example", "p4.html"], "write PAGE=VALUE", id="no value"),
        pytest.param(["--field", "price", "--example", "gone.html=1"], "no page is called 'gone.html'", id="no such page"),
        pytest.param(["--field", "price", "--example", ".html=1"], "is the end of 12 addresses", id="many pages"),
        pytest.param(["--field", "price", "--example", "p1.html=$77777"], "is not in the text", id="not on the page"),
        pytest.param(["--field", " ", "--example", "p1.html=1"], "a field's name has", id="no name"),
    ],
)
def test_errors_are_one_line(shop, wrapper, arguments, problem):
    before = wrapper.read_bytes()
    with pytest.raises(SitelodeError, match=problem) as caught:
        run(wrapper, shop, *arguments)

    assert "\n" not in str(caught.value)
    assert wrapper.read_bytes() == before


def test_a_wrapper_that_is_none(shop, tmp_path):
    with pytest.raises(WrapperError):
        run(tmp_path / "gone.json", shop, "--field", "price", "--example", "p1.html=1")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("https://a.example/?p=1=x=y", (0, "x=y")),
        ("?p=2= two ", (1, "two")),
        ("https://a.example/?p=2=", (1, "")),
        ("two.html=2", (1, "2")),
    ],
)
def test_addresses_with_equals_signs(given, expected):
    assert split_example(given, [("https://a.example/?p=1", "one.html"), ("https://a.example/?p=2", "x/two.html")]) == expected


def test_a_field_taught_again_takes_the_place_of_the_old_one(learned):
    price = teach("price", [Lesson(page(1), product(1)["price"])], [page(2)])
    once = with_field(learned, 0, price)
    twice = with_field(once, 0, price, [product(number)["price"] for number in range(5)])

    assert [field["name"] for field in twice.layouts[0].rules["taught"]] == ["price"]
    assert Wrapper.from_data(json.loads(twice.text())).layouts[0].profile.fields["price"].filled == 1.0
    assert "taught" not in learned.to_data()["layouts"][0]["rules"]


def test_what_does_not_fit_into_a_wrapper(learned):
    price = teach("price", [Lesson(page(1), product(1)["price"])], [page(2)])
    rules = {**learned.layouts[0].rules, "taught": [{"name": f"field {number}"} for number in range(MOST_TAUGHT)]}
    full = learned.with_layouts([replace(learned.layouts[0], rules=rules)])

    with pytest.raises(WrapperError, match="there is no number 9"):
        with_field(learned, 9, price)
    with pytest.raises(WrapperError, match="at most"):
        with_field(full, 0, price)
    with pytest.raises(ValueError, match="at most"):
        taught_fields({"taught": [{}] * (MOST_TAUGHT + 1)})


def test_no_example_is_a_page_without_name():
    with pytest.raises(SettingError, match="no page is called ''"):
        split_example("=x", [("https://a.example/", "a.html")])
