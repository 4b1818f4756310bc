"""Compiled code behind `repeats.py` and `ngram_coverage.py`: walks over sorted suffixes that NumPy has no step for."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Flags, Numbers

Symbol = cython.fused_type(cython.uchar, cython.ushort, cython.uint)
Steps = cython.typedef(cython.const[cython.schar][::1])

_DIVERSE = cython.declare(cython.longlong, -1)
_LARGEST = cython.declare(cython.int, 2**31 - 1)


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
    """Repeats of a wanted frequency that cannot be extended to either side without losing an occurrence.

    Five columns: place, count, length, first and last position of each. Positions are passed up from node to node, so that none is
    visited twice.
    """
    common: Numbers = lcp
    is_wanted: Flags = wanted.view(np.uint8)
    begin: cython.longlong[::1] = _stack(lcp)
    depth: cython.longlong[::1] = _stack(lcp)
    before: cython.longlong[::1] = _stack(lcp)
    low: cython.longlong[::1] = _stack(lcp)
    high: cython.longlong[::1] = _stack(lcp)
    columns = np.empty((5, len(order)), np.int32)
    found: cython.int[:, ::1] = columns
    count: cython.Py_ssize_t = 0
    top: cython.Py_ssize_t = 0
    shared: cython.longlong
    start: cython.longlong
    position: cython.longlong
    left: cython.longlong
    first: cython.longlong
    last: cython.longlong
    begin[0] = depth[0] = 0
    before[0], low[0], high[0] = _DIVERSE, len(symbols), -1
    with cython.nogil:
        for place in range(1, len(order) + 1):
            shared = common[place] if place < len(order) else 0
            start, position = place - 1, order[place - 1]
            # The start of a document differs from every other place.
            left = _DIVERSE
            if position > 0 and symbols[position - 1] != separator:
                left = symbols[position - 1]
            first = last = position
            while depth[top] > shared:
                left = _joined(before[top], left)
                first, last = min(first, low[top]), max(last, high[top])
                start = begin[top]
                if left == _DIVERSE and is_wanted[place - start] and depth[top] >= shortest:
                    found[0, count], found[1, count], found[2, count] = start, place - start, depth[top]
                    found[3, count], found[4, count] = first, last
                    count += 1
                top -= 1
            if depth[top] < shared:
                top += 1
                begin[top], depth[top], before[top], low[top], high[top] = start, shared, left, first, last
            else:
                before[top] = _joined(before[top], left)
                low[top], high[top] = min(low[top], first), max(high[top], last)
    return columns[:, :count].copy()


def shared_lengths(lcp: Numbers, document_of: Numbers):
    """For each suffix, in sorted order, the number of characters that it shares with some suffix of another document."""
    found = np.zeros(len(lcp), np.int32)
    shared: cython.int[::1] = found
    # The nearest suffix of another document on either side shares the most; only suffixes of this document are in between.
    common: cython.int = 0
    place: cython.Py_ssize_t
    with cython.nogil:
        for place in range(1, len(lcp)):
            common = lcp[place] if document_of[place] != document_of[place - 1] else min(common, lcp[place])
            shared[place] = common
        common = 0
        for place in range(len(lcp) - 2, -1, -1):
            common = lcp[place + 1] if document_of[place] != document_of[place + 1] else min(common, lcp[place + 1])
            shared[place] = max(shared[place], common)
    return found


def lengths_said_before(lcp: Numbers, document_of: Numbers, documents: cython.Py_ssize_t):
    """For each suffix, in sorted order, the number of characters it shares with the last one before it from the same document."""
    found = np.zeros(len(lcp), np.int32)
    said: cython.int[::1] = found
    last_place: cython.int[::1] = np.full(documents, -1, np.int32)
    # Places with ascending common prefixes: the first one after a place has the minimum since then.
    rising: cython.int[::1] = np.empty(len(lcp), np.int32)
    size: cython.Py_ssize_t = 0
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    with cython.nogil:
        for place in range(len(lcp)):
            while size and lcp[rising[size - 1]] >= lcp[place]:
                size -= 1
            rising[size] = place
            size += 1
            before = last_place[document_of[place]]
            if before >= 0:
                low, high = 0, size - 1
                while low < high:
                    middle = (low + high) >> 1
                    if rising[middle] > before:
                        high = middle
                    else:
                        low = middle + 1
                said[place] = lcp[rising[low]]
            last_place[document_of[place]] = place
    return found


def piece_classes(lcp: Numbers, reach: Numbers, whole, ends_before_delimiter: Steps, length: cython.int):
    """Classes of the n-grams that do not leave their piece: full ones, and whole pieces that are shorter. All columns in sorted order.

    Returns a class number per place (-1: no n-gram starts there) and the size of each class.
    """
    numbers, class_sizes = np.full(len(lcp), -1, np.int32), np.zeros(len(lcp), np.int32)
    class_of: cython.int[::1] = numbers
    sizes: cython.int[::1] = class_sizes
    is_whole: Bytes = whole.view(np.uint8)
    classes: cython.Py_ssize_t = 0
    shared: cython.int = 0
    key: cython.longlong
    last_key: cython.longlong = -1
    characters: cython.int
    compared: cython.int
    with cython.nogil:
        for place in range(len(lcp)):
            shared = min(shared, lcp[place])
            if reach[place] >= length:
                characters, compared = length, length
            elif is_whole[place]:
                # A text ends before the next '<', which must therefore be equal too; a tag ends with its own '>'.
                characters, compared = reach[place], reach[place] + ends_before_delimiter[place]
            else:
                continue
            key = characters
            key = 2 * key + (compared - characters)
            if key != last_key or shared < compared:
                classes, last_key = classes + 1, key
            class_of[place] = classes - 1
            sizes[classes - 1] += 1
            shared = _LARGEST
    return numbers, class_sizes[:classes].copy()
