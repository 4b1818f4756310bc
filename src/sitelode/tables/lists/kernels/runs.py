"""Compiled code behind `list_rule.py`: records that are several siblings."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit


@jit
def led_runs(leaders, parent, end, longest):
    """From each leader to the next one under its parent, at most `longest` siblings."""
    starts, stops = np.empty(len(leaders), dtype=np.int32), np.empty(len(leaders), dtype=np.int32)
    for place in range(len(leaders)):
        leader = leaders[place]
        fence = end[parent[leader]] if parent[leader] >= 0 else end[leader]
        if place + 1 < len(leaders) and parent[leaders[place + 1]] == parent[leader]:
            fence = leaders[place + 1]
        stop, steps = end[leader], 1
        while stop < fence and steps < longest:
            stop = end[stop]
            steps += 1
        starts[place], stops[place] = leader, stop
    return starts, stops


@jit
def parted_runs(parts, parent, end, longest):
    """The runs before, between and after the separators of each parent, at most `longest` siblings."""
    starts, stops = np.empty(2 * len(parts), dtype=np.int32), np.empty(2 * len(parts), dtype=np.int32)
    count, place = 0, 0
    while place < len(parts):
        top = parent[parts[place]]
        begin = top + 1
        while begin < end[top]:
            fence = parts[place] if place < len(parts) and parent[parts[place]] == top else end[top]
            stop, steps = begin, 0
            while stop < fence and steps < longest:
                stop = end[stop]
                steps += 1
            if stop > begin:
                starts[count], stops[count] = begin, stop
                count += 1
            if fence == end[top]:
                break
            begin = end[fence]
            place += 1
        while place < len(parts) and parent[parts[place]] == top:
            place += 1
    return starts[:count].copy(), stops[:count].copy()
