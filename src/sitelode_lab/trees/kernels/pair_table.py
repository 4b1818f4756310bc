"""A hash table of node pairs with a total each, for compiled code.

It has two arrays: the pairs in the order in which they were added, and slots, which find them by their hash. The slots are separate
because they are small enough to stay in the processor's cache. The types of the functions are in `pair_table.pxd`.
"""
# mypy: ignore-errors

from __future__ import annotations

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.sitelode_lab.trees.kernels.subtree_identity import mixed
    from cython.cimports.sitelode_lab.trees.kernels.tree_pair import Table
else:
    from sitelode_lab.trees.kernels.subtree_identity import mixed

    LEFT, RIGHT, TOTAL = range(3)

_FIRST_PAIRS = 64


def new_pairs():
    return np.empty((_FIRST_PAIRS, 3), np.int64)


def new_slots():
    return np.full(2 * _FIRST_PAIRS, -1, np.int32)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _slot_of(slots: Slots, pairs: Table, left: cython.longlong, right: cython.longlong) -> cython.Py_ssize_t:
    """The slot that holds the pair, or the empty one where it belongs."""
    mask: cython.Py_ssize_t = len(slots) - 1
    slot: cython.Py_ssize_t = mixed(left << 32 | right) & mask
    index = slots[slot]
    while index >= 0 and (pairs[index, LEFT] != left or pairs[index, RIGHT] != right):
        slot = (slot + 1) & mask
        index = slots[slot]
    return slot


def index_of(slots, pairs, left, right):
    """The number of a pair, or -1."""
    return slots[_slot_of(slots, pairs, left, right)]


def add_pair(slots, pairs, count, left, right):
    """Add a new pair to `count` others."""
    slots[_slot_of(slots, pairs, left, right)] = count
    pairs[count, LEFT], pairs[count, RIGHT] = left, right


def doubled(slots: Slots, pairs: Table):
    """Double the size of a full table, with the same pairs."""
    more_slots, more_pairs = np.full(2 * len(slots), -1, np.int32), np.empty((2 * len(pairs), 3), np.int64)
    slots_view: Slots = more_slots
    pairs_view: Table = more_pairs
    with cython.nogil:
        for index in range(len(pairs)):
            pairs_view[index, TOTAL] = pairs[index, TOTAL]
            add_pair(slots_view, pairs_view, index, pairs[index, LEFT], pairs[index, RIGHT])
    return more_slots, more_pairs
