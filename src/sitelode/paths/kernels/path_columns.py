"""Compiled code behind `labels.py`, `path_codes.py` and `child_steps.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Flags, Numbers, Tags
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix, place_of, slot_of
from cython.cimports.sitelode.html.kernels.page_rows import PageRows

Table = cython.typedef(cython.const[Code][:, ::1])
_NO_TEXT = cython.declare(cython.int, -2)
_UNKNOWN = cython.declare(cython.int, -1)


def places_of_type(parent: Numbers, end: Numbers, tag: Tags):
    """For every row its place, from 1, among the children of its parent with its tag."""
    found, counts = np.ones(len(parent), dtype=np.int32), np.zeros(1 << 16, dtype=np.int32)
    places: cython.int[::1] = found
    count: cython.int[::1] = counts
    with cython.nogil:
        for row in range(len(parent)):
            child = row + 1
            while child < end[row]:
                count[tag[child]] += 1
                places[child] = count[tag[child]]
                child = end[child]
            child = row + 1
            while child < end[row]:
                count[tag[child]] = 0
                child = end[child]
    return found


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
