"""Compiled code behind `places.py`."""
# mypy: ignore-errors

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def elements_at(parent, kind_of_row, step_of_kind, steps, first, following, most):
    """All elements of the wanted places: rows in document order, and for each the number of its place.

    `steps` holds the numbers of each place's steps, the innermost first, 0 behind the outermost; `first` the first place that ends in
    a step, `following` the next one that ends in the same, -1 for none. Of no place more than `most` are given.
    """
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
    return rows[:count], places[:count]
