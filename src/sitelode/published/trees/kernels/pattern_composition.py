"""Compose two patterns into one, along a mapping between them."""

import numpy as np
import numpy.typing as npt

from sitelode.compiled.jit import borrowing, inner, jit
from sitelode.published.trees.tree_rows import LabelColumn, NodeColumn, Rows

# A wildcard is the label -1 - bits. Its bits give the whole table in 9.6.2: composing joins them.
NONE, MANY, OPTIONAL = 0, 1, 2


@borrowing
def bits_of(label: int) -> int:
    """What a wildcard may capture; any other label captures itself, once, and must be there."""
    return -1 - label if label < 0 else NONE


@borrowing
def composed_label(label: int, other: int) -> int:
    """f(a, b) of 9.6.2."""
    if label == other:
        return label
    return -1 - (bits_of(label) | bits_of(other))


@borrowing
def optional_label(label: int) -> int:
    """f(a, ?): the label for a node that the other pattern does not have."""
    return -1 - (bits_of(label) | OPTIONAL)


@borrowing
def _should_merge(label: int, following: int) -> bool:
    """Whether it would be ambiguous where the first of two neighbouring wildcards ends and the next one starts."""
    if label >= 0 or following >= 0:
        return False
    bits, next_bits = bits_of(label), bits_of(following)
    return bool((bits | next_bits) & MANY) or bool(bits & next_bits & OPTIONAL)


@borrowing
def _append(labels: LabelColumn, parents: NodeColumn, count: int, node: tuple[int, int], merging: int) -> int:
    """Append a node, given by label and parent, or merge it into the wildcards just before it; returns the new number of nodes."""
    label, parent = node
    while merging and count > 0 and parents[count - 1] == parent and _should_merge(labels[count - 1], label):
        count -= 1
        label = -1 - (MANY | (bits_of(labels[count]) & bits_of(label) & OPTIONAL))
    labels[count], parents[count] = label, parent
    return count + 1


@inner
def _is_mapped(partner: NodeColumn, right_size: int) -> npt.NDArray[np.bool_]:
    mapped = np.zeros(right_size, np.bool_)
    for node in range(len(partner)):
        if partner[node] >= 0:
            mapped[partner[node]] = True
    return mapped


@jit
def compose_rows(left: Rows, right: Rows, partner: NodeColumn, merging: int) -> tuple[LabelColumn, NodeColumn]:
    """Labels and parents of the composed pattern, along a restricted mapping; `merging` is 1 to merge neighbouring wildcards."""
    mapped = _is_mapped(partner, len(right))
    labels, parents = np.empty(len(left) + len(right), np.int64), np.empty(len(left) + len(right), np.int32)
    # One frame for each open node of the result: the next child and the end of the left and of the right node, and its own number.
    frames = np.empty((len(left) + 1, 5), np.int64)
    frames[0, 0], frames[0, 1], frames[0, 2], frames[0, 3], frames[0, 4] = 0, len(left), 0, len(right), -1
    depth, count = 1, 0
    while depth > 0:
        frame = depth - 1
        a, b, parent = frames[frame, 0], frames[frame, 2], frames[frame, 4]
        if a < frames[frame, 1] and partner[a] < 0:
            count = _append(labels, parents, count, (optional_label(left[a].label), parent), merging)
            frames[frame, 0] = left[a].end
        elif b < frames[frame, 3] and not mapped[b]:
            count = _append(labels, parents, count, (optional_label(right[b].label), parent), merging)
            frames[frame, 2] = right[b].end
        elif a < frames[frame, 1]:
            label = composed_label(left[a].label, right[b].label)
            count = _append(labels, parents, count, (label, parent), merging)
            frames[frame, 0], frames[frame, 2] = left[a].end, right[b].end
            if label >= 0:
                frames[depth, 0], frames[depth, 1], frames[depth, 2] = a + 1, left[a].end, b + 1
                frames[depth, 3], frames[depth, 4] = right[b].end, count - 1
                depth += 1
        else:
            depth -= 1
    return labels[:count].copy(), parents[:count].copy()
