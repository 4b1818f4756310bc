"""Compiled code for `notes.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes
from cython.cimports.sitelode.compiled.kernels.code_table import place_of
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol, finish
from cython.cimports.sitelode.html.kernels.page_rows import PageRows


def first_with_values(page: PageRows, attribute: cython.int, wanted: Codes):
    """For each code the first row that has this attribute with a value of that code, -1 for none; codes ascend."""
    found = np.full(len(wanted), -1, dtype=np.int32)
    rows: cython.int[::1] = found
    for position in range(len(page.attribute_name)):
        if page.attribute_name[position] != attribute:
            continue
        value = page.attribute_value[position]
        code: Code = FNV_BASIS
        if value >= 0:
            for place in range(page.string_start[value], page.string_start[value + 1]):
                code = add_symbol(code, page.strings[place])
        number = place_of(finish(code), wanted)
        if number >= 0 and rows[number] < 0:
            rows[number] = page.attribute_node[position]
    return found
