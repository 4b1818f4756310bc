import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sitelode.compiled.code_sets import counted, numbered


@given(st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 3) | st.integers(0, 5).map(lambda each: each << 40)))
def test_equal_codes_have_equal_numbers_in_the_order_of_the_first(codes):
    first = {code: number for number, code in enumerate(dict.fromkeys(codes))}

    assert numbered(np.array(codes, np.uint64)).tolist() == [first[code] for code in codes]
    places, times = counted(np.array(codes, np.uint64))
    assert places.tolist() == list(map(codes.index, first))
    assert times.tolist() == list(map(codes.count, first))


def test_other_numbers_and_parts_of_columns_are_taken():
    column = np.array([-1, 9, 5, 9, -1, 9], np.int32)

    assert numbered(column).tolist() == [0, 1, 2, 1, 0, 1]
    assert numbered(column.astype(np.uint64)[1::2]).tolist() == [0, 0, 0]
