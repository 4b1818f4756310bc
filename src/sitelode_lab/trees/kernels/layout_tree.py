"""Compiled code behind `layout_tree.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Codes, Numbers, Tags
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix

_KEEP, _IGNORE, _REMOVE = cython.declare(cython.int, 0), cython.declare(cython.int, 1), cython.declare(cython.int, 2)
_MOST_POSITIVE = cython.declare(Code, 2**62 - 1)  # labels are positive: negative ones are wildcards
_SEED = 0x13198A2E03707344


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_words(text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    for position in range(start, end):
        byte = text[position]
        if byte > 32 and not (byte == 0xC2 and position + 1 < end and text[position + 1] == 0xA0) and byte != 0xA0:
            return True
    return False


def select_nodes(tag: Tags, parent: Numbers, end: Numbers, text_start: Numbers, text_end: Numbers, text: Bytes, treatments):
    """First row, end of rows and parent node of every node of the layout tree. A text leaf ends where a kept element starts or ends."""
    count: cython.Py_ssize_t = len(tag)
    first, last, held = np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int32)
    rows: cython.int[::1] = first
    last_rows: cython.int[::1] = last
    parents: cython.int[::1] = held
    above: cython.int[::1] = np.empty(count, dtype=np.int32)  # the layout node to which a row's children are attached
    treated: Numbers = treatments.astype(np.int32)
    nodes: cython.int = 0
    leaf: cython.int = -1
    row: cython.int = 0
    with cython.nogil:
        while row < count:
            holder: cython.int = above[parent[row]] if row > 0 else -1
            above[row] = holder
            if tag[row] == 0:
                if leaf >= 0 and parents[leaf] == holder and last_rows[leaf] >= 0:
                    last_rows[leaf] = row + 1
                elif _has_words(text, text_start[row], text_end[row]):
                    rows[nodes], last_rows[nodes], parents[nodes] = row, row + 1, holder
                    leaf = nodes
                    nodes += 1
                row += 1
                continue
            treatment: cython.int = treated[tag[row]] if row > 0 else _KEEP  # there is always a root
            if treatment == _REMOVE:
                if end[row] > row + 1:
                    leaf = -1  # so that a leaf's rows hold nothing that was removed; a line break has no rows and divides nothing
                row = end[row]
                continue
            if treatment == _KEEP:
                rows[nodes], last_rows[nodes], parents[nodes] = row, row + 1, holder
                above[row] = nodes
                nodes += 1
                leaf = -1
            row += 1
    return first[:nodes].copy(), last[:nodes].copy(), held[:nodes].copy()


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
