"""Compiled code behind `labels.py`, `path_codes.py` and `path_text.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Flags, Numbers
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix


def path_codes(parent: Numbers, of_row: Numbers, tags: Codes, labels: Codes, is_layout):
    """A code for every row: the tags on the way to it, and the labels of the last two elements of that way.

    Only layout elements are steps of the way; other rows have the code of the element they lie in. Tags, labels and which elements are
    layout are given by kind of element, `of_row` is the kind of each row.
    """
    layout: Flags = is_layout.view(np.uint8)
    found = np.zeros(len(parent), dtype=np.uint64)
    codes: Code[::1] = found
    by_tags: Code[::1] = np.zeros(len(parent), dtype=np.uint64)  # the same way by tags alone
    holder: cython.int[::1] = np.empty(len(parent), dtype=np.int32)  # the nearest layout element, itself included
    above: cython.int
    further: cython.int
    way: Code
    last: Code
    for row in range(len(parent)):
        above = holder[parent[row]] if row > 0 else -1
        kind = of_row[row]
        if not layout[kind]:
            holder[row] = above
            if above >= 0:
                codes[row] = codes[above]
            continue
        holder[row] = row
        way, last = 0, 0
        if above >= 0:
            further = holder[parent[above]] if above > 0 else -1
            if further >= 0:
                way = by_tags[further]
            last = labels[of_row[above]]
            by_tags[row] = mix(by_tags[above], tags[kind])
        else:
            by_tags[row] = mix(0, tags[kind])
        codes[row] = mix(mix(way, last), labels[kind])
    return found


def mixed(above: Code, label: Code):
    """The code of a label behind others, for paths step by step: `compiled/codes.py` takes six times as long."""
    return mix(above, label)


def codes_from_root(parent: Numbers, labels: Codes):
    """For every row the code of all labels from the root down to it."""
    found = np.empty(len(parent), dtype=np.uint64)
    codes: Code[::1] = found
    nothing: Code = 0
    for row in range(len(parent)):
        above = parent[row]
        codes[row] = mix(codes[above] if above >= 0 else nothing, labels[row])
    return found
