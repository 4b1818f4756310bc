"""News Ripper's two mappings, which pair children by label and size only.

Arnaud Jasselette, Mathieu Vanderwhale: "Automatically Extracting News Articles from the Internet", thesis, University of Namur, 2005:
12.2 (fast) and 12.3-12.4 (fine).

Fast: children from left to right, up to the first that differ. Fine: children sorted by the size of their subtrees; the larger of two that
differ looks for its label in the other list. Each step of that search pairs the largest remaining child of some label with the largest
remaining one of the same label on the other side, so the result is: per label, the k-th largest with the k-th largest. Children of equal
size keep their order, which the thesis leaves open. The order of siblings is not kept, as in the thesis; both mappings are symmetric.
"""
# mypy: ignore-errors

from __future__ import annotations

import cython
import numpy as np

from sitelode_lab.trees.kernels.tree_pair import joined

if cython.compiled:
    from cython.cimports.sitelode_lab.trees.kernels import cheapest_mapping, tree_pair
    from cython.cimports.sitelode_lab.trees.kernels.cheapest_mapping import Nodes
    from cython.cimports.sitelode_lab.trees.kernels.tree_pair import FIRST_PLACE, LABEL, NODE, STOP_PLACE, Span, Table
else:
    from sitelode_lab.trees.joined_trees import FIRST_PLACE, LABEL, NODE, STOP_PLACE, Span
    from sitelode_lab.trees.kernels import cheapest_mapping, tree_pair

_SHORT = cython.declare(cython.int, 24)  # a list up to this length is sorted by insertion, which is faster there; set by hand


def partners_by_label(left_tree, right_tree, fine):
    """For each left node the right node it is mapped to, or -1."""
    rows: Table = joined(left_tree, right_tree)
    room: Table = np.zeros((len(rows), 6), np.int64)
    right_root: cython.longlong = len(left_tree)
    found = np.full(right_root, -1, np.int32)
    partner: Nodes = found
    waiting: Table = np.empty((right_root, 2), np.int64)
    waiting[0, 0], waiting[0, 1] = 0, right_root
    count: cython.longlong = rows[0, LABEL] == rows[right_root, LABEL]
    by_rank: cython.bint = fine
    while count > 0:
        count -= 1
        left: cython.longlong = waiting[count, 0]
        right: cython.longlong = waiting[count, 1]
        if tree_pair.equal_subtrees(rows, left, right):
            cheapest_mapping.map_equal(rows, partner, left, right)
            continue
        partner[left] = right - right_root
        tree_pair.list_children(rows, room, left)
        tree_pair.list_children(rows, room, right)
        span: Span = Span(rows[left, FIRST_PLACE], rows[left, STOP_PLACE], rows[right, FIRST_PLACE], rows[right, STOP_PLACE])
        if by_rank:
            _sort_by_label_and_size(rows, room, span.left, span.left_stop)
            _sort_by_label_and_size(rows, room, span.right, span.right_stop)
            count = _pile_by_rank(rows, room, span, waiting, count)
        else:
            count = _pile_prefix(rows, room, span, waiting, count)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pile_prefix(rows: Table, room: Table, span: Span, waiting: Table, count: cython.longlong) -> cython.longlong:
    for offset in range(min(span.left_stop - span.left, span.right_stop - span.right)):
        left: cython.longlong = room[span.left + offset, NODE]
        right: cython.longlong = room[span.right + offset, NODE]
        if rows[left, LABEL] != rows[right, LABEL]:
            break
        waiting[count, 0], waiting[count, 1] = left, right
        count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pile_by_rank(rows: Table, room: Table, span: Span, waiting: Table, count: cython.longlong) -> cython.longlong:
    left_place: cython.longlong = span.left
    right_place: cython.longlong = span.right
    while left_place < span.left_stop and right_place < span.right_stop:
        left: cython.longlong = room[left_place, NODE]
        right: cython.longlong = room[right_place, NODE]
        if rows[left, LABEL] == rows[right, LABEL]:
            waiting[count, 0], waiting[count, 1] = left, right
            count += 1
        left_place += rows[left, LABEL] <= rows[right, LABEL]
        right_place += rows[right, LABEL] <= rows[left, LABEL]
    return count


@cython.cfunc
def _sort_by_label_and_size(rows: Table, room: Table, begin: cython.longlong, stop: cython.longlong) -> cython.void:
    """Sort the listed children by label, then largest subtree first, then in document order."""
    if stop - begin > _SHORT:
        listed = np.asarray(room)[begin:stop, NODE]
        sizes = [tree_pair.size(rows, child) for child in listed.tolist()]
        labels = np.asarray(rows)[listed, LABEL]
        listed[:] = listed[np.lexsort((-np.array(sizes, np.int64), labels))]
        return
    for position in range(begin + 1, stop):
        child: cython.longlong = room[position, NODE]
        place: cython.longlong = position
        while place > begin and _belongs_before(rows, child, room[place - 1, NODE]):
            room[place, NODE] = room[place - 1, NODE]
            place -= 1
        room[place, NODE] = child


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _belongs_before(rows: Table, child: cython.longlong, other: cython.longlong) -> cython.bint:
    if rows[child, LABEL] != rows[other, LABEL]:
        return rows[child, LABEL] < rows[other, LABEL]
    return tree_pair.size(rows, child) > tree_pair.size(rows, other)
