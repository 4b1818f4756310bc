"""Compiled code for finding what has the same code."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes
from cython.cimports.sitelode.compiled.kernels.code_table import slot_of
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix


def slots_for(most):
    """Room for `fill_firsts` with up to so many codes."""
    return np.empty(max(4 * most, 4), dtype=np.int32)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_firsts(codes: Codes, slots: cython.int[::1], firsts: cython.int[::1]) -> cython.void:
    """For every code the first place that has it; `slots` comes from `slots_for`."""
    size: cython.Py_ssize_t = 2
    while size < 2 * len(codes):
        size <<= 1
    slots[:size] = -1
    basis: Code = 1
    for place in range(len(codes)):
        mixed: Code = mix(basis, codes[place])  # codes of short texts are not spread over all bits
        slot: cython.Py_ssize_t = slot_of(mixed, size)
        step: cython.Py_ssize_t = (mixed >> 44) | 1  # codes with the same slot part ways, so that nobody can make a page slow with them
        while slots[slot] >= 0 and codes[slots[slot]] != codes[place]:
            slot = (slot + step) & (size - 1)
        if slots[slot] < 0:
            slots[slot] = place
        firsts[place] = slots[slot]


def counts_by_class(codes: Codes, class_of: cython.const[cython.longlong][::1], classes: cython.Py_ssize_t):
    """For every class how many different codes it has, and how many ordered pairs of its members have the same one."""
    found, equal = np.zeros(classes, dtype=np.int64), np.zeros(classes, dtype=np.float64)
    different: cython.longlong[::1] = found
    pairs: cython.double[::1] = equal
    room: cython.Py_ssize_t = 16
    while room < 2 * len(codes):
        room <<= 1
    numbers: cython.int[::1] = np.zeros(2 * room, dtype=np.int32)
    first: cython.int[::1] = numbers[:room]  # the first member with each code of each class, from 1 on
    times: cython.int[::1] = numbers[room:]
    slot: cython.Py_ssize_t
    for member in range(len(codes)):
        mixed: Code = mix(class_of[member], codes[member])
        slot = slot_of(mixed, room)
        step: cython.Py_ssize_t = (mixed >> 44) | 1  # as above
        while first[slot] > 0 and (codes[first[slot] - 1] != codes[member] or class_of[first[slot] - 1] != class_of[member]):
            slot = (slot + step) & (room - 1)
        if first[slot] == 0:
            first[slot] = member + 1
            different[class_of[member]] += 1
        pairs[class_of[member]] += 2 * times[slot]
        times[slot] += 1
    return found, equal
