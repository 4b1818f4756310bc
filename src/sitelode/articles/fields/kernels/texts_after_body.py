"""Compiled code for `PageView.texts_after_body`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_be_digit(first: cython.uchar) -> cython.bint:
    """Whether a decimal digit of any script begins with this byte: 0 to 9, U+0640 to U+1FFF, U+A000 to U+AFFF, U+F000 and beyond."""
    return 48 <= first <= 57 or 0xD9 <= first <= 0xE1 or first == 0xEA or first >= 0xEF


def texts_after(text_rows: Numbers, text_start: Numbers, text_end: Numbers, text: Bytes, begin: cython.int, longest: cython.int):
    """The text nodes of at most so many bytes from a position on, and how many digits each may have.

    Characters of scripts that may have digits of their own count: of Arabic and Indic ones, but not of European, Chinese or Korean ones.
    """
    count: cython.Py_ssize_t = text_rows.shape[0]
    rows = np.empty(count, dtype=np.int32)
    digits = np.empty(count, dtype=np.int32)
    rows_view: cython.int[::1] = rows
    digits_view: cython.int[::1] = digits
    found: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t
    position: cython.Py_ssize_t
    with cython.nogil:
        for place in range(count):
            row: cython.int = text_rows[place]
            if text_start[row] < begin or text_end[row] - text_start[row] > longest:
                continue
            number: cython.int = 0
            for position in range(text_start[row], text_end[row]):
                number += _may_be_digit(text[position])
            rows_view[found] = row
            digits_view[found] = number
            found += 1
    return rows[:found], digits[:found]
