"""Compiled code behind `layout_tree.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit

_KEEP, _IGNORE, _REMOVE = 0, 1, 2


@jit
def _has_words(text, start, end):
    for position in range(start, end):
        byte = text[position]
        if byte > 32 and not (byte == 0xC2 and position + 1 < end and text[position + 1] == 0xA0) and byte != 0xA0:
            return True
    return False


@jit
def select_nodes(tag, parent, end, text_start, text_end, text, treatments):
    """First row, end of rows and parent node of every node of the layout tree. A text leaf ends where a kept element starts or ends."""
    count = len(tag)
    rows = np.empty(count, dtype=np.int32)
    last_rows = np.empty(count, dtype=np.int32)
    parents = np.empty(count, dtype=np.int32)
    above = np.empty(count, dtype=np.int32)  # the layout node to which a row's children are attached
    nodes, leaf = 0, -1
    row = 0
    while row < count:
        holder = above[parent[row]] if row > 0 else -1
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
        treatment = treatments[tag[row]] if row > 0 else _KEEP  # there is always a root
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
    return rows[:nodes].copy(), last_rows[:nodes].copy(), parents[:nodes].copy()
