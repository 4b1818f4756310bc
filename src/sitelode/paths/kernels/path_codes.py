"""Compiled code behind `path_codes.py`."""
# mypy: ignore-errors

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.sitelode.compiled.kernels.codes import Code, mix
else:
    from sitelode.compiled.kernels.codes import Code, mix

Numbers = cython.typedef(cython.const[cython.int][::1])
Flags = cython.typedef(cython.const[cython.uchar][::1])
Codes = cython.typedef(cython.const[Code][::1])


def mixed(above: Code, label: Code):
    """The code of a label behind others, for paths step by step: `compiled/codes.py` takes six times as long."""
    return mix(above, label)


def path_codes(parent: Numbers, tags: Codes, labels: Codes, is_layout):
    """A code for every row: the tags on the way to it, and the labels of the last two elements of that way.

    Only layout elements are steps of the way; other rows have the code of the element they lie in.
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
        if not layout[row]:
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
            last = labels[above]
            by_tags[row] = mix(by_tags[above], tags[row])
        else:
            by_tags[row] = mix(0, tags[row])
        codes[row] = mix(mix(way, last), labels[row])
    return found
