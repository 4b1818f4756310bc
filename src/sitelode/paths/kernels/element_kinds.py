"""Compiled code behind `element_kinds.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import FNV_BASIS, add_symbol, finish, mix


@jit
def _code(strings, start, end):
    """The code of a string, runs of digits as one; never 0."""
    code, in_digits = FNV_BASIS, False
    for position in range(start, end):
        byte = strings[position]
        if not 48 <= byte <= 57:
            in_digits = False
            code = add_symbol(code, byte)
        elif not in_digits:
            in_digits = True
            code = add_symbol(code, 48)
    return finish(code) | np.uint64(1)


@jit
def kinds(tag, class_, id_, strings, starts, first_unknown, unknown):
    """For every row its kind; of every kind the first row, the key and the code of the class names, 0 where it has none."""
    rows = len(tag)
    codes = np.zeros(len(starts) + 1, dtype=np.uint64)  # of strings as far as they were needed; the last one, of no string, stays 0
    of_row = np.empty(rows, dtype=np.int32)
    first = np.empty(rows, dtype=np.int32)
    key = np.empty(rows, dtype=np.uint64)
    class_code = np.empty(rows, dtype=np.uint64)
    room = 16
    while room < 2 * rows:
        room <<= 1
    slots = np.full(room, -1, dtype=np.int32)
    plain = np.full(first_unknown + len(unknown), -1, dtype=np.int32)  # kinds without class and id, by tag
    count = 0
    for row in range(rows):
        nameless = class_[row] < 0 and id_[row] < 0
        if nameless and plain[tag[row]] >= 0:
            of_row[row] = plain[tag[row]]
            continue
        for number in (class_[row], id_[row]):
            if number >= 0 and codes[number] == 0:
                codes[number] = _code(strings, starts[number], starts[number + 1])
        name = np.uint64(tag[row]) if tag[row] < first_unknown else unknown[tag[row] - first_unknown]
        own = mix(mix(name, codes[class_[row]]), codes[id_[row]])
        slot = own & np.uint64(room - 1)
        while slots[slot] >= 0 and key[slots[slot]] != own:
            slot = (slot + np.uint64(1)) & np.uint64(room - 1)
        if slots[slot] < 0:
            slots[slot] = count
            first[count], key[count], class_code[count] = row, own, codes[class_[row]]
            count += 1
        of_row[row] = slots[slot]
        if nameless:
            plain[tag[row]] = slots[slot]
    return of_row, first[:count].copy(), key[:count].copy(), class_code[:count].copy()
