"""Tables of codes."""

import numpy as np

from sitelode.articles.body.kernels.body_rules import BodyTables


def test_tables_may_be_made_of_nothing():
    nothing = np.empty(0, dtype=np.uint64)

    assert BodyTables(nothing, 0, np.zeros(1 << 16, dtype=np.uint8), 0.6, (0, 1, 2, 3)) is not None
