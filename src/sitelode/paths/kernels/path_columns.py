"""Compiled code behind `labels.py`, `path_codes.py` and `child_steps.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Flags, Numbers
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix, place_of, slot_of
from cython.cimports.sitelode.html.kernels.page_rows import PageRows

Table = cython.typedef(cython.const[Code][:, ::1])
_NO_TEXT = cython.declare(cython.int, -2)
_UNKNOWN = cython.declare(cython.int, -1)


def path_codes(parent: Numbers, of_row: Numbers, tags: Codes, labels: Codes, is_layout):
    """A code for every row: the tags on the way to it, and the labels of the last two elements of that way.

    Only layout elements are steps of the way; other rows have the code of the element they lie in. Tags, labels and which elements are
    layout are given by kind of element, `of_row` is the kind of each row.
    """
    layout: Flags = is_layout.view(np.uint8)
    found = np.zeros(len(parent), dtype=np.uint64)
    _fill_codes(parent, of_row, tags, labels, layout, found)
    return found


def distinct_paths(parent: Numbers, of_row: Numbers, tags: Codes, labels: Codes, is_layout):
    """Every such code of a layout element once, and the kind of the first element that has it, in the order in which they first come."""
    layout: Flags = is_layout.view(np.uint8)
    codes: Code[::1] = np.zeros(len(parent), dtype=np.uint64)
    _fill_codes(parent, of_row, tags, labels, layout, codes)
    size: cython.Py_ssize_t = 64
    while size < 2 * len(parent):
        size *= 2
    slots: cython.int[::1] = np.full(size, -1, dtype=np.int32)
    found, kinds = np.empty(len(parent), dtype=np.uint64), np.empty(len(parent), dtype=np.int32)
    different: Code[::1] = found
    kind: cython.int[::1] = kinds
    count: cython.Py_ssize_t = 0
    slot: cython.Py_ssize_t
    for row in range(len(parent)):
        if not layout[of_row[row]]:
            continue
        slot = slot_of(codes[row], size)
        while slots[slot] >= 0 and different[slots[slot]] != codes[row]:
            slot = (slot + 1) & (size - 1)
        if slots[slot] < 0:
            slots[slot] = count
            different[count], kind[count] = codes[row], of_row[row]
            count += 1
    return found[:count], kinds[:count]


@cython.cfunc
def _fill_codes(parent: Numbers, of_row: Numbers, tags: Codes, labels: Codes, layout: Flags, codes: Code[::1]):
    by_tags: Code[::1] = np.zeros(len(parent), dtype=np.uint64)  # the same way by tags alone
    holder: cython.int[::1] = np.empty(len(parent), dtype=np.int32)  # the nearest layout element, itself included
    above: cython.int
    further: cython.int
    way: Code
    last: Code
    for row in range(len(parent)):
        above = holder[parent[row]] if row > 0 else -1
        kind = of_row[row]
        if not layout[kind]:
            holder[row] = above
            if above >= 0:
                codes[row] = codes[above]
            continue
        holder[row] = row
        way, last = 0, 0
        if above >= 0:
            further = holder[parent[above]] if above > 0 else -1
            if further >= 0:
                way = by_tags[further]
            last = labels[of_row[above]]
            by_tags[row] = mix(by_tags[above], tags[kind])
        else:
            by_tags[row] = mix(0, tags[kind])
        codes[row] = mix(mix(way, last), labels[kind])


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


def codes_from_root(parent: Numbers, labels: Codes):
    """For every row the code of all labels from the root down to it."""
    found = np.empty(len(parent), dtype=np.uint64)
    codes: Code[::1] = found
    nothing: Code = 0
    for row in range(len(parent)):
        above = parent[row]
        codes[row] = mix(codes[above] if above >= 0 else nothing, labels[row])
    return found
