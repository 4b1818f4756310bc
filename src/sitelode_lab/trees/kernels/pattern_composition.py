"""Compose two patterns into one, along a mapping between them."""
# mypy: ignore-errors

from __future__ import annotations

import cython
import numpy as np

Labels = cython.typedef(cython.const[cython.longlong][:])
Nodes = cython.typedef(cython.const[cython.int][:])

if not cython.compiled:
    # A wildcard is the label -1 - bits. Its bits give the whole table in 9.6.2: composing joins them.
    NONE, MANY, OPTIONAL = range(3)


def bits_of(label):
    """What a wildcard may capture; any other label captures itself, once, and must be there."""
    return -1 - label if label < 0 else NONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _composed_label(label: cython.longlong, other: cython.longlong) -> cython.longlong:
    """f(a, b) of 9.6.2."""
    if label == other:
        return label
    return -1 - (bits_of(label) | bits_of(other))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _optional_label(label: cython.longlong) -> cython.longlong:
    """f(a, ?): the label for a node that the other pattern does not have."""
    return -1 - (bits_of(label) | OPTIONAL)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _should_merge(label: cython.longlong, following: cython.longlong) -> cython.bint:
    """Whether it would be ambiguous where the first of two neighbouring wildcards ends and the next one starts."""
    if label >= 0 or following >= 0:
        return False
    bits: cython.longlong = bits_of(label)
    next_bits: cython.longlong = bits_of(following)
    return (bits | next_bits) & MANY != 0 or bits & next_bits & OPTIONAL != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _append(
    labels: cython.longlong[::1], parents: cython.int[::1], count: cython.longlong, label: cython.longlong, parent: cython.longlong,
    merging: cython.bint,
) -> cython.longlong:  # fmt: skip
    """Append a node, or merge it into the wildcards just before it; returns the new number of nodes."""
    while merging and count > 0 and parents[count - 1] == parent and _should_merge(labels[count - 1], label):
        count -= 1
        label = -1 - (MANY | (bits_of(labels[count]) & bits_of(label) & OPTIONAL))
    labels[count], parents[count] = label, parent
    return count + 1


def compose_rows(left, right, partner: cython.const[cython.int][::1], merging: cython.bint):
    """Labels and parents of the composed pattern, along a restricted mapping; `merging` merges neighbouring wildcards."""
    left_label: Labels = left["label"]
    right_label: Labels = right["label"]
    left_end: Nodes = left["end"]
    right_end: Nodes = right["end"]
    is_mapped = np.zeros(len(right), np.uint8)
    is_mapped[np.asarray(partner)[np.asarray(partner) >= 0]] = 1
    mapped: cython.const[cython.uchar][::1] = is_mapped
    found_labels, found_parents = np.empty(len(left) + len(right), np.int64), np.empty(len(left) + len(right), np.int32)
    labels: cython.longlong[::1] = found_labels
    parents: cython.int[::1] = found_parents
    # One frame for each open node of the result: the next child and the end of the left and of the right node, and its own number.
    frames: cython.longlong[:, ::1] = np.empty((len(left) + 1, 5), np.int64)
    frames[0, 0], frames[0, 1], frames[0, 2], frames[0, 3], frames[0, 4] = 0, len(left), 0, len(right), -1
    depth: cython.longlong = 1
    count: cython.longlong = 0
    with cython.nogil:
        while depth > 0:
            frame: cython.longlong = depth - 1
            a: cython.longlong = frames[frame, 0]
            b: cython.longlong = frames[frame, 2]
            parent: cython.longlong = frames[frame, 4]
            if a < frames[frame, 1] and partner[a] < 0:
                count = _append(labels, parents, count, _optional_label(left_label[a]), parent, merging)
                frames[frame, 0] = left_end[a]
            elif b < frames[frame, 3] and not mapped[b]:
                count = _append(labels, parents, count, _optional_label(right_label[b]), parent, merging)
                frames[frame, 2] = right_end[b]
            elif a < frames[frame, 1]:
                label: cython.longlong = _composed_label(left_label[a], right_label[b])
                count = _append(labels, parents, count, label, parent, merging)
                frames[frame, 0], frames[frame, 2] = left_end[a], right_end[b]
                if label >= 0:
                    frames[depth, 0], frames[depth, 1], frames[depth, 2] = a + 1, left_end[a], b + 1
                    frames[depth, 3], frames[depth, 4] = right_end[b], count - 1
                    depth += 1
            else:
                depth -= 1
    return found_labels[:count].copy(), found_parents[:count].copy()
