"""Compiled code behind `path_sets.py`."""
# mypy: ignore-errors

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def path_codes(parent, labels, is_layout):
    """A code for every row: mixed from the parent's and the row's own label where it is layout, the parent's where it is not."""
    codes = np.empty(len(parent), dtype=np.uint64)
    for row in range(len(parent)):
        above = codes[parent[row]] if row > 0 else np.uint64(0)
        if is_layout[row]:
            code = (above ^ labels[row]) * np.uint64(0x9E3779B97F4A7C15) + above
            code ^= code >> np.uint64(29)
            code *= np.uint64(0xBF58476D1CE4E5B9)
            codes[row] = code ^ (code >> np.uint64(32))
        else:
            codes[row] = above
    return codes
