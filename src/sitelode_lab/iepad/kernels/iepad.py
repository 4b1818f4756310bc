"""Compiled code behind `token_classes.py` and `regular_repeats.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.libc.math import sqrt
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers, Tags

Symbol = cython.fused_type(cython.uchar, cython.ushort, cython.uint)

_DIVERSE = cython.declare(cython.longlong, -1)
_ANY = cython.declare(cython.int, 0)
_LETTERS = cython.declare(cython.int, 1)
_NUMBER = cython.declare(cython.int, 2)
_NEITHER = cython.declare(cython.int, 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _class_of_text(text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    """0 where there is nothing but white space, else 1 + the class of text."""
    letters: cython.bint = False
    digits: cython.bint = False
    others: cython.bint = False
    for position in range(start, end):
        byte = text[position]
        if 97 <= byte <= 122 or 65 <= byte <= 90 or byte >= 0xC3:
            letters = True
        elif 48 <= byte <= 57:
            digits = True
        elif byte < 128 and byte != 32 and not 9 <= byte <= 13:  # parts of characters, such as the two bytes of a wide space, are left out
            others = True
    if letters:
        return 1 + (_ANY if digits else _LETTERS)
    if digits:
        return 1 + _NUMBER
    return 1 + _NEITHER if others else 0


def tokens_of(
    tag: Tags, end: Numbers, dropped, void, text: Bytes, text_start: Numbers, text_end: Numbers, finer: cython.bint,
    first_class: cython.uint,
):  # fmt: skip
    """Start tags, texts and end tags in document order; texts with no tag between them are one token."""
    rows: cython.Py_ssize_t = len(tag)
    columns = np.empty(2 * rows, np.uint32), np.empty(2 * rows, np.int32), np.empty(2 * rows, np.int32)
    tokens: cython.uint[::1] = columns[0]
    at: cython.int[::1] = columns[1]
    last: cython.int[::1] = columns[2]
    is_dropped: Bytes = dropped.view(np.uint8)
    is_void: Bytes = void.view(np.uint8)
    opened: cython.int[::1] = np.empty(rows + 1, np.int32)
    count: cython.Py_ssize_t = 0
    depth: cython.Py_ssize_t = 0
    in_text: cython.bint = False
    kind: cython.int = 0
    number: cython.uint
    with cython.nogil:
        for row in range(rows + 1):
            while depth > 0 and (row == rows or end[opened[depth - 1]] <= row):
                depth -= 1
                element = opened[depth]
                number = tag[element]
                if not is_dropped[number] and not is_void[number]:
                    tokens[count] = 2 * number + 1
                    at[count] = last[count] = element
                    count += 1
                    in_text = False
            if row == rows:
                break
            number = tag[row]
            if number != 0:
                opened[depth] = row
                depth += 1
                if not is_dropped[number]:
                    tokens[count] = 2 * number
                    at[count] = last[count] = row
                    count += 1
                    in_text = False
                continue
            found = _class_of_text(text, text_start[row], text_end[row])
            if found == 0:
                continue
            if not in_text:
                kind = found - 1
                at[count] = row
                count += 1
                in_text = True
            elif kind != found - 1:
                kind = _ANY
            last[count - 1] = row
            tokens[count - 1] = first_class + kind if finer and kind != _ANY else 0
    return tuple([column[:count].copy() for column in columns])


def left_diverse_nodes(symbols: cython.const[Symbol][::1], separator: cython.uint, order: Numbers, lcp):
    """The inner nodes with different symbols before their suffixes: place, count, length, first and last position of each.

    One walk over the nested intervals of equal prefixes; first and last positions are passed up from node to node, so that nothing is
    visited twice.
    """
    common: Numbers = lcp
    stacks: cython.longlong[:, ::1] = np.empty((5, lcp.max() + 2), np.int64)
    begin: cython.longlong[::1] = stacks[0]
    depth: cython.longlong[::1] = stacks[1]
    before: cython.longlong[::1] = stacks[2]
    low: cython.longlong[::1] = stacks[3]
    high: cython.longlong[::1] = stacks[4]
    nodes = np.empty((5, len(order)), np.int32)
    found: cython.int[:, ::1] = nodes
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
            left = _DIVERSE
            if position > 0 and symbols[position - 1] != separator:
                left = symbols[position - 1]
            first = last = position
            while depth[top] > shared:
                left = before[top] if before[top] == left else _DIVERSE
                first, last = min(first, low[top]), max(last, high[top])
                start = begin[top]
                if left == _DIVERSE:
                    found[0, count], found[1, count], found[2, count] = start, place - start, depth[top]
                    found[3, count], found[4, count] = first, last
                    count += 1
                top -= 1
            if depth[top] < shared:
                top += 1
                begin[top], depth[top], before[top], low[top], high[top] = start, shared, left, first, last
            else:
                before[top] = before[top] if before[top] == left else _DIVERSE
                low[top], high[top] = min(low[top], first), max(high[top], last)
    return nodes[:, :count].copy()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _deviation(ascending: Numbers) -> cython.double:
    """The standard deviation of the gaps between neighbours."""
    gaps: cython.double = len(ascending) - 1
    mean: cython.double = 0.0
    squares: cython.double = 0.0
    gap: cython.double
    for place in range(1, len(ascending)):
        mean += ascending[place] - ascending[place - 1]
    mean /= gaps
    for place in range(1, len(ascending)):
        gap = ascending[place] - ascending[place - 1] - mean
        squares += gap * gap
    return sqrt(squares / gaps)


def gap_deviations(order, places: Numbers, counts: Numbers):
    """For every repeat, the standard deviation of the gaps between neighbouring occurrences."""
    found = np.zeros(len(places))
    result: cython.double[::1] = found
    for repeat in range(len(places)):
        positions = order[places[repeat] : places[repeat] + counts[repeat]].copy()
        positions.sort()
        result[repeat] = _deviation(positions)
    return found
