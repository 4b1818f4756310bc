"""Compiled code for words and their codes: runs of letters and digits, or single characters of scripts without spaces."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes
from cython.cimports.sitelode.compiled.kernels.codes import Code


def word_codes(text: Bytes):
    """The codes of the words of a text, in order."""
    found = np.empty(len(text), dtype=np.uint64)
    codes: Code[::1] = found
    count: cython.Py_ssize_t = 0
    position: cython.Py_ssize_t = 0
    with cython.nogil:
        while position < len(text):
            if not is_word_at(text, position, len(text)):
                position += max(sign_size(text, position, len(text)), 1)
                continue
            stop = word_end(text, position, len(text))
            codes[count] = word_code(text, position, stop)
            count += 1
            position = stop
    return found[:count].copy()
