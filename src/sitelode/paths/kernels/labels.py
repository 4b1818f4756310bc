"""Compiled code behind `labels.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Flags, Numbers
from cython.cimports.sitelode.compiled.kernels.code_table import place_of
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix
from cython.cimports.sitelode.html.kernels.page_rows import PageRows

Table = cython.typedef(cython.const[Code][:, ::1])
_NO_TEXT = cython.declare(cython.int, -2)
_UNKNOWN = cython.declare(cython.int, -1)


def labels_of_rows(page: PageRows, of_row: Numbers, key: Codes, known: Codes, values: Table):
    """For every row whose kind has text the label, the kin and the marks of its kind, 0 for the others; and the kinds with text.

    `key` are the keys of kinds, `known` those whose labels are known, and `values` these labels. Where one is not known there are no rows.
    """
    kinds: cython.int[::1] = np.full(len(key), _NO_TEXT, dtype=np.int32)  # the place of each in the table
    unknown: cython.Py_ssize_t = 0
    for row in range(len(of_row)):
        if page.text_end[row] > page.text_start[row]:
            kinds[of_row[row]] = _UNKNOWN
    for kind in range(len(key)):
        if kinds[kind] == _UNKNOWN:
            kinds[kind] = place_of(key[kind], known)
            unknown += kinds[kind] == _UNKNOWN
    if unknown:
        return (), np.flatnonzero(np.asarray(kinds) != _NO_TEXT)
    labels, kins, marks = np.empty(len(of_row), np.uint64), np.empty(len(of_row), np.uint64), np.empty(len(of_row), np.uint32)
    label: Code[::1] = labels
    kin: Code[::1] = kins
    mark: cython.uint[::1] = marks
    for row in range(len(of_row)):
        place = kinds[of_row[row]]
        if place < 0:
            label[row], kin[row], mark[row] = 0, 0, 0
        else:
            label[row], kin[row], mark[row] = values[place, 0], values[place, 1], cython.cast(cython.uint, values[place, 2])
    return (labels, kins, marks), ()


def mixed(above: Code, label: Code):
    """The code of a label behind others, for paths step by step: `compiled/codes.py` takes six times as long."""
    return mix(above, label)


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
