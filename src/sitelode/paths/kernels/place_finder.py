"""Compiled code behind `place_finder.py`."""
# mypy: ignore-errors

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.sitelode.compiled.kernels.code_table import place_of
    from cython.cimports.sitelode.compiled.kernels.codes import Code
else:
    from sitelode.compiled.kernels.code_table import place_of
    from sitelode.compiled.kernels.codes import Code

Numbers = cython.typedef(cython.const[cython.int][::1])
Codes = cython.typedef(cython.const[Code][::1])


def elements_at(
    parent: Numbers, kind_of_row: Numbers, keys: Codes, known, steps: cython.const[cython.int][:, ::1], first: Numbers, following: Numbers,
    most: cython.int,
):  # fmt: skip
    """All elements of the wanted places: rows in document order, and for each the number of its place; whether all kinds were known.

    `known` are the keys of kinds that were met, and the numbers of their steps. `steps` holds the numbers of each place's steps, the
    innermost first, 0 behind the outermost; `first` the first place that ends in a step, `following` the next one that ends in the same,
    -1 for none. Of no place more than `most` are given.
    """
    codes: Codes = known[0]
    numbers: Numbers = known[1]
    room = min(len(parent), most) * len(steps)
    found_rows, found_places = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    rows: cython.int[::1] = found_rows
    places: cython.int[::1] = found_places
    step_of_kind: cython.int[::1] = np.empty(len(keys), dtype=np.int32)
    found: cython.int[::1] = np.zeros(len(steps), dtype=np.int32)
    most_steps: cython.Py_ssize_t = steps.shape[1]
    count: cython.Py_ssize_t = 0
    unknown: cython.bint = False
    with cython.nogil:
        for kind in range(len(keys)):
            at = place_of(keys[kind], codes)
            if at < 0:
                unknown = True
                break
            step_of_kind[kind] = numbers[at]
        if not unknown:
            for row in range(len(parent)):
                place = first[step_of_kind[kind_of_row[row]]]
                while place >= 0:
                    above = parent[row]
                    depth: cython.Py_ssize_t = 1
                    while depth < most_steps and steps[place, depth] > 0 and above >= 0:
                        if step_of_kind[kind_of_row[above]] != steps[place, depth]:
                            break
                        above = parent[above]
                        depth += 1
                    if (depth == most_steps or steps[place, depth] == 0) and found[place] < most:
                        rows[count], places[count] = row, place
                        found[place] += 1
                        count += 1
                    place = following[place]
    return found_rows[:count], found_places[:count], not unknown
