"""Compiled code behind `style_tree.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import mix

_SEED = np.uint64(0x243F6A8885A308D3)


@jit
def merge_codes(label, parent):
    """Codes that are equal for nodes of two pages that merge.

    `element`: the node itself, by the styles on the path to it and its place in each; `style`: its element and the labels of its children;
    `has_children`.
    """
    count = len(label)
    sequence = np.zeros(count, dtype=np.uint64)
    place = np.zeros(count, dtype=np.int64)
    children = np.zeros(count, dtype=np.int64)
    for node in range(1, count):
        above = parent[node]
        place[node] = children[above]
        children[above] += 1
        sequence[above] = mix(sequence[above] + np.uint64(1), np.uint64(label[node]))
    element = np.zeros(count, dtype=np.uint64)
    style = np.zeros(count, dtype=np.uint64)
    for node in range(count):
        around = style[parent[node]] if node > 0 else _SEED
        element[node] = mix(mix(around, np.uint64(label[node])), np.uint64(place[node]))
        style[node] = mix(element[node], sequence[node])
    return element, style, children > 0


@jit
def inherited(value, known, parent, unknown):
    """Values of known nodes; the others get the value of the nearest known ancestor."""
    found = np.empty(len(value))
    for node in range(len(value)):
        if known[node]:
            found[node] = value[node]
        else:
            found[node] = found[parent[node]] if node > 0 else unknown
    return found


@jit
def depths(parent):
    depth = np.zeros(len(parent), dtype=np.int32)
    for node in range(1, len(parent)):
        depth[node] = depth[parent[node]] + 1
    return depth
