"""Compiled code for `PageView.texts_after_body`."""
# mypy: ignore-errors

import cython
import numpy as np

Numbers = cython.typedef(cython.const[cython.int][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])


def texts_after(text_rows: Numbers, text_start: Numbers, text_end: Numbers, text: Bytes, begin: cython.int, longest: cython.int):
    """The text nodes of at most so many bytes from a position on, and how many digits each may have.

    Bytes of characters that are not ASCII count: they may be digits of another script.
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
                number += 48 <= text[position] <= 57 or text[position] >= 128
            rows_view[found] = row
            digits_view[found] = number
            found += 1
    return rows[:found], digits[:found]
