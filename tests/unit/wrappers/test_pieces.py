"""Pieces of texts: cut out in linear time, as the pattern that is exported cuts them."""

import re

from hypothesis import given
from hypothesis import strategies as st

from sitelode.wrappers.exchange.short_selectors import Piece

MARKS = st.text("a:.( \\s", max_size=4).map(lambda mark: " ".join(mark.split()))
TEXTS = st.text("a:.( b\n\\s", max_size=30)


@given(MARKS, MARKS, TEXTS)
def test_a_piece_is_what_its_pattern_finds(after, before, text):
    piece = Piece(after, before)
    found = re.search(piece.pattern, " ".join(text.split()))

    assert piece.cut(text) == (found[1] if found else None)
