"""Compiled code behind `text_leaves.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import mix

_MOST_POSITIVE = np.uint64(2**62 - 1)  # labels are positive: negative ones are wildcards
_SEED = np.uint64(0x13198A2E03707344)


@jit
def word_labels(label, leaves, codes, of_leaf):
    """Labels of nodes; those of text leaves depend on their words."""
    running = np.empty(len(label), dtype=np.uint64)
    running[:] = _SEED
    for place in range(len(codes)):
        running[of_leaf[place]] = mix(running[of_leaf[place]], codes[place])
    labels = label.copy()
    for leaf in leaves:
        labels[leaf] = np.int64(running[leaf] & _MOST_POSITIVE)
    return labels
