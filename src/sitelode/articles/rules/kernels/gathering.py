"""Compiled code for `gathering.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Flags, Numbers, Places
from cython.cimports.sitelode.compiled.kernels.code_table import place_of
from cython.cimports.sitelode.compiled.kernels.codes import Code


def ways_to(parent: Numbers, codes: Codes, rows: Numbers):
    """For each given row, the codes of the elements from the outermost one down to it, preceded by 0; and where each list begins."""
    found_start = np.zeros(len(rows) + 1, dtype=np.int64)
    start: cython.longlong[::1] = found_start
    with cython.nogil:
        for number in range(len(rows)):
            row, steps = rows[number], 1
            while row >= 0:
                row = parent[row]
                steps += 1
            start[number + 1] = start[number] + steps
    found = np.zeros(start[len(rows)], dtype=np.uint64)
    ways: Code[::1] = found
    with cython.nogil:
        for number in range(len(rows)):
            row, place = rows[number], start[number + 1] - 1
            while row >= 0:
                ways[place] = codes[row]
                row = parent[row]
                place -= 1
    return found, found_start


def depths_outside(ways: Codes, start: Places, may_be):
    """For each list, the first depth that leads to no place that may be body; -1 if all of it leads to one."""
    inside: Flags = may_be.view(np.uint8)
    total: cython.longlong = 0
    count: cython.Py_ssize_t = 0
    with cython.nogil:
        for number in range(len(inside)):
            if inside[number]:
                total += start[number + 1] - start[number]
    found_leading = np.empty(total, dtype=np.uint64)
    leading: Code[::1] = found_leading
    with cython.nogil:
        for number in range(len(inside)):
            if inside[number]:
                for place in range(start[number], start[number + 1]):
                    leading[count] = ways[place]
                    count += 1
    found_leading.sort()
    found = np.full(len(inside), -1, dtype=np.int32)
    depths: cython.int[::1] = found
    with cython.nogil:
        for number in range(len(inside)):
            for place in range(start[number], start[number + 1]):
                if place_of(ways[place], leading) < 0:
                    depths[number] = place - start[number]
                    break
    return found
