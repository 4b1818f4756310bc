"""Compiled code behind `code_table.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit


@jit
def place_of(code, known):
    """The place of a code among the known ones, which ascend; -1 where it is none of them."""
    low, high = 0, len(known)
    while low < high:
        middle = (low + high) >> 1
        if known[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low if low < len(known) and known[low] == code else -1


@jit
def places_of(codes, known):
    """The places of several codes, and how many of them are none of the known ones."""
    places = np.empty(len(codes), dtype=np.int32)
    unknown = 0
    for number in range(len(codes)):
        places[number] = place_of(codes[number], known)
        unknown += places[number] < 0
    return places, unknown


@jit
def slots_of(codes):
    """A table that says of most codes at a glance that they are none of these: they have no slot in common with them."""
    size = 256
    while size < 8 * len(codes):
        size <<= 1
    taken = np.zeros(size, dtype=np.bool_)
    for code in codes:
        taken[slot_of(code, size)] = True
    return taken


@jit
def slot_of(code, size):
    """The slot of a code in a table of this size, a power of two."""
    return (code ^ (code >> np.uint64(32))) & np.uint64(size - 1)
