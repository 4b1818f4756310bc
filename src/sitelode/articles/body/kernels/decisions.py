"""Compiled code for what follows the first stage: the probabilities around segments, containers of text, the threshold.

A page has some dozens of segments, and calling numpy for them would take longer than the work itself.
"""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.libc.math import log1p
from cython.cimports.sitelode.articles.body.kernels.tree import add_up, fill_core_distances, fill_depths
from cython.cimports.sitelode.compiled.kernels.arrays import Doubles, Flags, Numbers, Places

from sitelode.articles.body.feature_names import CORE_SHARES, SURROUNDINGS

Table = cython.typedef(cython.float[:, ::1])

CLEAR_FROM = cython.declare(cython.double, 0.7)  # probability of a segment that is clearly body; set by hand
LEAST_CLEAR = cython.declare(cython.int, 40)  # its minimum width; set by hand
NEAR = cython.declare(cython.Py_ssize_t, 5)  # number of segments before and after that are averaged; set by hand
_core = cython.declare(
    Numbers,
    np.array([getattr(SURROUNDINGS, f"opinion{100 * share:.0f}_{way}") for share in CORE_SHARES for way in ("up", "down")], dtype=np.int32),
)
_opinion_previous = cython.declare(cython.Py_ssize_t, SURROUNDINGS.opinion_previous)
_opinion_next = cython.declare(cython.Py_ssize_t, SURROUNDINGS.opinion_next)
_opinion_previous5 = cython.declare(cython.Py_ssize_t, SURROUNDINGS.opinion_previous5)
_opinion_next5 = cython.declare(cython.Py_ssize_t, SURROUNDINGS.opinion_next5)
_opinion_before = cython.declare(cython.Py_ssize_t, SURROUNDINGS.opinion_before)
_opinion_after = cython.declare(cython.Py_ssize_t, SURROUNDINGS.opinion_after)
_opinion_side = cython.declare(cython.Py_ssize_t, SURROUNDINGS.opinion_side)
_opinion_distance = cython.declare(cython.Py_ssize_t, SURROUNDINGS.opinion_distance)
_opinion_between = cython.declare(cython.Py_ssize_t, SURROUNDINGS.opinion_between)
_opinion_between_above = cython.declare(cython.Py_ssize_t, SURROUNDINGS.opinion_between_above)


def surroundings(segment_start: Places, element_start: Places, above: Numbers, holder: Numbers, width: Numbers, opinion: Doubles):
    """SurroundingsColumns for the segments of all pages; `opinion` holds the body probability of each segment."""
    found = np.zeros((len(holder), len(SURROUNDINGS)), dtype=np.float32)
    out: Table = found
    largest = int(np.diff(element_start).max(initial=1))
    depth: cython.int[::1] = np.empty(largest, dtype=np.int32)
    mass_of: cython.double[::1] = np.empty(largest, dtype=np.float64)
    distances: Table = np.empty((largest, len(_core)), dtype=np.float32)
    room: cython.int[:, ::1] = np.empty((2, largest), dtype=np.int32)  # this and the next are only to work with
    flags: cython.uchar[::1] = np.empty(largest, dtype=np.uint8)
    with cython.nogil:
        for page in range(len(segment_start) - 1):
            first, last = segment_start[page], segment_start[page + 1]
            top, bottom = element_start[page], element_start[page + 1]
            if first < last:
                _write_neighbours(width[first:last], opinion[first:last], out[first:last])
                _write_position(width[first:last], opinion[first:last], out[first:last])
                _fill_masses(above[top:bottom], holder[first:last], width[first:last], opinion[first:last], mass_of[: bottom - top])
                fill_depths(above[top:bottom], depth)
                fill_core_distances(above[top:bottom], mass_of, depth, room, flags, distances)
                _write_core(distances, holder[first:last], out[first:last])
                _fill_containers(above[top:bottom], holder[first:last], room[0, : bottom - top], room[1, : bottom - top])
                _write_between(
                    above[top:bottom], holder[first:last], opinion[first:last], room[1, : bottom - top], mass_of[: bottom - top],
                    out[first:last],
                )  # fmt: skip
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_neighbours(width: Numbers, opinion: Doubles, out: Table) -> cython.void:
    count = len(width)
    for segment in range(count):
        out[segment, _opinion_previous] = opinion[segment - 1] if segment > 0 else 0
        out[segment, _opinion_next] = opinion[segment + 1] if segment + 1 < count else 0
        out[segment, _opinion_previous5] = _mean(segment, -1, min(segment, NEAR), width, opinion)
        out[segment, _opinion_next5] = _mean(segment, 1, min(count - 1 - segment, NEAR), width, opinion)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mean(segment: cython.Py_ssize_t, way: cython.Py_ssize_t, count: cython.Py_ssize_t, width: Numbers, opinion: Doubles) -> cython.double:
    """The mean of so many segments before (`way` is -1) or after this one, nearest first, weighted by width."""
    body: cython.double = 0.0
    total: cython.double = 0.0
    for step in range(count):
        other: cython.Py_ssize_t = segment + way * (step + 1)
        body += opinion[other] * width[other]
        total += width[other]
    return body / max(total, 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_position(width: Numbers, opinion: Doubles, out: Table) -> cython.void:
    """The share of the expected body before a segment, and its position relative to the first and last clear body text."""
    total: cython.double = 0.0
    before: cython.double = 0.0
    first: cython.Py_ssize_t = -1
    last: cython.Py_ssize_t = -1
    for segment in range(len(width)):
        total += opinion[segment] * width[segment]
        if opinion[segment] >= CLEAR_FROM and width[segment] >= LEAST_CLEAR:
            first = segment if first < 0 else first
            last = segment
    for segment in range(len(width)):
        out[segment, _opinion_before] = before / max(total, 1)
        before += opinion[segment] * width[segment]
        out[segment, _opinion_after] = 1 - before / max(total, 1)
        if first >= 0:
            out[segment, _opinion_side] = 1 if segment > last else -1 if segment < first else 0
            out[segment, _opinion_distance] = log1p(max(first - segment, segment - last, 0))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_masses(above: Numbers, holder: Numbers, width: Numbers, opinion: Doubles, mass_of: cython.double[::1]) -> cython.void:
    """For every element, the expected body below it."""
    mass_of[:] = 0
    for segment in range(len(holder)):
        mass_of[holder[segment]] += opinion[segment] * width[segment]
    add_up(above, mass_of)


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
def _fill_containers(above: Numbers, holder: Numbers, segments_of: cython.int[::1], container: cython.int[::1]) -> cython.void:
    """For every element, the nearest one around it that holds more segments than it does; the root if there is none."""
    segments_of[:] = 0
    for segment in range(len(holder)):
        segments_of[holder[segment]] += 1
    for place in range(len(above) - 1):
        element: cython.Py_ssize_t = len(above) - 1 - place
        segments_of[above[element]] += segments_of[element]
    container[0] = 0
    for element in range(1, len(above)):
        parent = above[element]
        container[element] = parent if segments_of[parent] > segments_of[element] else container[parent]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_between(
    above: Numbers, holder: Numbers, opinion: Doubles, container: Numbers, highest: cython.double[::1], out: Table
) -> cython.void:
    """What stands between two pieces of body in one container: the highest probability on each side of it there, and of these the lower.

    `highest` is room to work with.
    """
    highest[:] = 0
    for segment in range(len(holder)):
        around: cython.Py_ssize_t = container[holder[segment]]
        out[segment, _opinion_between] = highest[around]
        out[segment, _opinion_between_above] = highest[container[around]]
        _raise_to(above, holder[segment], opinion[segment], highest)
    highest[:] = 0
    for place in range(len(holder)):
        segment = len(holder) - 1 - place
        around = container[holder[segment]]
        out[segment, _opinion_between] = min(out[segment, _opinion_between], highest[around])
        out[segment, _opinion_between_above] = min(out[segment, _opinion_between_above], highest[container[around]])
        _raise_to(above, holder[segment], opinion[segment], highest)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _raise_to(above: Numbers, holder: cython.Py_ssize_t, value: cython.double, highest: cython.double[::1]) -> cython.void:
    """Note a probability in every element around it; those above one with a higher value have it already."""
    element: cython.Py_ssize_t = holder
    while element >= 0 and highest[element] < value:
        highest[element] = value
        element = above[element]


def containers(above: Numbers, wanted, outermost: cython.bint):
    """For every element, the nearest or outermost wanted element at or above it, or -1; parents come before children."""
    found = np.empty(len(above), dtype=np.int32)
    container: cython.int[::1] = found
    is_wanted: Flags = wanted.view(np.uint8)
    with cython.nogil:
        for place in range(len(above)):
            inherited: cython.int = container[above[place]] if above[place] >= 0 else -1
            container[place] = place if is_wanted[place] and not (outermost and inherited >= 0) else inherited
    return found


def even_out(container: Numbers, path: Numbers, width: Doubles, count: Places, probability, longest: cython.double):
    """One probability for all classes of a container if its lines are short on average; classes that are never body keep 0."""
    total: cython.double[::1] = np.zeros(len(container))
    lines: cython.double[::1] = np.zeros(len(container))
    body: cython.double[::1] = np.zeros(len(container))
    given: Doubles = probability
    found = np.array(probability)
    evened: cython.double[::1] = found
    with cython.nogil:
        for place in range(len(path)):
            whole = container[path[place]]
            if whole >= 0:
                total[whole] += width[place]
                lines[whole] += count[place]
                body[whole] += width[place] * given[place]
        for place in range(len(path)):
            whole = container[path[place]]
            if whole >= 0 and evened[place] > 0 and 0 < total[whole] <= longest * lines[whole]:
                evened[place] = body[whole] / total[whole]
    return found


def segments_from(probability: cython.const[cython.double][::1], width: cython.const[cython.int][::1], least: cython.double):
    """The segments that reach the threshold, and their total width."""
    taken = np.empty(len(probability), dtype=np.bool_)
    chosen: cython.uchar[::1] = taken.view(np.uint8)
    total: cython.longlong = 0
    for segment in range(len(probability)):
        chosen[segment] = probability[segment] >= least
        if chosen[segment]:
            total += width[segment]
    return taken, total
