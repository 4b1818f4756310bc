import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.paths.element_names import names_in, names_in_each


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
