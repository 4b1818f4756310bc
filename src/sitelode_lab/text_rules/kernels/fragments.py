"""Compiled code behind `srv.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Flags, Places


def fragment_starts(may_start: Flags, may_end: Flags, stop_of_text: Places, shortest: cython.int, longest: cython.int):
    """The first rows of all fragments of texts that may start and end where they do, the shortest first; and how many have each length."""
    beginnings = np.empty(len(may_start), dtype=np.int64)
    starts: cython.longlong[::1] = beginnings
    beginning: cython.Py_ssize_t = 0
    counts = np.zeros(max(0, longest - shortest + 1), dtype=np.int64)
    count: cython.longlong[::1] = counts
    with cython.nogil:
        for row in range(len(may_start)):
            if not may_start[row]:
                continue
            starts[beginning] = row
            beginning += 1
            for length in range(shortest, longest + 1):
                if row + length > stop_of_text[row]:
                    break
                count[length - shortest] += may_end[row + length - 1]
    found = np.empty(int(counts.sum()), dtype=np.int64)
    first: cython.longlong[::1] = found
    at: cython.Py_ssize_t = 0
    with cython.nogil:
        for length in range(shortest, longest + 1):
            for number in range(beginning):
                row = starts[number]
                if row + length <= stop_of_text[row] and may_end[row + length - 1]:
                    first[at] = row
                    at += 1
    return found, counts


def count_flags(flags: Flags, first: Places, stop: Places):
    """How many rows of each fragment have a flag."""
    found = np.zeros(len(first), dtype=np.int64)
    counts: cython.longlong[::1] = found
    with cython.nogil:
        for number in range(len(first)):
            for row in range(first[number], stop[number]):
                counts[number] += flags[row]
    return found
