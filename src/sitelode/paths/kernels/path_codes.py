"""Compiled code behind `path_codes.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import mix


@jit
def path_codes(parent, tags, labels, is_layout):
    """A code for every row: the tags on the way to it, and the labels of the last two elements of that way.

    Only layout elements are steps of the way; other rows have the code of the element they lie in.
    """
    count = len(parent)
    codes = np.zeros(count, dtype=np.uint64)
    by_tags = np.zeros(count, dtype=np.uint64)  # the same way by tags alone
    holder = np.empty(count, dtype=np.int32)  # the nearest layout element, itself included
    for row in range(count):
        above = holder[parent[row]] if row > 0 else -1
        if not is_layout[row]:
            holder[row] = above
            codes[row] = codes[above] if above >= 0 else np.uint64(0)
            continue
        holder[row] = row
        way, last = np.uint64(0), np.uint64(0)
        if above >= 0:
            further = holder[parent[above]] if above > 0 else -1
            way = by_tags[further] if further >= 0 else np.uint64(0)
            last = labels[above]
        by_tags[row] = mix(by_tags[above] if above >= 0 else np.uint64(0), tags[row])
        codes[row] = mix(mix(way, last), labels[row])
    return codes
