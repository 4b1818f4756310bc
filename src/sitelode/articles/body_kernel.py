"""Compiled code behind the reading half of `body_rules.py`."""
# mypy: ignore-errors

import numpy as np
from numba import njit

from sitelode.articles.evidence_kernel import holders, path_codes


@njit(cache=True, nogil=True)
def segment_paths(tag, parent, end, kind_of_row, label_of_kind, tag_kinds, first, rows, block):
    """The code of each segment's path, from the labels of kinds of elements."""
    codes = path_codes(tag, parent, label_of_kind[kind_of_row], tag_kinds)
    return codes[holders(parent, end, first, rows, block)]


@njit(cache=True, nogil=True)
def segment_kinds(loose, width, link_width, recurring, linked_from, plain, repeated, linked):
    """What each segment is: recurring text (its codes ascend), mostly links, or plain."""
    kinds = np.empty(len(loose), dtype=np.int8)
    for segment in range(len(loose)):
        place = np.searchsorted(recurring, loose[segment])
        if place < len(recurring) and recurring[place] == loose[segment]:
            kinds[segment] = repeated
        else:
            kinds[segment] = linked if link_width[segment] >= linked_from * width[segment] else plain
    return kinds
