import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sitelode.compiled.codes import mixed
from sitelode.compiled.kernels.codes import mixed as compiled

WORDS = st.integers(0, 2**64 - 1)


@settings(deadline=None)  # the first call may compile
@given(WORDS, WORDS)
def test_plain_and_compiled_codes_are_the_same(above, label):

    assert mixed(above, label) == int(compiled(np.uint64(above), np.uint64(label)))


def test_the_order_matters():
    assert mixed(1, 2) != mixed(2, 1)
