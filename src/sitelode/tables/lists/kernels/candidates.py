"""Compiled code behind `candidates.py`: candidates among the children of one parent, and runs led by one."""

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Numbers, Places

# mypy: ignore-errors


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _last_run_stop(
    leader: cython.int,
    fence: cython.int,
    longest: cython.Py_ssize_t,
    seen: Places,
    mark: cython.Py_ssize_t,
    end: Numbers,
    slot: Numbers,
) -> cython.int:
    """Where the last run stops: it includes only siblings that earlier runs have too, and is no longer than the longest run."""
    stop = end[leader]
    steps: cython.Py_ssize_t = 1
    while stop < fence and steps < longest and seen[slot[stop]] == mark:
        stop = end[stop]
        steps += 1
    return stop


def sibling_lists(
    starts: Places, stops: Places, rows: Numbers, parent: Numbers, end: Numbers, slot: Numbers, width: Places, most: cython.Py_ssize_t,
    slots: cython.Py_ssize_t,
):  # fmt: skip
    """Candidates among the children of one parent: the children, and the runs they lead.

    `slot` has a number for the label of each row. Returns spans, the first span of each candidate, and kinds.
    """
    some: cython.Py_ssize_t = len(starts)
    room: cython.Py_ssize_t = 0
    for group in range(some):
        room += 2 * (stops[group] - starts[group])
    room = min(room, most)
    found = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    listed = np.empty(2 * some + 1, dtype=np.int64), np.empty(2 * some, dtype=np.int8)
    start: cython.int[::1] = found[0]
    stop: cython.int[::1] = found[1]
    first: cython.longlong[::1] = listed[0]
    kind: cython.schar[::1] = listed[1]
    seen: cython.longlong[::1] = np.full(slots, -1, dtype=np.int64)
    spans: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    texts: cython.Py_ssize_t
    steps: cython.Py_ssize_t
    longest: cython.Py_ssize_t
    gaps: cython.bint
    with cython.nogil:
        for group in range(some):
            opened, closed = starts[group], stops[group]
            members = closed - opened
            if spans + 2 * members > room:
                break
            leader0, leader1 = rows[opened], rows[closed - 1]
            fence = end[parent[leader0]] if parent[leader0] >= 0 else end[leader0]
            if width[end[leader1]] > width[leader0]:  # otherwise they are empty, whatever is between them
                texts = 0
                for place in range(opened, closed):
                    texts += width[end[rows[place]]] > width[rows[place]]
                if texts > 1:
                    first[count], kind[count] = spans, 0
                    count += 1
                    for place in range(opened, closed):
                        start[spans], stop[spans] = rows[place], end[rows[place]]
                        spans += 1
            gaps, longest = False, 1
            for place in range(opened, closed - 1):
                sibling, steps = end[rows[place]], 1
                while sibling < rows[place + 1]:
                    seen[slot[sibling]] = group
                    gaps = gaps or width[end[sibling]] > width[sibling]
                    sibling = end[sibling]
                    steps += 1
                longest = max(longest, steps)
            if not gaps:
                continue
            first[count], kind[count] = spans, 1
            count += 1
            for place in range(opened, closed - 1):
                start[spans], stop[spans] = rows[place], rows[place + 1]
                spans += 1
            start[spans], stop[spans] = leader1, _last_run_stop(leader1, fence, longest, seen, group, end, slot)
            spans += 1
        first[count] = spans
    return (*(column[:spans].copy() for column in found), listed[0][: count + 1].copy(), listed[1][:count].copy())


def led_runs(leaders: Numbers, parent: Numbers, end: Numbers, longest: cython.Py_ssize_t):
    """From each leader to the next one under its parent, at most `longest` siblings."""
    starts, stops = np.empty(len(leaders), dtype=np.int32), np.empty(len(leaders), dtype=np.int32)
    start_of: cython.int[::1] = starts
    stop_of: cython.int[::1] = stops
    steps: cython.Py_ssize_t
    with cython.nogil:
        for place in range(len(leaders)):
            leader = leaders[place]
            fence = end[parent[leader]] if parent[leader] >= 0 else end[leader]
            if place + 1 < len(leaders) and parent[leaders[place + 1]] == parent[leader]:
                fence = leaders[place + 1]
            stop, steps = end[leader], 1
            while stop < fence and steps < longest:
                stop = end[stop]
                steps += 1
            start_of[place], stop_of[place] = leader, stop
    return starts, stops
