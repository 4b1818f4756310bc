"""Compiled code for sums over trees, distances in trees, and means over classes. In every tree, parents come before children."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Doubles, Flags, Numbers

from sitelode.articles.body.feature_names import CORE_SHARES

Floats = cython.typedef(cython.const[cython.float][:, ::1])


def depths_of(above: Numbers):
    """The depth of each element."""
    found = np.empty(len(above), dtype=np.int32)
    depth: cython.int[::1] = found
    with cython.nogil:
        fill_depths(above, depth)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_depths(above: Numbers, depth: cython.int[::1]) -> cython.void:
    for element in range(len(above)):
        depth[element] = depth[above[element]] + 1 if element > 0 else 0


def subtree_sums(above: Numbers, values):
    """For every element, the sum of the values in its subtree."""
    found = np.array(values, dtype=np.float64)
    sums: cython.double[::1] = found
    with cython.nogil:
        add_up(above, sums)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_up(above: Numbers, sums: cython.double[::1]) -> cython.void:
    for element in range(len(above) - 1, 0, -1):
        sums[above[element]] += sums[element]


def core_distances(above: Numbers, sums: Doubles):
    """For every element and each of CORE_SHARES, the steps up to an element that contains the core, and from there down to the core."""
    elements = len(above)
    found = np.empty((elements, 2 * len(CORE_SHARES)), dtype=np.float32)
    out: cython.float[:, ::1] = found
    depth: cython.int[::1] = np.empty(elements, dtype=np.int32)
    room: cython.int[:, ::1] = np.empty((2, elements), dtype=np.int32)
    flags: cython.uchar[::1] = np.empty(elements, dtype=np.uint8)
    with cython.nogil:
        fill_depths(above, depth)
        fill_core_distances(above, sums, depth, room, flags, out)
    return found


_shares = cython.declare(cython.double[::1], np.array(CORE_SHARES))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_core_distances(
    above: Numbers, sums: Doubles, depth: Numbers, room: cython.int[:, ::1], flags: cython.uchar[::1], out: cython.float[:, ::1]
) -> cython.void:
    """The same into a table; `room` is two rows of numbers to work with."""
    heaviest: cython.int[::1] = room[0]
    meeting: cython.int[::1] = room[1]
    _fill_heaviest(above, sums, heaviest)
    for number in range(len(_shares)):
        core: cython.Py_ssize_t = _core(sums, heaviest, _shares[number])
        flag_around(above, core, flags)
        fill_meetings(above, flags, meeting)
        for element in range(len(above)):
            out[element, 2 * number] = depth[element] - depth[meeting[element]]
            out[element, 2 * number + 1] = depth[core] - depth[meeting[element]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_heaviest(above: Numbers, sums: Doubles, heaviest: cython.int[::1]) -> cython.void:
    """For every element its heaviest child, -1 for none."""
    heaviest[:] = -1
    for element in range(1, len(above)):
        parent = above[element]
        if heaviest[parent] < 0 or sums[element] > sums[heaviest[parent]]:
            heaviest[parent] = element


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _core(sums: Doubles, heaviest: Numbers, share: cython.double) -> cython.Py_ssize_t:
    """The innermost element reached by going down to the heaviest child while it holds this share of the total."""
    core: cython.Py_ssize_t = 0
    while heaviest[core] >= 0 and sums[heaviest[core]] >= share * sums[0] and sums[0] > 0:
        core = heaviest[core]
    return core


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def flag_around(above: Numbers, element: cython.Py_ssize_t, flags: cython.uchar[::1]) -> cython.void:
    """Flag an element and all elements above it, and no others; -1 means no element."""
    flags[:] = 0
    while element >= 0:
        flags[element] = 1
        element = above[element]


def nearest_unflagged(above: Numbers, flagged):
    """For every element, the nearest one at or above it without the flag."""
    found = np.empty(len(above), dtype=np.int32)
    nearest: cython.int[::1] = found
    unflagged: Flags = (~flagged).view(np.uint8)
    with cython.nogil:
        fill_meetings(above, unflagged, nearest)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_meetings(above: Numbers, flags: Flags, nearest: cython.int[::1]) -> cython.void:
    """For every element, the nearest one at or above it with the flag; the root if there is none."""
    for element in range(len(above)):
        nearest[element] = element if element == 0 or flags[element] else nearest[above[element]]


def grouped_means(table: Floats, group, groups: cython.Py_ssize_t):
    """The mean row of each group."""
    group_of: Numbers = np.asarray(group, dtype=np.int32)
    found = np.zeros((groups, table.shape[1]), dtype=np.float64)
    sums: cython.double[:, ::1] = found
    counts: cython.longlong[::1] = np.zeros(groups, dtype=np.int64)
    with cython.nogil:
        for row in range(len(table)):
            number = group_of[row]
            counts[number] += 1
            for column in range(table.shape[1]):
                sums[number, column] += table[row, column]
        for place in range(groups):
            for column in range(table.shape[1]):
                sums[place, column] /= max(counts[place], 1)
    return found
