"""Compiled code behind `labels.py`."""
# mypy: ignore-errors

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.sitelode.compiled.kernels.codes import Code, mix
else:
    from sitelode.compiled.kernels.codes import Code, mix

Numbers = cython.typedef(cython.const[cython.int][::1])
Flags = cython.typedef(cython.const[cython.uchar][::1])
Codes = cython.typedef(cython.const[Code][::1])


def spread(tag: Codes, has_class, which: Numbers, first: Numbers, names: Codes, wholes: Codes):
    """Every row's label by tag and all its names, and one entry for each of its names."""
    classed: Flags = has_class.view(np.uint8)
    total: cython.Py_ssize_t = 0
    filled: cython.Py_ssize_t = 0
    for row in range(len(tag)):
        if classed[row]:
            total += first[which[row] + 1] - first[which[row]]
    labels, rows, codes = np.array(tag), np.empty(total, dtype=np.int32), np.empty(total, dtype=np.uint64)
    named: Code[::1] = labels
    name_row: cython.int[::1] = rows
    name_code: Code[::1] = codes
    for row in range(len(tag)):
        if not classed[row]:
            continue
        place = which[row]
        if first[place + 1] > first[place]:
            named[row] = mix(tag[row], wholes[place])
        for position in range(first[place], first[place + 1]):
            name_row[filled], name_code[filled] = row, mix(tag[row] + 1, names[position])
            filled += 1
    return labels, rows, codes


def codes_from_root(parent: Numbers, labels: Codes):
    """For every row the code of all labels from the root down to it."""
    found = np.empty(len(parent), dtype=np.uint64)
    codes: Code[::1] = found
    nothing: Code = 0
    for row in range(len(parent)):
        above = parent[row]
        codes[row] = mix(codes[above] if above >= 0 else nothing, labels[row])
    return found
