"""Compiled code behind `token_table.py`."""
# mypy: ignore-errors

import cython
import numpy as np


def rows_by_code(codes: cython.const[cython.int][::1], borders: cython.const[cython.longlong][::1]):
    """All rows in the order of their codes, those of one code ascending; `borders` says where the rows of each code begin."""
    found = np.empty(len(codes), dtype=np.int64)
    rows: cython.longlong[::1] = found
    follows = np.array(borders)
    following: cython.longlong[::1] = follows
    with cython.nogil:
        for row in range(len(codes)):
            code = codes[row]
            rows[following[code]] = row
            following[code] += 1
    return found
