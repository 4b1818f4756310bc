"""Compiled code behind `list_rule.py`: records that are several siblings."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Numbers


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


def parted_runs(parts: Numbers, parent: Numbers, end: Numbers, longest: cython.Py_ssize_t):
    """The runs before, between and after the separators of each parent, at most `longest` siblings."""
    starts, stops = np.empty(2 * len(parts), dtype=np.int32), np.empty(2 * len(parts), dtype=np.int32)
    start_of: cython.int[::1] = starts
    stop_of: cython.int[::1] = stops
    count: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t = 0
    steps: cython.Py_ssize_t
    with cython.nogil:
        while place < len(parts):
            top = parent[parts[place]]
            close = end[top] if top >= 0 else end[0]
            begin = top + 1
            while begin < close:
                fence = parts[place] if place < len(parts) and parent[parts[place]] == top else close
                stop, steps = begin, 0
                while stop < fence and steps < longest:
                    stop = end[stop]
                    steps += 1
                if stop > begin:
                    start_of[count], stop_of[count] = begin, stop
                    count += 1
                if fence == close:
                    break
                begin = end[fence]
                place += 1
            while place < len(parts) and parent[parts[place]] == top:
                place += 1
    return starts[:count].copy(), stops[:count].copy()
