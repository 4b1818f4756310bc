"""Cut two long lists of siblings into short pieces that can be aligned one by one, in time linear in the lists.

First at anchors: subtrees that occur once in each list, as many as are in the same order in both (the idea of patience
diff). Then, if a stretch between anchors is still too large to align, into the same number of parts on both sides.
"""
# mypy: ignore-errors

from __future__ import annotations

import math

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Places

if cython.compiled:
    from cython.cimports.sitelode_lab.trees.kernels.tree_pair import FINGERPRINT, NODE
else:
    from sitelode_lab.trees.joined_trees import FINGERPRINT, NODE

# Cells of one alignment, about 1,000 children on either side, set by hand: enough to absorb most shifts, in a few milliseconds.
PIECE_CELLS = 2**20


def pieces(rows, room, left, left_stop, right, right_stop):
    """Cut a span into shorter ones, one per row. Children in none of them have nothing to be aligned with."""
    rows, room, bounds = np.asarray(rows), np.asarray(room), []
    if (left_stop - left) * (right_stop - right) <= PIECE_CELLS:
        _add_parts(bounds, left, left_stop, right, right_stop)
    else:
        left_prints = rows[room[left:left_stop, NODE], FINGERPRINT]
        right_prints = rows[room[right:right_stop, NODE], FINGERPRINT]
        at, other = left, right
        for left_anchor, right_anchor in _anchors(left_prints, right_prints):
            _add_parts(bounds, at, left + left_anchor, other, right + right_anchor)
            at, other = left + left_anchor + 1, right + right_anchor + 1
            bounds.append((at - 1, at, other - 1, other))
        _add_parts(bounds, at, left_stop, other, right_stop)
    return np.array(bounds, np.int64).reshape(-1, 4)


def _add_parts(bounds, left, left_stop, right, right_stop):
    """Append the parts of a span, none if one side of it is empty."""
    left_length, right_length = left_stop - left, right_stop - right
    # With k parts each has 1/k² of the cells, so that all of them together are linear in the longer list.
    parts = math.ceil(math.sqrt(left_length * right_length / PIECE_CELLS))
    for part in range(parts):
        lefts = left + left_length * part // parts, left + left_length * (part + 1) // parts
        bounds.append((*lefts, right + right_length * part // parts, right + right_length * (part + 1) // parts))


def _anchors(left_prints, right_prints):
    """Left and right positions of fingerprints that occur once in each list; ascending on both sides."""
    single_left, single_right = _singles(left_prints), _singles(right_prints)
    _, in_left, in_right = np.intersect1d(left_prints[single_left], right_prints[single_right], assume_unique=True, return_indices=True)
    match = np.full(len(left_prints), -1, np.int64)
    match[single_left[in_left]] = single_right[in_right]
    run = longest_ascending(match)
    return zip(run.tolist(), match[run].tolist(), strict=True)


def _singles(prints):
    """Positions of the fingerprints that occur once."""
    _, first, counts = np.unique(prints, return_index=True, return_counts=True)
    return first[counts == 1]


def longest_ascending(numbers: Places):
    """Places of a longest ascending subsequence of the numbers that are not negative (Schensted 1961)."""
    ends: cython.longlong[::1] = np.empty(len(numbers), np.int64)  # the place of the smallest last number of a run of each length
    before: cython.longlong[::1] = np.empty(len(numbers), np.int64)
    length: cython.Py_ssize_t = 0
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    with cython.nogil:
        for place in range(len(numbers)):
            if numbers[place] < 0:
                continue
            low, high = 0, length
            while low < high:
                middle = (low + high) >> 1
                if numbers[ends[middle]] < numbers[place]:
                    low = middle + 1
                else:
                    high = middle
            before[place] = ends[low - 1] if low > 0 else -1
            ends[low] = place
            length = max(length, low + 1)
    found = np.empty(length, np.int64)
    run: cython.longlong[::1] = found
    at: cython.longlong = ends[length - 1] if length > 0 else -1
    for index in range(length - 1, -1, -1):
        run[index] = at
        at = before[at]
    return found
