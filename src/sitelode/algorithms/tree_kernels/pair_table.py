"""A table of node pairs with a total each, in one array: what a dictionary is to Python, for compiled code."""

import numpy as np
import numpy.typing as npt

from sitelode.algorithms.tree_kernels.compiled import inner
from sitelode.algorithms.tree_kernels.subtree_identity import mixed

# The pairs are the first rows, in the order in which they were added. The column `slot` is a hash table beside them, over all rows.
PAIR_ROW = np.dtype([("total", np.int64), ("left", np.int32), ("right", np.int32), ("slot", np.int32)], align=True)
PairTable = npt.NDArray[np.void]
_FIRST_ROWS = 128
_HALF = np.uint64(32)


@inner
def _table_of(rows: int) -> PairTable:
    table = np.empty(rows, PAIR_ROW)
    for row in range(rows):
        table[row].slot = -1
    return table


@inner
def new_table() -> PairTable:
    return _table_of(_FIRST_ROWS)


@inner
def _slot_of(table: PairTable, left: int, right: int) -> np.int64:
    """The slot that holds the pair, or the empty one where it belongs."""
    mask = len(table) - 1
    slot = np.int64(mixed((np.uint64(left) << _HALF) | np.uint64(right))) & mask
    index = table[slot].slot
    while index >= 0 and (table[index].left != left or table[index].right != right):
        slot = (slot + 1) & mask
        index = table[slot].slot
    return slot


@inner
def index_of(table: PairTable, left: int, right: int) -> int:
    """The number of a pair, or -1."""
    index: int = table[_slot_of(table, left, right)].slot
    return index


@inner
def add_pair(table: PairTable, count: int, left: int, right: int) -> int:
    """Add a pair to a table of `count` pairs that is not full, unless it is there; how many there are now."""
    slot = _slot_of(table, left, right)
    if table[slot].slot >= 0:
        return count
    table[slot].slot = count
    table[count].left, table[count].right = left, right
    return count + 1


@inner
def with_room_for(table: PairTable, count: int, more: int) -> PairTable:
    """The table, or a larger one with the same pairs if more of them would take up more than half of the slots."""
    if 2 * (count + more) <= len(table):
        return table
    length = 2 * len(table)
    while 2 * (count + more) > length:
        length *= 2
    larger = _table_of(length)
    for index in range(count):
        add_pair(larger, index, table[index].left, table[index].right)
    return larger
