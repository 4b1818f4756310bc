"""Compiled code behind `style_tree.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix

Numbers = cython.typedef(cython.const[cython.int][:])  # a column of rows that hold several values: not one after the other
Labels = cython.typedef(cython.const[cython.longlong][:])

_SEED = cython.declare(Code, 0x243F6A8885A308D3)


def merge_codes(label: Labels, parent: Numbers):
    """Codes that are equal for nodes of two pages that merge.

    `element`: the node itself, by the styles on the path to it and its place in each; `style`: its element and the labels of its children;
    `has_children`.
    """
    count: cython.Py_ssize_t = len(label)
    elements, styles, numbers = np.zeros(count, dtype=np.uint64), np.zeros(count, dtype=np.uint64), np.zeros(count, dtype=np.int64)
    element: Code[::1] = elements
    style: Code[::1] = styles
    children: cython.longlong[::1] = numbers
    sequence: Code[::1] = np.zeros(count, dtype=np.uint64)
    place: cython.longlong[::1] = np.zeros(count, dtype=np.int64)
    around: Code
    with cython.nogil:
        for node in range(1, count):
            above = parent[node]
            place[node] = children[above]
            children[above] += 1
            sequence[above] = mix(sequence[above] + 1, label[node])
        for node in range(count):
            around = style[parent[node]] if node > 0 else _SEED
            element[node] = mix(mix(around, label[node]), place[node])
            style[node] = mix(element[node], sequence[node])
    return elements, styles, numbers > 0
