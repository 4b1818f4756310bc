"""What the compiled mappings keep of two trees: columns of their joined rows, the room for lists of children, costs, and spans.

`kernels/tree_pair.pxd` has the same for compiled code.
"""

from typing import NamedTuple

# Columns of the joined trees; the last two say where the children are listed, and are 0 until they are.
LABEL, FINGERPRINT, END, TWIN, FIRST_PLACE, STOP_PLACE = range(6)

# Columns of the room in which children are listed and aligned, with a place for every node. Each list is made on first use.
NODE, SIZE = 0, 1
PREVIOUS = 2  # place of the previous child in this list with an equal subtree, or -1
LAST_PLACE = 3  # of a subtree equal to that of the node with this number, in some list
PREFIX_COST = 4  # of the best alignment of the children up to this one
USED = 5  # only at a tree's root: how many places are used


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
