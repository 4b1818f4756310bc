"""Compiled code behind `code_numbers.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.code_table import slot_of
from cython.cimports.sitelode.compiled.kernels.codes import Code


def numbers_of(codes: cython.const[Code][:]):
    """A number for each code, equal for equal ones, in the order in which they first come."""
    total: cython.Py_ssize_t = len(codes)
    size: cython.Py_ssize_t = 64
    count: cython.Py_ssize_t = 0
    slot: cython.Py_ssize_t
    place: cython.Py_ssize_t
    code: Code
    while size < 2 * total:
        size *= 2
    found = np.empty(total, dtype=np.int64)
    numbers: cython.longlong[::1] = found
    slots: cython.int[::1] = np.full(size, -1, dtype=np.int32)  # where the code of a slot first stood
    with cython.nogil:
        for place in range(total):
            code = codes[place]
            slot = slot_of(code, size)
            while slots[slot] >= 0 and codes[slots[slot]] != code:
                slot = (slot + 1) & (size - 1)
            if slots[slot] < 0:
                slots[slot] = place
                numbers[place] = count
                count += 1
            else:
                numbers[place] = numbers[slots[slot]]
    return found
