"""Compiled code for the paths of a page, the tree above its text, and for finding what has the same code."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Flags, Numbers, Tags
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix, slot_of

from sitelode.articles.body.feature_names import CELL
from sitelode.paths.path_text import NARROW_ROW

Marks = cython.typedef(cython.const[cython.uint][::1])

FARTHEST_MARKER = cython.declare(cython.int, 20)  # steps up; markers farther away, and missing ones, count as this. Set by hand
_cell = cython.declare(cython.int, CELL)
_narrow_row = cython.declare(cython.int, NARROW_ROW)


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


def path_codes(tag: Tags, parent: Numbers, labels: Codes, groups: Flags):
    """The code of every row's path. Cells of narrow rows are distinguished by their column."""
    found = np.empty(len(tag), dtype=np.uint64)
    counts: cython.int[:, ::1] = np.zeros((2, len(tag)), dtype=np.int32)
    fill_path_codes(tag, parent, labels, groups, found, counts[0], counts[1])
    return found


def fill_path_codes(tag, parent, labels, groups, codes, cells, column):
    """Write the codes of paths; `cells` and `column` are room for numbers of every row, all 0."""
    for row in range(1, len(tag)):
        if groups[tag[row]] & _cell:
            cells[parent[row]] += 1
    for row in range(len(tag)):
        code: Code = 0
        if row > 0:
            code = codes[parent[row]]
        if tag[row] != 0:
            code = mix(code, labels[row])
            if groups[tag[row]] & _cell and row > 0 and 1 < cells[parent[row]] <= _narrow_row:
                column[parent[row]] += 1
                code = mix(code, column[parent[row]])
        codes[row] = code


def holders(parent: Numbers, end: Numbers, first: Numbers, rows: Numbers, block: Numbers):
    """For every segment, the innermost element that holds all of it: its block, or an inline element inside."""
    found = np.empty(len(block), dtype=np.int32)
    fill_holders(parent, end, first, rows, block, found)
    return found


def fill_holders(parent, end, first, rows, block, held_by):
    """Write the element that holds each segment."""
    for segment in range(len(block)):
        last = rows[first[segment + 1] - 1]
        holder = parent[rows[first[segment]]]
        while holder != block[segment] and end[holder] <= last:
            holder = parent[holder]
        held_by[segment] = holder


def skeleton(tag: Tags, parent: Numbers, codes: Codes, kin: Codes, marks: Marks, holder: Numbers, markers: cython.Py_ssize_t):
    """The tree of the elements above segments.

    Returns for each of its elements the parent's index (-1 for the root), kin, code and tag, the number of siblings with its kin (itself
    included), and the steps up to each marker; then for each segment the index of its holder.
    """
    place: cython.int[::1] = np.full(len(tag), -1, dtype=np.int32)
    count: cython.Py_ssize_t = 0
    with cython.nogil:
        for segment in range(len(holder)):
            row = holder[segment]
            while row >= 0 and place[row] < 0:
                place[row] = 0
                row = parent[row]
        for each in range(len(tag)):
            if place[each] >= 0:
                place[each] = count
                count += 1
    aboves, alikes = np.empty(count, dtype=np.int32), np.zeros(count, dtype=np.int32)
    kins, codes_kept, tags = np.empty(count, dtype=np.uint64), np.empty(count, dtype=np.uint64), np.empty(count, dtype=np.uint16)
    nears, held = np.empty((count, markers), dtype=np.uint8), np.empty(len(holder), dtype=np.int32)
    above: cython.int[::1] = aboves
    kin_of: Code[::1] = kins
    code_of: Code[::1] = codes_kept
    tag_of: cython.ushort[::1] = tags
    alike: cython.int[::1] = alikes
    near: cython.uchar[:, ::1] = nears
    held_by: cython.int[::1] = held
    keys: Code[::1] = np.empty(count, dtype=np.uint64)
    firsts: cython.int[::1] = np.empty(count, dtype=np.int32)
    slots: cython.int[::1] = slots_for(count)
    with cython.nogil:
        for each in range(len(tag)):
            if place[each] < 0:
                continue
            this = place[each]
            above[this] = place[parent[each]] if each > 0 else -1
            kin_of[this], code_of[this], tag_of[this] = kin[each], codes[each], tag[each]
            keys[this] = mix(kin[each], above[this] + 7)
            _fill_near(marks[each], above[this], near, this)
        fill_firsts(keys, slots, firsts)
        for element in range(count):
            alike[firsts[element]] += 1
        for element in range(count):
            alike[element] = alike[firsts[element]]
        for segment in range(len(holder)):
            held_by[segment] = place[holder[segment]]
    return aboves, kins, codes_kept, tags, alikes, nears, held


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_near(marks: cython.uint, above: cython.Py_ssize_t, near: cython.uchar[:, ::1], this: cython.Py_ssize_t) -> cython.void:
    """The steps from an element up to each marker."""
    for marker in range(near.shape[1]):
        if marks >> marker & 1:
            near[this, marker] = 0
        else:
            near[this, marker] = min(near[above, marker] + 1, FARTHEST_MARKER) if this > 0 else FARTHEST_MARKER
