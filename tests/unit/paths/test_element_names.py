import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.html.parse import parse
from sitelode.paths.element_names import names_in, names_in_each, names_of, page_names


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("", ()),
        ("  lead  wide\n", ("lead", "wide")),
        ("post-18273 p0 p00 2024", ("post-0", "p0", "p0", "0")),
        ("spalte-٣٤ größe\u2003x", ("spalte-0", "größe", "x")),
        ("a\x1cb", ("a", "b")),
    ],
)
def test_names_without_their_numbers(value, names):
    assert names_in(value) == names
    assert names_in_each([value.encode()]) == [names]


@given(st.lists(st.text(st.sampled_from("a0189- \t\0é٣\u00a0"), max_size=12)))
def test_many_values_at_once_give_the_same_as_one_by_one(values):
    assert names_in_each([value.encode() for value in values]) == list(map(names_in, values))


def test_a_class_name_is_no_id_however_it_is_written():
    page = parse(b'<p class="#menu # wide" id="menu">x</p>')

    assert names_of(page, int(page.rows("p")[0])) == (("menu", "wide"), ("menu", "wide", "#menu"))


def test_names_are_the_same_whether_one_element_is_asked_for_or_all():
    html = b'<div class="post-12 lead" id="p7"><p class="#x lead">a</p><p id="a b">b</p></div>'
    alone, together = parse(html), parse(html)
    every = page_names(together).every

    assert [names_of(alone, row) for row in range(len(alone))] == [names_of(together, row) for row in range(len(together))]
    assert every == {"post-0", "lead", "#p0", "x", "#a", "#b"}
