"""Texts and attributes of rows as compiled code reads them, beside the obvious way."""

import gc
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode import Fetched, mine
from sitelode.html.kernels.page_rows import collapsed
from sitelode.html.parse import parse
from sitelode.wrappers.applying import Applier

PAGE = """<html lang=en><title> A  day </title><body class="post wide"><h1>A day</h1><h2>One</h2><p id=x>First <b>word</b>
 and <a href=/tag/sea rel="tag nofollow">sea</a></p><h1>Again</h1><a rel=tag href=/tag/sky><i><u>sky</u></i></a><p> \u3000</p>"""
SPACES = " \t\n\x0b\x1c\x1f\x85\xa0\u1680\u2003\u2028\u202f\u205f\u3000"


@given(st.text(alphabet=SPACES + "abcé字\u200b\u2010\u3001\x07", max_size=12))
def test_white_space_of_any_script_collapses(text):
    assert collapsed(text.encode()) == " ".join(text.split())


def test_every_white_space_collapses():
    assert {space for space in SPACES if collapsed(f"a{space}b".encode()) != "a b"} == set()


def test_words_and_attributes_of_rows_are_those_of_the_columns():
    page = parse(PAGE)
    columns = page.columns

    for row in range(len(page)):
        text = columns.text[columns.text_start[row] : columns.text_end[row]].decode()
        at = [place for place, node in enumerate(columns.attribute_node) if node == row]
        expected = {page.string(int(columns.attribute_name[each])): page.string(int(columns.attribute_value[each])) for each in at}
        assert (page.text(row), page.words(row), page.attributes(row)) == (text, " ".join(text.split()), expected)
        assert {name: page.attribute(row, name) for name in expected} == expected
        assert page.attribute(row, "missing") is None


def test_elements_by_the_value_of_an_attribute():
    page = parse(PAGE)
    links = [row for row in range(len(page)) if page.tag_name(row) == "a"]

    assert page.rows_with_value("rel") == {"tag nofollow": links[:1], "tag": links[1:]}
    assert page.rows_with_value("missing") == {}


@pytest.mark.parametrize("row", [-1, 10_000])
def test_a_row_that_is_not_there_is_an_error_as_with_any_sequence(row):
    page = parse(PAGE)

    for read in (page.text, page.words, page.string if row > 0 else page.words):
        with pytest.raises(IndexError):
            read(row)


def test_what_is_left_of_a_larger_page_does_not_show():
    alone = parse(PAGE)
    parse("<div class=large>" + "<p title=t>text <x-y>of a larger page</x-y>" * 3_000)

    again = parse(PAGE)
    assert (again.columns.text, again.columns.strings, again.columns.unknown_tags) == (alone.columns.text, alone.columns.strings, ())
    assert all((getattr(again.columns, name) == getattr(alone.columns, name)).all() for name in ("tag", "parent", "end", "attribute_value"))


def test_a_page_that_was_read_is_free_without_the_garbage_collector():
    site = [f"<title>Day {n}</title><h1>Day {n}</h1><p class=by>By Ann Lee<p>{'A long line about the sea. ' * 9}{n}" for n in range(4)]
    applier = Applier(mine([Fetched(f"https://site.example/{n}", html.encode()) for n, html in enumerate(site)]).wrapper())
    gc.collect()
    gc.disable()
    try:
        page = parse(site[0])
        gone = ref(page)
        assert applier.read(page)
        del page
        assert gone() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("before", "expected"), [(0, ["one", "two", "three"]), (3, ["one"]), (7, ["one", "two"]), (99, ["one", "two", "three"])]
)
def test_texts_of_elements_are_those_before_a_position_if_there_are_any(before, expected):
    page = parse(b"<body><p>one</p><p>two<b>no</b></p><p> </p><p>three</p>")
    found = page.rows_read.text_nodes_in(page.rows("p").tolist(), before)

    assert [page.text(row) for row in found] == expected
