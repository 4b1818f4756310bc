"""A hash table of node pairs with a total each, for compiled code.

It has two arrays: the pairs in the order in which they were added, and slots, which find them by their hash. The slots are separate
because they are small enough to stay in the processor's cache.
"""

import numpy as np
import numpy.typing as npt

from sitelode.compiled.jit import borrowing, inner
from sitelode.published.trees.kernels.subtree_identity import mixed

LEFT, RIGHT, TOTAL = range(3)
Pairs = npt.NDArray[np.int64]
Slots = npt.NDArray[np.int32]
_FIRST_PAIRS = 64
_HALF = np.uint64(32)


@inner
def new_pairs() -> Pairs:
    return np.empty((_FIRST_PAIRS, 3), np.int64)


@inner
def new_slots() -> Slots:
    return np.full(2 * _FIRST_PAIRS, -1, np.int32)


@borrowing
def _slot_of(slots: Slots, pairs: Pairs, left: int, right: int) -> np.int64:
    """The slot that holds the pair, or the empty one where it belongs."""
    mask = len(slots) - 1
    slot = np.int64(mixed((np.uint64(left) << _HALF) | np.uint64(right))) & mask
    index = slots[slot]
    while index >= 0 and (pairs[index, LEFT] != left or pairs[index, RIGHT] != right):
        slot = (slot + 1) & mask
        index = slots[slot]
    return slot


@borrowing
def index_of(slots: Slots, pairs: Pairs, left: int, right: int) -> int:
    """The number of a pair, or -1."""
    return int(slots[_slot_of(slots, pairs, left, right)])


@borrowing
def add_pair(slots: Slots, pairs: Pairs, count: int, left: int, right: int) -> None:
    """Add a new pair to `count` others."""
    slots[_slot_of(slots, pairs, left, right)] = count
    pairs[count, LEFT], pairs[count, RIGHT] = left, right


@inner
def doubled(slots: Slots, pairs: Pairs) -> tuple[Slots, Pairs]:
    """Double the size of a full table, with the same pairs."""
    more_slots, more_pairs = np.full(2 * len(slots), -1, np.int32), np.empty((2 * len(pairs), 3), np.int64)
    for index in range(len(pairs)):
        more_pairs[index, TOTAL] = pairs[index, TOTAL]
        add_pair(more_slots, more_pairs, index, pairs[index, LEFT], pairs[index, RIGHT])
    return more_slots, more_pairs
