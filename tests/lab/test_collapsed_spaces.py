import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode_lab.strings.page_source import collapse_spaces


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("", "", id="empty"),
        pytest.param(" \t\n", " ", id="only white space"),
        pytest.param("a\r\n\tb", "a b", id="a run of different kinds"),
        pytest.param("\u00a0 a", "\u00a0 a", id="a no-break space is a character"),
        pytest.param("\ud800 x", "\ud800 x", id="half a surrogate pair"),
    ],
)
def test_known_texts(source, expected):
    assert collapse_spaces(source).text == expected


@given(source=st.text(alphabet="a b\t\n\r\u4e00"))
def test_agrees_with_a_regular_expression_and_maps_every_character_back(source):
    collapsed = collapse_spaces(source)

    assert collapsed.text == re.sub(r"[ \t\n\r]+", " ", source)
    characters = np.array(list(collapsed.text), dtype="U1")
    on_source = collapsed.on_source(characters).tolist() if source else []
    assert on_source == [" " if character in " \t\n\r" else character for character in source]
