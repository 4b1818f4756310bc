"""Compiled code behind `place_finder.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.code_table import place_of


@jit
def elements_at(parent, kind_of_row, keys, known, steps, first, following, most):
    """All elements of the wanted places: rows in document order, and for each the number of its place; whether all kinds were known.

    `known` are the keys of kinds that were met, and the numbers of their steps. `steps` holds the numbers of each place's steps, the
    innermost first, 0 behind the outermost; `first` the first place that ends in a step, `following` the next one that ends in the same,
    -1 for none. Of no place more than `most` are given.
    """
    step_of_kind = np.empty(len(keys), dtype=np.int32)
    codes, numbers = known
    for kind in range(len(keys)):
        place = place_of(keys[kind], codes)
        if place < 0:
            return step_of_kind[:0], step_of_kind[:0], False
        step_of_kind[kind] = numbers[place]
    room = min(len(parent), most) * len(steps)
    rows, places = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    found = np.zeros(len(steps), dtype=np.int64)
    count = 0
    for row in range(len(parent)):
        place = first[step_of_kind[kind_of_row[row]]]
        while place >= 0:
            above, depth = parent[row], 1
            while depth < steps.shape[1] and steps[place, depth] > 0 and above >= 0:
                if step_of_kind[kind_of_row[above]] != steps[place, depth]:
                    break
                above = parent[above]
                depth += 1
            if (depth == steps.shape[1] or steps[place, depth] == 0) and found[place] < most:
                rows[count], places[count] = row, place
                found[place] += 1
                count += 1
            place = following[place]
    return rows[:count], places[:count], True
