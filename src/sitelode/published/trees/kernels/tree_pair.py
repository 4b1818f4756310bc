"""Two trees to be compared, joined in one array for the compiled mappings, so that a node is one number.

The number of the right tree's root is the number of nodes of the left tree. Arrays are passed one by one: each use of an array in a tuple
counts references, which takes longer than the work on it.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitelode.compiled.jit import borrowing, inner
from sitelode.published.trees.tree_rows import Rows

# Columns of the joined trees.
LABEL, FINGERPRINT, END, TWIN = range(4)
FIRST_PLACE, STOP_PLACE = 4, 5  # where the children are listed; 0 and 0 until they are
Joined = npt.NDArray[np.int64]

# Room in which children are listed and aligned, with a place for every node. Each list is made on first use.
NODE, SIZE = 0, 1
PREVIOUS = 2  # place of the previous child in this list with an equal subtree, or -1
LAST_PLACE = 3  # of a subtree equal to that of the node with this number, in some list
PREFIX_COST = 4  # of the best alignment of the children up to this one
USED = 5  # only at a tree's root: how many places are used
Room = npt.NDArray[np.int64]


class Rules(NamedTuple):
    """The cost of each operation on one node, in any unit, and what may be mapped."""

    replace: int
    insert: int
    remove: int
    restricted: bool  # nothing is mapped below nodes of different labels, except below the roots


class Span(NamedTuple):
    """Parts of two lists of children, by their places in the room."""

    left: int
    left_stop: int
    right: int
    right_stop: int


@inner
def joined(left: Rows, right: Rows) -> Joined:
    middle = len(left)
    rows = np.zeros((middle + len(right), 6), np.int64)
    for node in range(middle):
        rows[node, LABEL], rows[node, FINGERPRINT] = left[node].label, np.int64(left[node].fingerprint)
        rows[node, END], rows[node, TWIN] = left[node].end, left[node].twin
    for node in range(len(right)):
        rows[middle + node, LABEL], rows[middle + node, FINGERPRINT] = right[node].label, np.int64(right[node].fingerprint)
        rows[middle + node, END], rows[middle + node, TWIN] = middle + right[node].end, middle + right[node].twin
    return rows


@inner
def room_for(rows: Joined) -> Room:
    return np.zeros((len(rows), 6), np.int64)


@borrowing
def size(rows: Joined, node: int) -> int:
    end: int = rows[node, END]
    return end - node


@borrowing
def equal_subtrees(rows: Joined, node: int, other: int) -> bool:
    # The first comparison nearly always decides.
    return bool(rows[node, FINGERPRINT] == rows[other, FINGERPRINT]) and size(rows, node) == size(rows, other)


@borrowing
def may_share_descendants(rows: Joined, left: int, right: int, rules: Rules) -> bool:
    """Whether descendants of two nodes may be mapped when the nodes are mapped to each other."""
    allowed = not rules.restricted or left == 0 or bool(rows[left, LABEL] == rows[right, LABEL])
    return allowed and size(rows, left) > 1 and size(rows, right) > 1


@borrowing
def replacing_cost(rows: Joined, left: int, right: int, rules: Rules) -> int:
    """Cost of mapping one node to another, without their descendants."""
    return rules.replace if rows[left, LABEL] != rows[right, LABEL] else 0


@borrowing
def lone_cost(rows: Joined, left: int, right: int, rules: Rules) -> int:
    """Cost of mapping two nodes and nothing below them."""
    below = rules.remove * (size(rows, left) - 1) + rules.insert * (size(rows, right) - 1)
    return below + replacing_cost(rows, left, right, rules)


@borrowing
def least_conceivable_cost(rows: Joined, left: int, right: int, rules: Rules) -> int:
    """Lower bound of the cost of mapping two nodes: as if one subtree were part of the other, plus 1 because they are not equal."""
    surplus = size(rows, left) - size(rows, right)
    return 1 + max(rules.remove * surplus, -rules.insert * surplus) + replacing_cost(rows, left, right, rules)


@borrowing
def list_children(rows: Joined, room: Room, parent: int) -> None:
    """List a node's children, unless that is already done."""
    if rows[parent, STOP_PLACE] > 0:
        return
    root = 0 if parent < rows[0, END] else rows[0, END]
    first = place = root + room[root, USED]
    child = parent + 1
    while child < rows[parent, END]:
        twin = rows[child, TWIN]
        last = room[twin, LAST_PLACE]
        room[place, PREVIOUS] = last if first <= last < place and rows[room[last, NODE], TWIN] == twin else -1
        room[place, NODE], room[place, SIZE] = child, size(rows, child)
        room[twin, LAST_PLACE] = place
        place += 1
        child = rows[child, END]
    rows[parent, FIRST_PLACE], rows[parent, STOP_PLACE] = first, place
    room[root, USED] = place - root


@borrowing
def list_differing(rows: Joined, room: Room, left_parent: int, right_parent: int) -> Span:
    """Where the lists of two nodes' children differ: before and after that they are equal, child by child."""
    list_children(rows, room, left_parent)
    list_children(rows, room, right_parent)
    left, left_stop = rows[left_parent, FIRST_PLACE], rows[left_parent, STOP_PLACE]
    right, right_stop = rows[right_parent, FIRST_PLACE], rows[right_parent, STOP_PLACE]
    while left < left_stop and right < right_stop and equal_subtrees(rows, room[left, NODE], room[right, NODE]):
        left, right = left + 1, right + 1
    while left < left_stop and right < right_stop and equal_subtrees(rows, room[left_stop - 1, NODE], room[right_stop - 1, NODE]):
        left_stop, right_stop = left_stop - 1, right_stop - 1
    return Span(left, left_stop, right, right_stop)
