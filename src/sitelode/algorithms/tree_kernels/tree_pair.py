"""Two trees that are being compared, as the compiled mappings see them: joined in one array, so that a node is one number.

The right tree's root has the number of nodes of the left tree as its number. Arrays are passed one by one: in a tuple each use of them
would count references, which takes longer than what is done with them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitelode.algorithms.labelled_tree import Rows
from sitelode.algorithms.tree_kernels.compiled import inner

JOINED_ROW = np.dtype([("label", np.int64), ("fingerprint", np.uint64), ("end", np.int32), ("twin", np.int32)])
# Room for the children of one node of either tree, in which they are aligned; the right tree's begin at its root's number.
SIBLING_ROW = np.dtype(
    [
        ("node", np.int32),
        ("class_of", np.int32),  # class of equal subtrees that this child is in
        ("member", np.int32),  # one node of the class with this number
        ("class_of_twin", np.int32),  # class of the twin with this number, if that class has it as a member
        ("whole_cost", np.int64),  # of inserting this child with all below it
        ("prefix_cost", np.int64),  # of the best alignment of the children up to this one
    ]
)
Room = npt.NDArray[np.void]


class Rules(NamedTuple):
    """What one operation on one node costs, scaled as the caller likes, and what may be mapped."""

    replace: int
    insert: int
    remove: int
    restricted: bool  # below nodes of different labels nothing is mapped, except below the roots


class Span(NamedTuple):
    """Parts of two lists of children, by their places in the room."""

    left: int
    left_stop: int
    right: int
    right_stop: int


@inner
def joined(left: Rows, right: Rows) -> Rows:
    middle = len(left)
    rows = np.empty(middle + len(right), JOINED_ROW)
    for node in range(middle):
        rows[node].label, rows[node].fingerprint = left[node].label, left[node].fingerprint
        rows[node].end, rows[node].twin = left[node].end, left[node].twin
    for node in range(len(right)):
        rows[middle + node].label, rows[middle + node].fingerprint = right[node].label, right[node].fingerprint
        rows[middle + node].end, rows[middle + node].twin = middle + right[node].end, middle + right[node].twin
    return rows


@inner
def room_for(rows: Rows) -> Room:
    # All zero, because `classify` reads classes of twins before it writes them.
    return np.zeros(len(rows), SIBLING_ROW)


@inner
def size(rows: Rows, node: int) -> int:
    end: int = rows[node].end
    return end - node


@inner
def equal_subtrees(rows: Rows, node: int, other: int) -> bool:
    # Nearly always decided by the first comparison.
    return bool(rows[node].fingerprint == rows[other].fingerprint) and size(rows, node) == size(rows, other)


@inner
def may_share_descendants(rows: Rows, left: int, right: int, rules: Rules) -> bool:
    """Say whether descendants of two nodes may be mapped when the nodes are mapped to each other."""
    if size(rows, left) == 1 or size(rows, right) == 1:
        return False
    return not rules.restricted or left == 0 or bool(rows[left].label == rows[right].label)


@inner
def replacing_cost(rows: Rows, left: int, right: int, rules: Rules) -> int:
    """Cost of mapping one node to another, whatever is below them."""
    return rules.replace if rows[left].label != rows[right].label else 0


@inner
def lone_cost(rows: Rows, left: int, right: int, rules: Rules) -> int:
    """Cost of mapping two nodes and nothing below them."""
    below = rules.remove * (size(rows, left) - 1) + rules.insert * (size(rows, right) - 1)
    return below + replacing_cost(rows, left, right, rules)


@inner
def least_conceivable_cost(rows: Rows, left: int, right: int, rules: Rules) -> int:
    """What mapping two nodes costs if one subtree is a part of the other, and 1 for not being equal."""
    surplus = size(rows, left) - size(rows, right)
    return 1 + max(rules.remove * surplus, -rules.insert * surplus) + replacing_cost(rows, left, right, rules)


@inner
def list_children(rows: Rows, room: Room, parent: int, place: int) -> int:
    """Put the children of a node in the room, from a place on; the place after the last."""
    child = parent + 1
    while child < rows[parent].end:
        room[place].node = child
        place += 1
        child = rows[child].end
    return place


@inner
def list_differing(rows: Rows, room: Room, left_parent: int, right_parent: int) -> Span:
    """List the children of two nodes, and say where the lists differ: before and after that they are equal, child by child."""
    left, right = 0, rows[0].end
    left_stop, right_stop = list_children(rows, room, left_parent, left), list_children(rows, room, right_parent, right)
    while left < left_stop and right < right_stop and equal_subtrees(rows, room[left].node, room[right].node):
        left, right = left + 1, right + 1
    while left < left_stop and right < right_stop and equal_subtrees(rows, room[left_stop - 1].node, room[right_stop - 1].node):
        left_stop, right_stop = left_stop - 1, right_stop - 1
    return Span(left, left_stop, right, right_stop)


@inner
def classify(rows: Rows, room: Room, begin: int, stop: int) -> int:
    """Number the distinct subtrees among the children in the room from begin to stop; how many there are.

    Members of the classes stand from the first place of the list's tree on.
    """
    first = 0 if begin < rows[0].end else rows[0].end
    classes = 0
    for place in range(begin, stop):
        node = room[place].node
        twin = rows[node].twin
        known = room[twin].class_of_twin
        if known >= classes or rows[room[first + known].member].twin != twin:
            known = classes
            room[first + classes].member = node
            room[twin].class_of_twin = known
            classes += 1
        room[place].class_of = known
    return classes
