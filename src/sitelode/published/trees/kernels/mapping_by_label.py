"""News Ripper's two mappings, which pair children by label and size only.

Arnaud Jasselette, Mathieu Vanderwhale: "Automatically Extracting News Articles from the Internet", thesis, University of Namur, 2005:
12.2 (fast) and 12.3-12.4 (fine).

Fast: children from left to right, up to the first that differ. Fine: children sorted by the size of their subtrees; the larger of two that
differ looks for its label in the other list. Each step of that search pairs the largest remaining child of some label with the largest
remaining one of the same label on the other side, so the result is: per label, the k-th largest with the k-th largest. Children of equal
size keep their order, which the thesis leaves open. The order of siblings is not kept, as in the thesis; both mappings are symmetric.
"""

import numpy as np
import numpy.typing as npt

from sitelode.compiled.jit import borrowing, inner, jit
from sitelode.published.trees.kernels.cheapest_mapping import map_equal
from sitelode.published.trees.kernels.stable_order import stable_order
from sitelode.published.trees.kernels.tree_pair import (
    FIRST_PLACE,
    LABEL,
    NODE,
    STOP_PLACE,
    Joined,
    Room,
    Span,
    equal_subtrees,
    joined,
    list_children,
    room_for,
    size,
)
from sitelode.published.trees.tree_rows import NodeColumn, Rows

_SHORT = 24  # a list up to this length is sorted by insertion, which is faster than merging there; set by hand


@jit
def partners_by_label(left_tree: Rows, right_tree: Rows, fine: bool) -> NodeColumn:  # noqa: FBT001  compiled code has no keyword arguments
    """For each left node the right node it is mapped to, or -1."""
    rows = joined(left_tree, right_tree)
    room = room_for(rows)
    right_root = len(left_tree)
    partner = np.full(right_root, -1, np.int32)
    waiting = np.empty((right_root, 2), np.int64)
    waiting[0, 0], waiting[0, 1] = 0, right_root
    count = 1 if rows[0, LABEL] == rows[right_root, LABEL] else 0
    while count > 0:
        count -= 1
        left, right = waiting[count, 0], waiting[count, 1]
        if equal_subtrees(rows, left, right):
            map_equal(rows, partner, left, right)
            continue
        partner[left] = right - right_root
        list_children(rows, room, left)
        list_children(rows, room, right)
        span = Span(rows[left, FIRST_PLACE], rows[left, STOP_PLACE], rows[right, FIRST_PLACE], rows[right, STOP_PLACE])
        count = _pile_by_rank(rows, room, span, waiting, count) if fine else _pile_prefix(rows, room, span, waiting, count)
    return partner


@borrowing
def _pile_prefix(rows: Joined, room: Room, span: Span, waiting: npt.NDArray[np.int64], count: int) -> int:
    for offset in range(min(span.left_stop - span.left, span.right_stop - span.right)):
        left, right = room[span.left + offset, NODE], room[span.right + offset, NODE]
        if rows[left, LABEL] != rows[right, LABEL]:
            break
        waiting[count, 0], waiting[count, 1] = left, right
        count += 1
    return count


@inner
def _pile_by_rank(rows: Joined, room: Room, span: Span, waiting: npt.NDArray[np.int64], count: int) -> int:
    _sort_by_label_and_size(rows, room, span.left, span.left_stop)
    _sort_by_label_and_size(rows, room, span.right, span.right_stop)
    left_place, right_place = span.left, span.right
    while left_place < span.left_stop and right_place < span.right_stop:
        left, right = room[left_place, NODE], room[right_place, NODE]
        if rows[left, LABEL] == rows[right, LABEL]:
            waiting[count, 0], waiting[count, 1] = left, right
            count += 1
        left_place += rows[left, LABEL] <= rows[right, LABEL]
        right_place += rows[right, LABEL] <= rows[left, LABEL]
    return count


@inner
def _sort_by_label_and_size(rows: Joined, room: Room, begin: int, stop: int) -> None:
    """Sort the listed children by label, then largest subtree first, then in document order."""
    if stop - begin > _SHORT:
        _sort_long(rows, room, begin, stop)
        return
    for position in range(begin + 1, stop):
        child = room[position, NODE]
        place = position
        while place > begin and _belongs_before(rows, child, room[place - 1, NODE]):
            room[place, NODE] = room[place - 1, NODE]
            place -= 1
        room[place, NODE] = child


@borrowing
def _belongs_before(rows: Joined, child: int, other: int) -> bool:
    if rows[child, LABEL] != rows[other, LABEL]:
        return bool(rows[child, LABEL] < rows[other, LABEL])
    return size(rows, child) > size(rows, other)


@inner
def _sort_long(rows: Joined, room: Room, begin: int, stop: int) -> None:
    keys, by_size = np.empty(stop - begin, np.int64), np.empty(stop - begin, np.int32)
    for position in range(stop - begin):
        keys[position] = -size(rows, room[begin + position, NODE])
    for place, position in enumerate(stable_order(keys)):
        by_size[place] = room[begin + position, NODE]
    for position in range(stop - begin):
        keys[position] = rows[by_size[position], LABEL]
    for place, position in enumerate(stable_order(keys)):
        room[begin + place, NODE] = by_size[position]
