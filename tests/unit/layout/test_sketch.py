"""Pages compared with several layouts at once: the same as with one after the other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.layout.sketch import SketchIndex, share_of, weights_of

CODES = st.sets(st.integers(0, 60) | st.integers(0, 2**32 - 1), max_size=30).map(lambda codes: np.array(sorted(codes), dtype=np.uint32))


@given(st.lists(CODES, min_size=1, max_size=4), CODES)
def test_shares_and_likeness(layouts, page):
    shares, likeness = SketchIndex.of(layouts).compare(np.concatenate((page, page)))

    assert shares == pytest.approx([share_of(layout, page) for layout in layouts])
    known = np.unique(np.concatenate(layouts))
    for layout, alike in zip(layouts, likeness, strict=True):
        both = weights_of(np.intersect1d(layout, page)).sum()
        either = weights_of(np.union1d(layout, np.intersect1d(known, page))).sum()
        assert alike == pytest.approx(both / max(either, 1e-9))
