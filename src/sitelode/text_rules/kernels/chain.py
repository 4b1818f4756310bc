"""Compiled code behind `chain.py`, `feature_index.py` and `token_table.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Numbers, Places

Number = cython.fused_type(cython.float, cython.double)
CodeColumns = cython.typedef(cython.const[cython.int][:, ::1])
Weights = cython.typedef(cython.const[cython.float][:, ::1])


def forward_backward(
    potential: cython.const[Number][:, ::1], moves: cython.const[Number][:, ::1], starts: cython.const[Number][::1],
    first: Places, length: Places, tiny: Number,
):  # fmt: skip
    """Forward and backward over stretches of rows, each row of `forward` scaled to a sum of 1; and these scales.

    `potential` is rows x states, `moves` states x states and `starts` one a state, none of them logarithms.
    """
    kind = np.asarray(potential).dtype
    forwards, backwards = np.zeros((2, *np.shape(potential)), dtype=kind)
    scales = np.ones(len(potential), dtype=kind)
    forward: Number[:, ::1] = forwards
    backward: Number[:, ::1] = backwards
    scale: Number[::1] = scales
    total: Number
    with cython.nogil:
        states = potential.shape[1]
        for stretch in range(len(first)):
            begin, end = first[stretch], first[stretch] + length[stretch]
            for row in range(begin, end):
                if row == begin:
                    for state in range(states):
                        forward[row, state] = starts[state]
                else:
                    for before in range(states):
                        total = forward[row - 1, before]
                        for state in range(states):
                            forward[row, state] += total * moves[before, state]
                total = tiny
                for state in range(states):
                    forward[row, state] *= potential[row, state]
                    total += forward[row, state]
                scale[row] = total
                for state in range(states):
                    forward[row, state] /= total
            for back in range(end - begin):
                row = end - 1 - back
                if not back:
                    for state in range(states):
                        backward[row, state] = 1
                    continue
                for before in range(states):
                    total = 0
                    for state in range(states):
                        total += backward[row + 1, state] * potential[row + 1, state] * moves[before, state]
                    backward[row, before] = total / scale[row + 1]
    return forwards, backwards, scales


def find_places(
    codes: CodeColumns, which: Numbers, offsets: Places, sizes: Places, rows: Places, keys: Places, places: Numbers, direct: Numbers
):
    """For each of some rows the place that its key has.

    Part after part, the key is made of the code in column `which[part]` of the row `offsets[part]` further on, round the end of the table;
    `sizes[part]` is the number of codes there are. `direct` has the place of every key, or is empty: then keys are searched for, and what
    is not among them has the last place.
    """
    found = np.empty(len(rows), dtype=np.int32)
    answer: cython.int[::1] = found
    table: cython.longlong = codes.shape[1]
    is_direct: cython.bint = len(direct) > 0
    key: cython.ulonglong  # a key out of range runs over and is not found
    with cython.nogil:
        for number in range(len(rows)):
            key = 0
            for part in range(len(which)):
                place = rows[number] + offsets[part]
                if place >= table:
                    place -= table
                key = key * cython.cast(cython.ulonglong, sizes[part]) + cython.cast(cython.ulonglong, codes[which[part], place])
            if is_direct:
                answer[number] = direct[key]
                continue
            wanted = cython.cast(cython.longlong, key)
            low: cython.Py_ssize_t = 0
            high: cython.Py_ssize_t = len(keys)
            while low < high:
                middle = (low + high) >> 1
                if keys[middle] < wanted:
                    low = middle + 1
                else:
                    high = middle
            answer[number] = places[low] if low < len(keys) and keys[low] == wanted else places[len(keys)]
    return found


def add_weights(places: CodeColumns, rows: Places, late: CodeColumns, weights: Weights, states: cython.int):
    """For each of some rows the sum of the weights at its places.

    `places` has a column for every row of a table, `late` one for each of `rows`.
    The width of `weights` is a multiple of 12, with nothing behind the last state: a loop of a fixed length that a compiler makes fast.
    Sixteen rows are added up at once: their places fill a line of memory, which is read once.
    """
    found = np.empty((len(rows), states), dtype=np.float32)
    answer: cython.float[:, ::1] = found
    sums = cython.declare(cython.float[192])
    with cython.nogil:
        for begin in range(0, len(rows), 16):
            count = min(16, len(rows) - begin)
            for block in range(0, weights.shape[1], 12):
                for place in range(192):
                    sums[place] = 0
                for feature in range(places.shape[0] + late.shape[0]):
                    for number in range(count):
                        if feature < places.shape[0]:
                            at = places[feature, rows[begin + number]]
                        else:
                            at = late[feature - places.shape[0], begin + number]
                        for state in range(12):
                            sums[number * 12 + state] += weights[at, block + state]
                for number in range(count):
                    for state in range(min(12, states - block)):
                        answer[begin + number, block + state] = sums[number * 12 + state]
    return found


def rows_by_code(codes: Numbers, borders: Places):
    """All rows in the order of their codes, those of one code ascending; `borders` says where the rows of each code begin."""
    found = np.empty(len(codes), dtype=np.int64)
    rows: cython.longlong[::1] = found
    follows = np.array(borders)
    following: cython.longlong[::1] = follows
    with cython.nogil:
        for row in range(len(codes)):
            code = codes[row]
            rows[following[code]] = row
            following[code] += 1
    return found
