"""Find equal subtrees of a tree: one number for each shape, so that equal parts are never compared twice.

The fingerprint of a node is a 64-bit hash of its label and, in order, of its children's fingerprints. It depends on nothing else, so
trees from different processes or days can be compared by it. Two of ten million different subtrees share one with a
probability of about three in a million; a node's size is compared too.
"""
# mypy: ignore-errors

import cython
import numpy as np

_ALL_BITS = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_INCREMENT = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_FIRST_FACTOR = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_SECOND_FACTOR = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
Numbers = cython.typedef(cython.int[:])
Labels = cython.typedef(cython.const[cython.longlong][:])
Prints = cython.typedef(cython.ulonglong[:])

Bits = cython.typedef(cython.ulonglong)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mixed(bits: Bits) -> Bits:
    """The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every input bit reaches every output bit."""
    bits = cython.cast(Bits, bits)
    bits = (bits ^ (bits >> 30)) * _FIRST_FACTOR & _ALL_BITS
    bits = (bits ^ (bits >> 27)) * _SECOND_FACTOR & _ALL_BITS
    return bits ^ (bits >> 31)


def fill_rows(tree):
    """Fill in the columns that follow from labels and parents; returns the first node that is not in document order, or -1."""
    misplaced = _fill_ends(tree["parent"], tree["end"])
    if misplaced < 0:
        slot_count = 2
        while slot_count < 2 * len(tree):
            slot_count *= 2
        _fill_fingerprints(tree["label"], tree["end"], tree["fingerprint"])
        _fill_twins(tree["end"], tree["fingerprint"], tree["twin"], np.full(slot_count, -1, np.int32))
    return misplaced


@cython.cfunc
def _fill_ends(parent: Numbers, end: Numbers) -> cython.Py_ssize_t:
    count: cython.Py_ssize_t = len(parent)
    ancestor: cython.Py_ssize_t
    if count and parent[0] != -1:
        return 0
    with cython.nogil:
        for node in range(count):
            end[node] = count
            above = parent[node]
            if node > 0 and (above < 0 or above >= node):
                return node
            # This node closes everything that was open below its parent.
            ancestor = node - 1
            while node > 0 and ancestor != above:
                end[ancestor] = node
                ancestor = parent[ancestor]
                if ancestor < above:
                    return node
    return -1


@cython.cfunc
def _fill_fingerprints(label: Labels, end: Numbers, fingerprint: Prints) -> cython.void:
    bits: Bits
    node: cython.Py_ssize_t
    child: cython.Py_ssize_t
    with cython.nogil:
        for node in range(len(label) - 1, -1, -1):
            bits = _mixed((cython.cast(Bits, label[node]) + _INCREMENT) & _ALL_BITS)
            child = node + 1
            while child < end[node]:
                bits = _mixed((bits * _INCREMENT & _ALL_BITS) ^ fingerprint[child])
                child = end[child]
            fingerprint[node] = bits


@cython.cfunc
def _fill_twins(end: Numbers, fingerprint: Prints, twin: Numbers, slots: cython.int[::1]) -> cython.void:
    mask: cython.Py_ssize_t = len(slots) - 1
    slot: cython.Py_ssize_t
    with cython.nogil:
        for node in range(len(end)):
            slot = fingerprint[node] & mask
            other = slots[slot]
            while other >= 0 and (fingerprint[other] != fingerprint[node] or end[other] - other != end[node] - node):
                slot = (slot + 1) & mask
                other = slots[slot]
            if other < 0:
                slots[slot] = other = node
            twin[node] = other
