"""Compute ContextColumns, the position of segments on their pages, in compiled code, with one function per family of columns.

`tree` holds a page's elements (above, alike, code, kin, heading level), `segments` its segments (holder, width, link width, loose code,
exact code, novelty); indexes in both count from the start of their page. Memory to work with is made once for all pages and passed on:
`room`, `sums`, `flags` and `codes` have places for the largest page.
"""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.libc.math import log1p
from cython.cimports.sitelode.articles.body.kernels.repeats import write_repeats, write_same_on_page
from cython.cimports.sitelode.articles.body.kernels.tree import (
    add_up,
    fill_core_distances,
    fill_depths,
    fill_headings,
    fill_meetings,
    flag_around,
    flag_other_articles,
)
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Doubles, Flags, Numbers, Places
from cython.cimports.sitelode.compiled.kernels.codes import Code

from sitelode.articles.body.feature_names import CONTEXT, CORE_SHARES

Floats = cython.typedef(cython.const[cython.float][::1])
Table = cython.typedef(cython.float[:, ::1])

# Width without links, each linked character subtracted twice; less is no sign of an article. These three were set by hand.
LEAST_MASS = cython.declare(cython.longlong, 30)
NEAR = cython.declare(cython.Py_ssize_t, 3)  # number of segments before and after that count as neighbours
FAR = cython.declare(cython.Py_ssize_t, 10)
NO_HEADING = cython.declare(cython.double, 6)  # the value of the distance to a heading if there is none; log of some 400 segments
_core = cython.declare(
    Numbers,
    np.array([getattr(CONTEXT, f"core{100 * share:.0f}_{way}") for share in CORE_SHARES for way in ("up", "down")], dtype=np.int32),
)
_mass = cython.declare(cython.Py_ssize_t, CONTEXT.mass)
_order = cython.declare(cython.Py_ssize_t, CONTEXT.order)
_width_before = cython.declare(cython.Py_ssize_t, CONTEXT.width_before)
_mass_before = cython.declare(cython.Py_ssize_t, CONTEXT.mass_before)
_mass_after = cython.declare(cython.Py_ssize_t, CONTEXT.mass_after)
_heading = cython.declare(cython.Py_ssize_t, CONTEXT.heading)
_since_heading = cython.declare(cython.Py_ssize_t, CONTEXT.since_heading)
_title_distance = cython.declare(cython.Py_ssize_t, CONTEXT.title_distance)
_title_gap = cython.declare(cython.Py_ssize_t, CONTEXT.title_gap)
_title_up = cython.declare(cython.Py_ssize_t, CONTEXT.title_up)
_title_down = cython.declare(cython.Py_ssize_t, CONTEXT.title_down)
_beside_like_title = cython.declare(cython.Py_ssize_t, CONTEXT.beside_like_title)
_mass_previous3 = cython.declare(cython.Py_ssize_t, CONTEXT.mass_previous3)
_mass_previous10 = cython.declare(cython.Py_ssize_t, CONTEXT.mass_previous10)
_links_previous3 = cython.declare(cython.Py_ssize_t, CONTEXT.links_previous3)
_mass_next3 = cython.declare(cython.Py_ssize_t, CONTEXT.mass_next3)
_mass_next10 = cython.declare(cython.Py_ssize_t, CONTEXT.mass_next10)
_links_next3 = cython.declare(cython.Py_ssize_t, CONTEXT.links_next3)
_width_previous = cython.declare(cython.Py_ssize_t, CONTEXT.width_previous)
_same_previous = cython.declare(cython.Py_ssize_t, CONTEXT.same_previous)
_width_next = cython.declare(cython.Py_ssize_t, CONTEXT.width_next)
_same_next = cython.declare(cython.Py_ssize_t, CONTEXT.same_next)


def contexts(segment_start: Places, element_start: Places, tree, segments, titles: Numbers):
    """ContextColumns for the segments of all pages; `titles` holds the title segment of each page, -1 for none."""
    above: Numbers = tree[0]
    alike: Numbers = tree[1]
    code: Codes = tree[2]
    kin: Codes = tree[3]
    level: Floats = tree[4]
    holder: Numbers = segments[0]
    width: Numbers = segments[1]
    link_width: Numbers = segments[2]
    loose: Codes = segments[3]
    exact: Codes = segments[4]
    novelty: Doubles = segments[5]
    found = np.zeros((len(holder), len(CONTEXT)), dtype=np.float32)
    out: Table = found
    largest = max(int(np.diff(segment_start).max(initial=1)), int(np.diff(element_start).max(initial=1)))
    room: cython.int[:, ::1] = np.empty((5, 4 * largest), dtype=np.int32)
    sums: cython.double[:, ::1] = np.empty((3, largest), dtype=np.float64)
    flags: cython.uchar[::1] = np.empty(largest, dtype=np.uint8)
    codes: Code[::1] = np.empty(largest, dtype=np.uint64)
    core: Table = np.empty((largest, len(_core)), dtype=np.float32)
    # Of the elements and segments of the page at hand.
    depth: cython.int[::1] = np.empty(largest, dtype=np.int32)
    heading_of: cython.int[::1] = np.empty(largest, dtype=np.int32)
    mass_of: cython.double[::1] = np.empty(largest, dtype=np.float64)
    has_title: cython.uchar[::1] = np.empty(largest, dtype=np.uint8)
    mass: cython.double[::1] = np.empty(largest, dtype=np.float64)
    heading: cython.float[::1] = np.empty(largest, dtype=np.float32)
    with cython.nogil:
        for page in range(len(segment_start) - 1):
            first, last = segment_start[page], segment_start[page + 1]
            top, bottom = element_start[page], element_start[page + 1]
            if first == last:
                continue
            elements, count = bottom - top, last - first
            title: cython.Py_ssize_t = titles[page]
            _fill_masses(width[first:last], link_width[first:last], novelty[first:last], mass[:count])
            _fill_sums(above[top:bottom], holder[first:last], mass[:count], mass_of[:elements])
            fill_depths(above[top:bottom], depth[:elements])
            fill_headings(above[top:bottom], level[top:bottom], holder[first:last], heading_of[:elements], heading[:count])
            flag_around(above[top:bottom], holder[first + title] if title >= 0 else -1, has_title[:elements])

            _write_position(width[first:last], mass[:count], heading[:count], out[first:last])
            fill_core_distances(above[top:bottom], mass_of[:elements], depth[:elements], room, flags[:elements], core)
            _write_core(core, holder[first:last], out[first:last])
            if title >= 0:
                fill_meetings(above[top:bottom], has_title[:elements], room[0, :elements])
                _write_title(title, width[first:last], depth, holder[first:last], room[0], out[first:last])
            if title >= 0 and heading[title] > 0:
                flag_other_articles(
                    above[top:bottom],
                    kin[top:bottom],
                    depth,
                    level[top:bottom],
                    has_title,
                    heading_of[holder[first + title]],
                    mass_of,
                    flags[:elements],
                )
                _write_other_articles(flags, holder[first:last], out[first:last])
            _write_neighbours(width[first:last], link_width[first:last], mass, code[top:bottom], holder[first:last], out[first:last])
            write_repeats(
                above[top:bottom], alike[top:bottom], kin[top:bottom], holder[first:last], width[first:last], mass, depth, has_title,
                room, sums, flags, codes, out[first:last],
            )  # fmt: skip
            write_same_on_page(
                loose[first:last], exact[first:last], kin[top:bottom], holder[first:last], mass, room, sums, codes, out[first:last]
            )
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_masses(width: Numbers, link_width: Numbers, novelty: Doubles, mass: cython.double[::1]) -> cython.void:
    for segment in range(len(width)):
        value: cython.longlong = link_width[segment]
        value = width[segment] - 2 * value
        mass[segment] = novelty[segment] * value if value >= LEAST_MASS else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_sums(above: Numbers, holder: Numbers, values: Doubles, sums: cython.double[::1]) -> cython.void:
    """For every element, the sum over the segments below it."""
    sums[:] = 0
    for segment in range(len(holder)):
        sums[holder[segment]] += values[segment]
    add_up(above, sums)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_position(width: Numbers, mass: Doubles, heading: Floats, out: Table) -> cython.void:
    """The share of the page before a segment, and the distance from the last heading."""
    total_width: cython.double = 0.0
    total_mass: cython.double = 0.0
    width_before: cython.double = 0.0
    mass_before: cython.double = 0.0
    heading_at: cython.Py_ssize_t = -1
    for segment in range(len(width)):
        total_width += width[segment]
        total_mass += mass[segment]
    for segment in range(len(width)):
        out[segment, _mass] = log1p(mass[segment])
        out[segment, _order] = cython.cast(cython.double, segment) / len(width)
        out[segment, _width_before] = width_before / max(total_width, 1)
        out[segment, _mass_before] = mass_before / max(total_mass, 1)
        width_before += width[segment]
        mass_before += mass[segment]
        out[segment, _mass_after] = 1 - mass_before / max(total_mass, 1)
        out[segment, _heading] = heading[segment]
        out[segment, _since_heading] = log1p(segment - heading_at) if heading_at >= 0 else NO_HEADING
        if heading[segment] != 0:
            heading_at = segment


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_core(distances: Table, holder: Numbers, out: Table) -> cython.void:
    for segment in range(len(holder)):
        for number in range(len(_core)):
            out[segment, _core[number]] = distances[holder[segment], number]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_title(title: cython.Py_ssize_t, width: Numbers, depth: Numbers, holder: Numbers, meeting: Numbers, out: Table) -> cython.void:
    """The distance of a segment from the title; `meeting` holds for every element the innermost one above it that contains the title."""
    start: cython.double = 0.0
    for segment in range(title):
        start -= width[segment]
    for segment in range(len(width)):
        element = holder[segment]
        out[segment, _title_distance] = _signed_log(segment - title)
        out[segment, _title_gap] = _signed_log(start)
        out[segment, _title_up] = depth[element] - depth[meeting[element]]
        out[segment, _title_down] = depth[holder[title]] - depth[meeting[element]]
        start += width[segment]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _signed_log(value: cython.double) -> cython.double:
    return log1p(value) if value >= 0 else -log1p(-value)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_other_articles(is_other: Flags, holder: Numbers, out: Table) -> cython.void:
    for segment in range(len(holder)):
        out[segment, _beside_like_title] = is_other[holder[segment]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_neighbours(width: Numbers, link_width: Numbers, mass: Doubles, code: Codes, holder: Numbers, out: Table) -> cython.void:
    """Features of the segments before and after a segment."""
    count = len(width)
    for segment in range(count):
        near, far, links = _sums_of(segment, -1, min(segment, FAR), mass, width, link_width)
        out[segment, _mass_previous3] = log1p(near)
        out[segment, _mass_previous10] = log1p(far)
        out[segment, _links_previous3] = links
        near, far, links = _sums_of(segment, 1, min(count - 1 - segment, FAR), mass, width, link_width)
        out[segment, _mass_next3] = log1p(near)
        out[segment, _mass_next10] = log1p(far)
        out[segment, _links_next3] = links
        if segment > 0:
            out[segment, _width_previous] = log1p(width[segment - 1])
            out[segment, _same_previous] = 1 if code[holder[segment - 1]] == code[holder[segment]] else 0
        if segment + 1 < count:
            out[segment, _width_next] = log1p(width[segment + 1])
            out[segment, _same_next] = 1 if code[holder[segment + 1]] == code[holder[segment]] else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sums_of(
    segment: cython.Py_ssize_t, way: cython.Py_ssize_t, count: cython.Py_ssize_t, mass: Doubles, width: Numbers, link_width: Numbers
) -> tuple[cython.double, cython.double, cython.double]:
    """The mass of the nearest neighbours, the mass of all, and the link shares of the nearest, nearest first.

    `way` is -1 for those before the segment and 1 for those after it, `count` how many there are.
    """
    near: cython.double = 0.0
    far: cython.double = 0.0
    links: cython.double = 0.0
    for step in range(count):
        other: cython.Py_ssize_t = segment + way * (step + 1)
        far += mass[other]
        if step < NEAR:
            near += mass[other]
            links += cython.cast(cython.double, link_width[other]) / max(width[other], 1)
    return near, far, links
