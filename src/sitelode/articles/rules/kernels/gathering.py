"""Compiled code for `gathering.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.code_table import place_of


@jit
def ways_to(parent, codes, rows):
    """For each given row, the codes of the elements from the outermost one down to it, preceded by 0; and where each list begins."""
    start = np.zeros(len(rows) + 1, dtype=np.int64)
    for number in range(len(rows)):
        row, steps = rows[number], 1
        while row >= 0:
            row = parent[row]
            steps += 1
        start[number + 1] = start[number] + steps
    ways = np.zeros(start[-1], dtype=np.uint64)
    for number in range(len(rows)):
        row, place = rows[number], start[number + 1] - 1
        while row >= 0:
            ways[place] = codes[row]
            row = parent[row]
            place -= 1
    return ways, start


@jit
def depths_outside(ways, start, may_be):
    """For each list, the first depth that leads to no place that may be body; -1 if all of it leads to one."""
    inside = 0
    for number in range(len(may_be)):
        inside += start[number + 1] - start[number] if may_be[number] else 0
    leading = np.empty(inside, dtype=np.uint64)
    count = 0
    for number in range(len(may_be)):
        if may_be[number]:
            for place in range(start[number], start[number + 1]):
                leading[count] = ways[place]
                count += 1
    leading.sort()
    depths = np.full(len(may_be), -1, dtype=np.int32)
    for number in range(len(may_be)):
        for place in range(start[number], start[number + 1]):
            if place_of(ways[place], leading) < 0:
                depths[number] = place - start[number]
                break
    return depths
