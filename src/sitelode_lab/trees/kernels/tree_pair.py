"""Two trees to be compared, joined in one array for the compiled mappings, so that a node is one number.

The number of the right tree's root is the number of nodes of the left tree. The types of the functions are in `tree_pair.pxd`.
"""
# mypy: ignore-errors

import cython
import numpy as np

if not cython.compiled:
    from sitelode_lab.trees.joined_trees import (
        END,
        FINGERPRINT,
        FIRST_PLACE,
        LABEL,
        LAST_PLACE,
        NODE,
        PREVIOUS,
        SIZE,
        STOP_PLACE,
        TWIN,
        USED,
        Span,
    )  # fmt: skip


def joined(left, right):
    """The rows of two trees as one table of whole numbers."""
    middle = len(left)
    rows = np.zeros((middle + len(right), 6), np.int64)
    for part, tree, start in ((rows[:middle], left, 0), (rows[middle:], right, middle)):
        part[:, LABEL], part[:, FINGERPRINT] = tree["label"], tree["fingerprint"].view(np.int64)
        part[:, END], part[:, TWIN] = tree["end"], tree["twin"]
        part[:, END : TWIN + 1] += start
    return rows


def size(rows, node):
    return rows[node, END] - node


def equal_subtrees(rows, node, other):
    # The first comparison nearly always decides.
    return rows[node, FINGERPRINT] == rows[other, FINGERPRINT] and size(rows, node) == size(rows, other)


def may_share_descendants(rows, left, right, rules):
    """Whether descendants of two nodes may be mapped when the nodes are mapped to each other."""
    if rules.restricted and left != 0 and rows[left, LABEL] != rows[right, LABEL]:
        return False
    return size(rows, left) > 1 and size(rows, right) > 1


def replacing_cost(rows, left, right, rules):
    """Cost of mapping one node to another, without their descendants."""
    return rules.replace if rows[left, LABEL] != rows[right, LABEL] else 0


def lone_cost(rows, left, right, rules):
    """Cost of mapping two nodes and nothing below them."""
    below = rules.remove * (size(rows, left) - 1) + rules.insert * (size(rows, right) - 1)
    return below + replacing_cost(rows, left, right, rules)


def least_conceivable_cost(rows, left, right, rules):
    """Lower bound of the cost of mapping two nodes: as if one subtree were part of the other, plus 1 because they are not equal."""
    surplus = size(rows, left) - size(rows, right)
    return 1 + max(rules.remove * surplus, -rules.insert * surplus) + replacing_cost(rows, left, right, rules)


def list_children(rows, room, parent):
    """List a node's children, unless that is already done."""
    if rows[parent, STOP_PLACE] > 0:
        return
    root: cython.longlong = 0 if parent < rows[0, END] else rows[0, END]
    first: cython.longlong = root + room[root, USED]
    place: cython.longlong = first
    child: cython.longlong = parent + 1
    while child < rows[parent, END]:
        twin: cython.longlong = rows[child, TWIN]
        last: cython.longlong = room[twin, LAST_PLACE]
        room[place, PREVIOUS] = last if first <= last < place and rows[room[last, NODE], TWIN] == twin else -1
        room[place, NODE], room[place, SIZE] = child, size(rows, child)
        room[twin, LAST_PLACE] = place
        place += 1
        child = rows[child, END]
    rows[parent, FIRST_PLACE], rows[parent, STOP_PLACE] = first, place
    room[root, USED] = place - root


def list_differing(rows, room, left_parent, right_parent):
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
