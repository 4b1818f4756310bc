"""Compiled code behind `code_table.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes
from cython.cimports.sitelode.compiled.kernels.code_table import place_of
from cython.cimports.sitelode.compiled.kernels.codes import Code


def places_of(codes: cython.const[Code][:], known: Codes):
    """The places of several codes among the known ones, -1 for the others, and how many others there are."""
    found = np.empty(len(codes), dtype=np.int32)
    places: cython.int[::1] = found
    unknown: cython.Py_ssize_t = 0
    for number in range(len(codes)):
        places[number] = place_of(codes[number], known)
        unknown += places[number] < 0
    return found, unknown
