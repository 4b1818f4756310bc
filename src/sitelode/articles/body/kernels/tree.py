"""Compiled code for trees, in which parents come before children: sums, distances, means over classes, titles and other articles.

The title of a page is the segment that shows it; the elements of other articles are like those that hold the title.
"""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Doubles, Flags, Numbers, Places
from cython.cimports.sitelode.compiled.kernels.codes import Code

from sitelode.articles.body.feature_names import CORE_SHARES, TEXT

Floats = cython.typedef(cython.const[cython.float][::1])
Table = cython.typedef(cython.const[cython.float][:, ::1])

TITLE_FROM = cython.declare(cython.double, 0.5)  # share of the title's words in a segment, and of the segment's words in it; set by hand
LEAST_OWN_ARTICLE = cython.declare(cython.double, 0.25)  # of the mean mass of other articles on a page; the page's own has this. By hand
_in_title = cython.declare(cython.Py_ssize_t, TEXT.in_title)
_of_title = cython.declare(cython.Py_ssize_t, TEXT.of_title)


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


def grouped_means(table: Table, group, groups: cython.Py_ssize_t):
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _title_segment(look: Table, heading: Floats) -> cython.Py_ssize_t:
    """The segment most similar to the announced title, headings first; -1 for none."""
    best: cython.double = 0.0
    found: cython.Py_ssize_t = -1
    for segment in range(len(heading)):
        in_title = look[segment, _in_title]
        of_title = look[segment, _of_title]
        if in_title >= TITLE_FROM and of_title >= TITLE_FROM:
            score: cython.double = in_title * of_title
            if heading[segment] != 0:
                score = score + (0.5 - 0.05 * heading[segment])
            if score > best:
                best, found = score, segment
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_headings(above: Numbers, level: Floats, holder: Numbers, heading_of: cython.int[::1], heading: cython.float[::1]) -> cython.void:
    """For every element, the nearest heading at or above it, -1 for none; for every segment, the level of its heading, 0 for none."""
    heading_of[0] = -1
    for element in range(1, len(above)):
        heading_of[element] = element if level[element] > 0 else heading_of[above[element]]
    for segment in range(len(holder)):
        nearest = heading_of[holder[segment]]
        heading[segment] = level[nearest] if nearest >= 0 else 0


def titles_of_pages(
    segment_start: Places, element_start: Places, above: Numbers, kin: Codes, level: Floats, holder: Numbers, look: Table, usual: Code
):
    """For every page, the segment of its title, -1 for none, and the kin of the element that holds it.

    `usual` is that kin on other pages, 0 for none.
    """
    pages = len(segment_start) - 1
    found, found_kins = np.full(pages, -1, dtype=np.int32), np.zeros(pages, dtype=np.uint64)
    titles: cython.int[::1] = found
    kins: Code[::1] = found_kins
    heading_of: cython.int[::1] = np.empty(len(above), dtype=np.int32)
    heading: cython.float[::1] = np.empty(len(holder), dtype=np.float32)
    with cython.nogil:
        for page in range(pages):
            first, last = segment_start[page], segment_start[page + 1]
            top, bottom = element_start[page], element_start[page + 1]
            if last > first:
                fill_headings(above[top:bottom], level[top:bottom], holder[first:last], heading_of[top:bottom], heading[first:last])
                title = _title_segment(look[first:last], heading[first:last])
                if title < 0 and usual != 0:
                    title = _usual_title(kin[top:bottom], holder[first:last], heading_of[top:bottom], heading[first:last], usual)
                titles[page] = title
                element: cython.Py_ssize_t = 0
                if title >= 0:
                    element = holder[first + title]
                    if heading[first + title] > 0:
                        element = heading_of[top + element]
                kins[page] = kin[top + element]
    return found, found_kins


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _usual_title(kin: Codes, holder: Numbers, heading_of: Numbers, heading: Floats, usual: Code) -> cython.Py_ssize_t:
    """The first segment in a heading of this kin, -1 for none."""
    for segment in range(len(holder)):
        if heading[segment] > 0 and kin[heading_of[holder[segment]]] == usual:
            return segment
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def flag_other_articles(
    above: Numbers,
    kin: Codes,
    depth: Numbers,
    level: Floats,
    has_title: Flags,
    title_heading: cython.Py_ssize_t,
    mass_of: Doubles,
    foreign: cython.uchar[::1],
) -> cython.void:
    """Flag the elements of other articles: in a sibling of the title's container with a heading at the same path.

    The title's container must hold an article too. If it holds little more than the title, the others are its chapters.
    """
    containers: cython.Py_ssize_t = 0
    foreign_mass: cython.double = 0.0
    own_mass: cython.double = 0.0
    foreign[:] = 0
    for heading in range(1, len(above)):
        if heading == title_heading or level[heading] != level[title_heading] or depth[heading] != depth[title_heading]:
            continue
        one: cython.Py_ssize_t = heading
        other: cython.Py_ssize_t = title_heading
        while one != other and kin[one] == kin[other] and above[one] != above[other]:
            one, other = above[one], above[other]
        if one != other and kin[one] == kin[other] and one != heading and not has_title[one] and not foreign[one]:
            foreign[one] = 1
            containers += 1
            foreign_mass += mass_of[one]
            own_mass = max(own_mass, mass_of[other])
    if own_mass * containers < LEAST_OWN_ARTICLE * foreign_mass:
        foreign[:] = 0
    for element in range(1, len(above)):
        foreign[element] |= foreign[above[element]]
