"""Compiled code behind `code_sets.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.codes import Code


def once_each(ordered: cython.const[Code][::1]):
    """Every code once; they ascend."""
    found = np.empty(len(ordered), dtype=np.uint64)
    codes: Code[::1] = found
    count: cython.Py_ssize_t = 0
    for number in range(len(ordered)):
        if number == 0 or ordered[number] != ordered[number - 1]:
            codes[count] = ordered[number]
            count += 1
    return found[:count]


def first_of_each(codes: cython.const[Code][:], order: cython.const[cython.longlong][::1]):
    """Every code once, the first place of each, and for every place the number of its code; in this order codes ascend."""
    found = np.empty(len(order), dtype=np.uint64)
    first, which = np.empty(len(order), dtype=np.int64), np.empty(len(order), dtype=np.int64)
    distinct: Code[::1] = found
    firsts: cython.longlong[::1] = first
    numbers: cython.longlong[::1] = which
    count: cython.Py_ssize_t = 0
    for number in range(len(order)):
        place = order[number]
        if number == 0 or codes[place] != distinct[count - 1]:
            distinct[count], firsts[count] = codes[place], place
            count += 1
        elif place < firsts[count - 1]:
            firsts[count - 1] = place
        numbers[place] = count - 1
    return found[:count], first[:count], which
