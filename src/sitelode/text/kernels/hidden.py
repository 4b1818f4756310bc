"""Compiled code for `hidden.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.html.kernels.metadata import _has, _number

_UNKNOWN = -2


@jit
def candidates(attributes, strings, starts, spans, wanted, words):
    """The elements with text that have one of two attributes, which one, and the number of its value.

    The second attribute, a style, must contain one of the words.
    """
    nodes, names, values = attributes
    text_start, text_end = spans
    role = np.full(len(starts), _UNKNOWN, dtype=np.int8)  # of strings that are attribute names
    found = np.empty((len(nodes), 3), dtype=np.int32)
    count = 0
    for position in range(len(nodes)):
        name, row, value = names[position], nodes[position], values[position]
        if role[name] == _UNKNOWN:
            role[name] = _number(strings, starts[name], starts[name + 1], *wanted)
        if role[name] < 0 or text_end[row] <= text_start[row]:
            continue
        if role[name] == 1:
            fits = False
            for word in words:
                fits |= value >= 0 and _has(strings, starts[value], starts[value + 1], word)
            if not fits:
                continue
        found[count, 0], found[count, 1], found[count, 2] = row, role[name], value
        count += 1
    return found[:count]
