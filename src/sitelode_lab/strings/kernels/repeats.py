"""Compiled code behind `repeats.py`: one bottom-up walk over the nested intervals of equal prefixes, with a stack."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Doubles, Flags, Numbers, Places

Symbol = cython.fused_type(cython.uchar, cython.ushort, cython.uint)

_DIVERSE = cython.declare(cython.longlong, -1)


def _stack(lcp):
    """Room for the deepest nesting; untouched memory costs nothing, and growing it in the loop makes the loop ten times slower."""
    return np.empty(lcp.max() + 2, np.int64)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _joined(left: cython.longlong, other: cython.longlong) -> cython.longlong:
    """The symbol before two groups of occurrences: one symbol before all, or different ones."""
    return left if left == other else _DIVERSE


def count_by_frequency(lcp, branching_only: cython.bint, distinct: cython.longlong[::1]):
    """Add up the strings of each frequency; returns the highest frequency.

    All strings that end on one edge of the suffix tree occur equally often; `branching_only` counts the lower end of the edge with its
    whole length instead of the strings on the edge.
    """
    common: Numbers = lcp
    first: cython.longlong[::1] = _stack(lcp)
    depth: cython.longlong[::1] = _stack(lcp)
    top: cython.Py_ssize_t = 0
    highest: cython.longlong = 0
    begin: cython.longlong
    shared: cython.longlong
    first[0] = depth[0] = 0
    with cython.nogil:
        for place in range(1, len(common) + 1):
            shared = common[place] if place < len(common) else 0
            begin = place - 1
            while depth[top] > shared:
                begin, length = first[top], depth[top]
                top -= 1
                highest = max(highest, place - begin)
                distinct[place - begin] += length if branching_only else length - max(shared, depth[top])
            if depth[top] < shared:
                top += 1
                first[top], depth[top] = begin, shared
    return int(highest)


def left_diverse_intervals(
    symbols: cython.const[Symbol][::1], separator: cython.uint, order: Numbers, lcp, wanted, shortest: cython.longlong
):
    """Repeats of a wanted frequency that cannot be extended to either side without losing an occurrence: place, count, length."""
    common: Numbers = lcp
    is_wanted: Flags = wanted.view(np.uint8)
    first: cython.longlong[::1] = _stack(lcp)
    depth: cython.longlong[::1] = _stack(lcp)
    before: cython.longlong[::1] = _stack(lcp)
    columns = np.empty(len(order), np.int32), np.empty(len(order), np.int32), np.empty(len(order), np.int32)
    places: cython.int[::1] = columns[0]
    counts: cython.int[::1] = columns[1]
    lengths: cython.int[::1] = columns[2]
    top: cython.Py_ssize_t = 0
    found: cython.Py_ssize_t = 0
    left: cython.longlong
    begin: cython.longlong
    shared: cython.longlong
    first[0] = depth[0] = 0
    before[0] = _DIVERSE
    with cython.nogil:
        for place in range(1, len(order) + 1):
            shared = common[place] if place < len(order) else 0
            begin, position = place - 1, order[place - 1]
            # The start of a document differs from every other place.
            left = _DIVERSE
            if position > 0 and symbols[position - 1] != separator:
                left = symbols[position - 1]
            while depth[top] > shared:
                left = _joined(before[top], left)
                begin = first[top]
                if left == _DIVERSE and is_wanted[place - begin] and depth[top] >= shortest:
                    places[found], counts[found], lengths[found] = begin, place - begin, depth[top]
                    found += 1
                top -= 1
            if depth[top] < shared:
                top += 1
                first[top], depth[top], before[top] = begin, shared, left
            else:
                before[top] = _joined(before[top], left)
    return tuple([column[:found].copy() for column in columns])


def equal_prefix_runs(order: Numbers, lcp: Numbers, reach: Numbers, length: cython.int):
    """Runs of suffixes with the same first symbols: place and size of each; suffixes that are too short have none."""
    # Room for the maximum: memory that is never touched costs nothing.
    begins: cython.int[::1] = np.empty(len(order) + 1, np.int32)
    runs: cython.Py_ssize_t = 0
    found: cython.Py_ssize_t = 0
    with cython.nogil:
        for place in range(len(order)):
            # Always written, kept only if a run starts here: without a branch, which no processor could predict, this is twice as fast.
            begins[runs] = place
            runs += lcp[place] < length
        begins[runs] = len(order)
    columns = np.empty(runs, np.int32), np.empty(runs, np.int32)
    places: cython.int[::1] = columns[0]
    counts: cython.int[::1] = columns[1]
    with cython.nogil:
        for run in range(runs):
            places[found], counts[found] = begins[run], begins[run + 1] - begins[run]
            # Several suffixes in a run share the whole prefix, so only a run of one can be too short.
            found += counts[found] > 1 or reach[begins[run]] >= length
    return columns[0][:found], columns[1][:found]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _document_at(position: cython.int, starts: Places) -> cython.Py_ssize_t:
    """The last document that starts at a position or before."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = len(starts)
    while low < high:
        middle = (low + high) >> 1
        if starts[middle] <= position:
            low = middle + 1
        else:
            high = middle
    return low - 1


def weight_per_document(order: Numbers, places: Numbers, counts: Numbers, weights: Doubles, starts: Places):
    """Sum of the weights of the strings that occur in each document, each counted once."""
    sums = np.zeros(len(starts) - 1)
    held: cython.double[::1] = sums
    last: cython.longlong[::1] = np.full(len(starts) - 1, -1, np.int64)
    with cython.nogil:
        for row in range(len(places)):
            for place in range(places[row], places[row] + counts[row]):
                document = _document_at(order[place], starts)
                if last[document] != row:
                    last[document] = row
                    held[document] += weights[row]
    return sums
