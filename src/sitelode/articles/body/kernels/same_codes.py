"""Compiled code for finding what has the same code."""
# mypy: ignore-errors

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.sitelode.compiled.kernels.code_table import slot_of
    from cython.cimports.sitelode.compiled.kernels.codes import Code, mix
else:
    from sitelode.compiled.kernels.code_table import slot_of
    from sitelode.compiled.kernels.codes import Code, mix

Codes = cython.typedef(cython.const[Code][::1])


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
