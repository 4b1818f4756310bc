"""Compiled code behind `layout_tree.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Numbers
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix

_MOST_POSITIVE = cython.declare(Code, 2**62 - 1)  # labels are positive: negative ones are wildcards
_SEED = 0x13198A2E03707344


def word_labels(label, leaves: Numbers, codes: Codes, of_leaf: Numbers):
    """Labels of nodes; those of text leaves depend on their words."""
    running: Code[::1] = np.full(len(label), _SEED, dtype=np.uint64)
    labels = label.astype(np.int64)
    found: cython.longlong[::1] = labels
    with cython.nogil:
        for place in range(len(codes)):
            running[of_leaf[place]] = mix(running[of_leaf[place]], codes[place])
        for place in range(len(leaves)):
            found[leaves[place]] = running[leaves[place]] & _MOST_POSITIVE
    return labels
