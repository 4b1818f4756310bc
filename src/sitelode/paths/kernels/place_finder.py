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
    """The elements of each wanted place in document order; none where a kind of element was not met before.

    `known` are the keys of kinds that were met, and the numbers of their steps. `steps` holds the numbers of each place's steps, the
    innermost first, 0 behind the outermost; `first` the first place that ends in a step, `following` the next one that ends in the same,
    -1 for none. Of no place more than `most` are given.
    """
    codes: Codes = known[0]
    numbers: Numbers = known[1]
    step_of_kind: cython.int[::1] = np.empty(len(keys), dtype=np.int32)
    most_steps: cython.Py_ssize_t = steps.shape[1]
    for kind in range(len(keys)):
        at = place_of(keys[kind], codes)
        if at < 0:
            return None
        step_of_kind[kind] = numbers[at]
    found = [[] for _ in range(len(steps))]
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
            if depth == most_steps or steps[place, depth] == 0:
                rows: list = found[place]
                if len(rows) < most:
                    rows.append(row)
            place = following[place]
    return found
