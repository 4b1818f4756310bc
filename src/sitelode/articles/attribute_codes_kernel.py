"""Compiled code: attribute values as codes, so that elements are told apart without making a Python object for each."""
# mypy: ignore-errors

import numpy as np
from numba import njit

from sitelode.algorithms.codes_kernel import finished

_BASIS, _PRIME = np.uint64(14695981039346656037), np.uint64(1099511628211)  # FNV-1a, 64 bits


@njit(cache=True, nogil=True)
def attribute_codes(strings, starts, wanted):
    """For each wanted string of a page's table its code, runs of digits as one; 0 for no string."""
    codes = np.zeros(len(starts), dtype=np.uint64)
    out = np.zeros(len(wanted), dtype=np.uint64)
    for place in range(len(wanted)):
        number = wanted[place]
        if number < 0:
            continue
        if codes[number] == 0:
            code, in_digits = _BASIS, False
            for position in range(starts[number], starts[number + 1]):
                byte = strings[position]
                if 48 <= byte <= 57:
                    if not in_digits:
                        code = (code ^ np.uint64(48)) * _PRIME
                    in_digits = True
                else:
                    in_digits = False
                    code = (code ^ np.uint64(byte)) * _PRIME
            codes[number] = finished(code) | np.uint64(1)
        out[place] = codes[number]
    return out
