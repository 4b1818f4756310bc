"""What can be asked of a page."""

import numpy as np
import pytest

from sitelode.html.page import NO_STRING, Page
from sitelode.html.parse import parse
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES, TAG_NUMBER

HTML = b"<title>T</title><div class='a b' id=top role=main><p>One <b>two</b></p><my-tag x=1>three</my-tag></div><p>four"


@pytest.fixture
def page():
    return parse(HTML, "https://example.com/a")


def row_of(page, tag):
    return int(page.rows(tag)[0])


def test_it_knows_its_address_and_encoding(page):
    assert (page.url, page.encoding) == ("https://example.com/a", "utf-8")


def test_a_subtree_is_a_slice_of_rows(page):
    columns, division = page.columns, row_of(page, "div")
    inside = range(division + 1, int(columns.end[division]))

    assert [page.tag_name(row) for row in inside] == ["p", "#text", "b", "#text", "my-tag", "#text"]
    assert [page.tag_name(row) for row in page.children(division)] == ["p", "my-tag"]


def test_its_text_is_a_slice_of_one_buffer(page):
    assert page.text(row_of(page, "div")) == "One twothree"
    assert page.text() == "TOne twothreefour"
    assert page.columns.text == b"TOne twothreefour"


def test_rows_of_a_tag(page):
    assert [page.text(row) for row in page.rows("p").tolist()] == ["One two", "four"]
    assert [page.text(row) for row in page.text_rows.tolist()] == ["T", "One ", "two", "three", "four"]
    assert page.rows("table").tolist() == page.rows("other-tag").tolist() == []


def test_tags_that_html_does_not_know_are_numbered_by_the_page(page):
    row = row_of(page, "my-tag")

    assert page.columns.tag[row] == FIRST_UNKNOWN_TAG
    assert page.columns.unknown_tags == ("my-tag",)
    assert page.tag_name(row) == "my-tag"


def test_attributes(page):
    division, custom = row_of(page, "div"), row_of(page, "my-tag")

    assert page.attributes(division) == {"class": "a b", "id": "top", "role": "main"}
    assert page.attribute(division, "id") == "top"
    assert page.attribute(division, "x") is page.attribute(division, "nowhere") is None
    assert page.attribute_column("x") == [(custom, "1")]
    assert page.attribute_column("nowhere") == []


def test_names_of_attributes_may_be_parts_of_other_strings():
    few = parse(b"<p class='x-rel rel-x'></p><a rel=next>1</a>")
    many = parse(b"<p class='" + b"rel-" * 100 + b"'></p><a rel=next>1</a>")

    assert [page.attribute_column("rel") for page in (few, many)] == [[(row_of(page, "a"), "next")] for page in (few, many)]
    assert few.attribute(row_of(few, "p"), "ref") is None
    assert many.rows_with("re") == []


def test_class_id_and_role_have_columns_of_their_own(page):
    columns, division = page.columns, row_of(page, "div")

    assert [page.string(int(column[division])) for column in (columns.class_, columns.id_, columns.role)] == ["a b", "top", "main"]
    assert columns.class_[row_of(page, "p")] == NO_STRING
    assert page.string(NO_STRING) == ""


def test_equal_strings_have_one_number():
    page = parse(b"<p class=x title=y><p class=x title=x>")
    first, second = page.rows("p").tolist()

    assert page.columns.class_[first] == page.columns.class_[second]
    assert page.columns.strings.count(b"x") == 1 + b"classidroletype#text".count(b"x")


def test_columns_say_what_they_hold_in_memory(page):
    arrays = [getattr(page.columns, name) for name in page.columns.__slots__]

    assert page.columns.nbytes >= sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))


def test_nothing_of_the_parser_stays_behind(page):
    assert all(isinstance(getattr(page.columns, name), np.ndarray | bytes | tuple) for name in page.columns.__slots__)
    assert all(
        array.base is None or isinstance(array.base, np.ndarray)
        for name in page.columns.__slots__
        if isinstance(array := getattr(page.columns, name), np.ndarray)
    )


def test_numbers_of_tags_never_change():
    """They are stored: names may be appended, nothing else."""
    assert TAG_NUMBER["#text"] == 0
    assert (TAG_NUMBER["a"], TAG_NUMBER["p"], TAG_NUMBER["xmp"]) == (1, 96, 152)
    assert len(TAG_NAMES) == len(set(TAG_NAMES)) < FIRST_UNKNOWN_TAG


def test_a_page_can_be_made_of_stored_columns(page):
    again = Page(page.columns)

    assert again.text() == page.text()
    assert again.attribute_column("class") == page.attribute_column("class")
