"""Compiled code behind `code_sets.py` and `code_table.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes
from cython.cimports.sitelode.compiled.kernels.codes import Code, place_of, slot_of


def slots_of(known: Codes):
    """The place of every code in the first free slot from its own on, -1 in free slots; at most a quarter of the slots are in use."""
    size: cython.Py_ssize_t = 16
    while size < 4 * len(known):
        size <<= 1
    found = np.full(size, -1, dtype=np.int32)
    slots: cython.int[::1] = found
    for place in range(len(known)):
        slot: cython.Py_ssize_t = slot_of(known[place], size)
        while slots[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        slots[slot] = place
    return found


def places_of(codes: cython.const[Code][:], known: Codes):
    """The places of several codes among the known ones, -1 for the others, and how many others there are."""
    found = np.empty(len(codes), dtype=np.int32)
    places: cython.int[::1] = found
    unknown: cython.Py_ssize_t = 0
    for number in range(len(codes)):
        places[number] = place_of(codes[number], known)
        unknown += places[number] < 0
    return found, unknown


def numbers_of(codes: cython.const[Code][:]):
    """A number for each code, equal for equal ones, in the order in which they first come."""
    total: cython.Py_ssize_t = len(codes)
    size: cython.Py_ssize_t = 64
    count: cython.Py_ssize_t = 0
    slot: cython.Py_ssize_t
    place: cython.Py_ssize_t
    code: Code
    while size < 2 * total:
        size *= 2
    found = np.empty(total, dtype=np.int64)
    numbers: cython.longlong[::1] = found
    slots: cython.int[::1] = np.full(size, -1, dtype=np.int32)  # where the code of a slot first stood
    with cython.nogil:
        for place in range(total):
            code = codes[place]
            slot = slot_of(code, size)
            while slots[slot] >= 0 and codes[slots[slot]] != code:
                slot = (slot + 1) & (size - 1)
            if slots[slot] < 0:
                slots[slot] = place
                numbers[place] = count
                count += 1
            else:
                numbers[place] = numbers[slots[slot]]
    return found
