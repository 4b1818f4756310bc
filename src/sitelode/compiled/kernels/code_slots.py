"""Compiled code: slots by which codes are found, at most a quarter of them in use."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.code_table import slot_of
from cython.cimports.sitelode.compiled.kernels.codes import Code


def slots_of(known: cython.const[Code][::1]):
    """The place of every code among the known ones, in the first free slot from its own on; -1 in free slots."""
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
