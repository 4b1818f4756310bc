"""Find equal subtrees of a tree: one number for each shape, so that equal parts are never compared twice.

The fingerprint of a node is a 64-bit hash of its label and, in order, of its children's fingerprints. It depends on nothing else, so
trees from different processes or days can be compared by it. Two of ten million different subtrees share one with a
probability of about three in a million; a node's size is compared too.
"""

import numpy as np

from sitelode.compiled.jit import borrowing, inner, jit
from sitelode.published.trees.tree_rows import Rows

_SHIFT_30, _SHIFT_27, _SHIFT_31 = np.uint64(30), np.uint64(27), np.uint64(31)
# The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every input bit reaches every output bit.
_FIRST_FACTOR, _SECOND_FACTOR = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_INCREMENT = np.uint64(0x9E3779B97F4A7C15)


@borrowing
def mixed(bits: np.uint64) -> np.uint64:
    bits = (bits ^ (bits >> _SHIFT_30)) * _FIRST_FACTOR
    bits = (bits ^ (bits >> _SHIFT_27)) * _SECOND_FACTOR
    return bits ^ (bits >> _SHIFT_31)


@jit
def fill_rows(tree: Rows) -> int:
    """Fill in the columns that follow from labels and parents; returns the first node that is not in document order, or -1."""
    misplaced = _fill_ends(tree)
    if misplaced < 0:
        _fill_fingerprints(tree)
        _fill_twins(tree)
    return misplaced


@inner
def _fill_ends(tree: Rows) -> int:
    count = len(tree)
    if count and tree[0].parent != -1:
        return 0
    for node in range(count):
        tree[node].end = count
        above = tree[node].parent
        if node > 0 and (above < 0 or above >= node):
            return node
        # This node closes everything that was open below its parent.
        ancestor = node - 1
        while node > 0 and ancestor != above:
            tree[ancestor].end = node
            ancestor = tree[ancestor].parent
            if ancestor < above:
                return node
    return -1


@inner
def _fill_fingerprints(tree: Rows) -> None:
    for node in range(len(tree) - 1, -1, -1):
        bits = mixed(np.uint64(tree[node].label) + _INCREMENT)
        child = node + 1
        while child < tree[node].end:
            bits = mixed((bits * _INCREMENT) ^ tree[child].fingerprint)
            child = tree[child].end
        tree[node].fingerprint = bits


@inner
def _fill_twins(tree: Rows) -> None:
    slot_count = 2
    while slot_count < 2 * len(tree):
        slot_count *= 2
    slots = np.full(slot_count, -1, np.int32)
    for node in range(len(tree)):
        slot = np.int64(tree[node].fingerprint & np.uint64(slot_count - 1))
        other = slots[slot]
        while other >= 0 and (tree[other].fingerprint != tree[node].fingerprint or tree[other].end - other != tree[node].end - node):
            slot = (slot + 1) & (slot_count - 1)
            other = slots[slot]
        if other < 0:
            other = slots[slot] = np.int32(node)
        tree[node].twin = other
