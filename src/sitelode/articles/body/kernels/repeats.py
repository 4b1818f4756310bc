"""Compute the part of ContextColumns that is about repetition on a page, in compiled code; see `context.py`.

`room`, `sums`, `flags` and `codes` are memory to work with, see `context.py`.
"""
# mypy: ignore-errors

import cython
from cython.cimports.libc.math import log, log1p
from cython.cimports.sitelode.articles.body.kernels.page_tree import fill_firsts
from cython.cimports.sitelode.articles.body.kernels.tree import add_up
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Doubles, Flags, Numbers
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix

from sitelode.articles.body.feature_names import CONTEXT

_repeats = cython.declare(cython.Py_ssize_t, CONTEXT.repeats)
_repeat_segments = cython.declare(cython.Py_ssize_t, CONTEXT.repeat_segments)
_repeat_share = cython.declare(cython.Py_ssize_t, CONTEXT.repeat_share)
_repeat_steps = cython.declare(cython.Py_ssize_t, CONTEXT.repeat_steps)
_repeat_width = cython.declare(cython.Py_ssize_t, CONTEXT.repeat_width)
_repeat_index = cython.declare(cython.Py_ssize_t, CONTEXT.repeat_index)
_beside_title_repeat = cython.declare(cython.Py_ssize_t, CONTEXT.beside_title_repeat)
_own_repeats = cython.declare(cython.Py_ssize_t, CONTEXT.own_repeats)
_segments_beside = cython.declare(cython.Py_ssize_t, CONTEXT.segments_beside)
_outside_repeats = cython.declare(cython.Py_ssize_t, CONTEXT.outside_repeats)
_outside_repeats_before = cython.declare(cython.Py_ssize_t, CONTEXT.outside_repeats_before)
_repeated_on_page = cython.declare(cython.Py_ssize_t, CONTEXT.repeated_on_page)
_earlier_on_page = cython.declare(cython.Py_ssize_t, CONTEXT.earlier_on_page)
_kin_mass = cython.declare(cython.Py_ssize_t, CONTEXT.kin_mass)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_repeats(
    above: Numbers,
    alike: Numbers,
    kin: Codes,
    holder: Numbers,
    width: Numbers,
    mass: Doubles,
    depth: Numbers,
    has_title: Flags,
    room: cython.int[:, ::1],
    sums: cython.double[:, ::1],
    flags: cython.uchar[::1],
    codes: Code[::1],
    out: cython.float[:, ::1],
) -> cython.void:
    """The repeated container around a segment: records, comments and teasers come in such containers, articles seldom do."""
    elements = len(above)
    width_of: cython.double[::1] = sums[0, :elements]
    segments_of: cython.double[::1] = sums[1, :elements]
    group_width: cython.double[::1] = sums[2, :elements]
    container_of: cython.int[::1] = room[0, :elements]
    index: cython.int[::1] = room[1, :elements]
    width_of[:] = 0
    segments_of[:] = 0
    for segment in range(len(holder)):
        width_of[holder[segment]] += width[segment]
        segments_of[holder[segment]] += 1
    add_up(above, width_of)
    add_up(above, segments_of)
    _fill_repeated_containers(above, alike, segments_of, container_of)
    _fill_groups_of_siblings(above, alike, kin, width_of, has_title, room, codes, index, group_width, flags)
    total_mass: cython.double = 0.0
    outside_mass: cython.double = 0.0
    outside_before: cython.double = 0.0
    for segment in range(len(holder)):
        total_mass += mass[segment]
        if holder[segment] == 0 or container_of[above[holder[segment]]] == 0:
            outside_mass += mass[segment]
    for segment in range(len(holder)):
        element: cython.Py_ssize_t = holder[segment]
        container: cython.Py_ssize_t = container_of[above[element]] if element > 0 else 0
        if container > 0:
            out[segment, _repeats] = log1p(alike[container])
            out[segment, _repeat_segments] = log1p(segments_of[container])
            out[segment, _repeat_share] = group_width[container] / max(width_of[0], 1)
            out[segment, _repeat_steps] = depth[element] - depth[container]
            out[segment, _repeat_width] = log1p(width_of[container])
            out[segment, _repeat_index] = index[container]
            out[segment, _beside_title_repeat] = 1 if flags[container] and not has_title[container] else 0
        else:
            outside_before += mass[segment]
        out[segment, _own_repeats] = log1p(alike[element])
        out[segment, _segments_beside] = log1p(segments_of[above[element]]) if element > 0 else 0
        out[segment, _outside_repeats] = outside_mass / max(total_mass, 1)
        out[segment, _outside_repeats_before] = outside_before / max(total_mass, 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_repeated_containers(above: Numbers, alike: Numbers, segments_of: Doubles, best: cython.int[::1]) -> cython.void:
    """For every element, the one at or above it with several segments and the most similar siblings; 0 if there is none."""
    best[0] = 0
    for element in range(1, len(above)):
        inherited = best[above[element]]
        is_repeated: cython.bint = alike[element] > 1 and segments_of[element] > 1
        best[element] = element if is_repeated and (inherited == 0 or alike[element] > alike[inherited]) else inherited


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_groups_of_siblings(
    above: Numbers,
    alike: Numbers,
    kin: Codes,
    width_of: Doubles,
    has_title: Flags,
    room: cython.int[:, ::1],
    codes: Code[::1],
    index: cython.int[::1],
    width: cython.double[::1],
    with_title: cython.uchar[::1],
) -> cython.void:
    """For every element with similar siblings: how many come before it, their total width, and whether one of them holds the title."""
    elements = len(above)
    leader_of: cython.int[::1] = room[2, :elements]
    members: cython.int[::1] = room[3, :elements]
    for element in range(elements):
        codes[element] = mix(kin[element], above[element] + 7)
    fill_firsts(codes[:elements], room[4], leader_of)
    members[:] = 0
    width[:] = 0
    with_title[:elements] = 0
    for element in range(1, elements):
        if alike[element] > 1:
            leader = leader_of[element]
            index[element] = members[leader]
            members[leader] += 1
            width[leader] += width_of[element]
            with_title[leader] |= has_title[element]
    for element in range(1, elements):
        if alike[element] > 1:
            width[element], with_title[element] = width[leader_of[element]], with_title[leader_of[element]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_same_on_page(
    loose: Codes,
    exact: Codes,
    kin: Codes,
    holder: Numbers,
    mass: Doubles,
    room: cython.int[:, ::1],
    sums: cython.double[:, ::1],
    codes: Code[::1],
    out: cython.float[:, ::1],
) -> cython.void:
    """Whether the page has the same text elsewhere, and the share of its mass in elements with the same kin."""
    segments = len(holder)
    firsts: cython.int[::1] = room[0, :segments]
    times: cython.int[::1] = room[1, :segments]
    kin_mass: cython.double[::1] = sums[0, :segments]
    total_mass: cython.double = 0.0
    fill_firsts(exact, room[4], firsts)
    for segment in range(segments):
        out[segment, _earlier_on_page] = 1 if firsts[segment] < segment else 0
    times[:] = 0
    fill_firsts(loose, room[4], firsts)
    for segment in range(segments):
        times[firsts[segment]] += 1
    for segment in range(segments):
        out[segment, _repeated_on_page] = log(times[firsts[segment]])
    kin_mass[:] = 0
    for segment in range(segments):
        codes[segment] = kin[holder[segment]]
    fill_firsts(codes[:segments], room[4], firsts)
    for segment in range(segments):
        kin_mass[firsts[segment]] += mass[segment]
        total_mass += mass[segment]
    for segment in range(segments):
        out[segment, _kin_mass] = kin_mass[firsts[segment]] / max(total_mass, 1)
