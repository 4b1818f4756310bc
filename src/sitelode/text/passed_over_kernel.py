"""Compiled code behind `passed_over.py`."""
# mypy: ignore-errors

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def links_in_headings(tag, end, text_start, text_end, is_heading, is_code, a):
    """Every heading with a link in it that is not all of its text, and whether the page has code."""
    heading, stop, count, code = -1, 0, 0, False
    found = np.empty((2, 16), dtype=np.int32)
    for row in range(len(tag)):
        number = tag[row]
        if number == 0:
            continue
        code |= is_code[number]
        if is_heading[number]:
            heading, stop = row, end[row]
        elif number == a and row < stop:
            size = text_end[row] - text_start[row]
            if 0 < size < text_end[heading] - text_start[heading]:
                if count == found.shape[1]:
                    more = np.empty((2, 2 * count), dtype=np.int32)
                    more[:, :count] = found
                    found = more
                found[0, count], found[1, count] = heading, row
                count += 1
    return found[:, :count], code
