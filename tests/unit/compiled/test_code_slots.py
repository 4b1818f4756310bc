"""Codes found by slots: the same as by looking at all of them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sitelode.articles.body.kernels.body_rules import BodyTables
from sitelode.compiled.kernels.code_sets import slots_of
from sitelode.compiled.kernels.codes import place_by_slot

CODES = st.integers(0, 2**64 - 1) | st.integers(0, 40) | st.integers(0, 40).map(lambda number: number << 58)


@given(st.sets(CODES, max_size=60), st.lists(CODES, max_size=20))
def test_every_known_code_is_found_and_no_other(known, others):
    codes = sorted(known)
    slots = slots_of(np.array(codes, dtype=np.uint64)).tolist()

    assert [place_by_slot(code, codes, slots) for code in codes] == list(range(len(codes)))
    assert all(place_by_slot(code, codes, slots) == -1 for code in others if code not in known)
    assert slots.count(-1) >= 3 * len(slots) // 4


def test_tables_may_be_made_of_nothing():
    nothing = np.empty(0, dtype=np.uint64)

    assert BodyTables(nothing, 0, np.zeros(1 << 16, dtype=np.uint8), 0.6, (0, 1, 2, 3)) is not None
