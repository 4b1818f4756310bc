"""Compiled code behind `labels.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import mix


@jit
def spread(tag, has_class, which, first, names, wholes):
    """Every row's label by tag and all its names, and one entry for each of its names."""
    rows = len(tag)
    named = tag.copy()
    total = 0
    for row in range(rows):
        if has_class[row]:
            total += first[which[row] + 1] - first[which[row]]
    name_row, name_code = np.empty(total, dtype=np.int32), np.empty(total, dtype=np.uint64)
    filled = 0
    for row in range(rows):
        if not has_class[row]:
            continue
        place = which[row]
        if first[place + 1] > first[place]:
            named[row] = mix(tag[row], wholes[place])
        for position in range(first[place], first[place + 1]):
            name_row[filled], name_code[filled] = row, mix(tag[row] + np.uint64(1), names[position])
            filled += 1
    return named, name_row, name_code


@jit
def codes_from_root(parent, labels):
    """For every row the code of all labels from the root down to it."""
    codes = np.empty(len(parent), dtype=np.uint64)
    for row in range(len(parent)):
        above = parent[row]
        codes[row] = mix(codes[above] if above >= 0 else np.uint64(0), labels[row])
    return codes
