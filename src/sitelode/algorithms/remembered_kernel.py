"""Compiled code behind `remembered.py`."""
# mypy: ignore-errors

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def places_of(codes, known):
    """For each code its place among the known ones, which ascend; -1 where it is none of them."""
    places = np.empty(len(codes), dtype=np.int32)
    for number in range(len(codes)):
        low, high = 0, len(known)
        while low < high:
            middle = (low + high) >> 1
            if known[middle] < codes[number]:
                low = middle + 1
            else:
                high = middle
        places[number] = low if low < len(known) and known[low] == codes[number] else -1
    return places
