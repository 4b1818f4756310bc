"""Compiled code behind `sketch.py`."""
# mypy: ignore-errors

import numpy as np
from numba import njit

_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@njit(cache=True, nogil=True)
def pair_codes(is_layout, parent, kind_of_row, label_of_kind, authors_kind):
    """The code of every layout element and its parent, in document order."""
    codes = np.empty(len(parent), dtype=np.uint32)
    count = 0
    for row in range(1, len(parent)):
        if is_layout[row]:
            pair = (label_of_kind[kind_of_row[parent[row]]] * _FACTOR ^ label_of_kind[kind_of_row[row]]) * _FACTOR
            codes[count] = pair >> np.uint64(32) & np.uint64(0xFFFFFFFE) | np.uint64(authors_kind[kind_of_row[row]])
            count += 1
    return codes[:count]


@njit(cache=True, nogil=True)
def present(codes, known):
    """Which of the known codes, which ascend, are among the codes of a page: 1 or 0."""
    found = np.zeros(len(known), dtype=np.float32)
    for code in codes:
        place = np.searchsorted(known, code)
        if place < len(known) and known[place] == code:
            found[place] = 1
    return found
