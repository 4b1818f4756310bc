"""From costs to a mapping: walk down the pairs of the best alignment, and record the partner of every node.

If costs are unknown, because the two trees are too large, children are aligned by the lower bound of the cost of mapping them, in
short pieces, and only the children that the alignment maps are visited. The result is a mapping of the same kind, found in time
linear in the trees, but not always the cheapest.
"""

import numpy as np
import numpy.typing as npt

from sitelode.compiled.jit import borrowing, inner, jit
from sitelode.published.trees.kernels.anchored_pieces import pieces
from sitelode.published.trees.kernels.cheapest_cost import cost_pairs
from sitelode.published.trees.kernels.pair_table import Pairs, Slots, new_pairs, new_slots
from sitelode.published.trees.kernels.sibling_alignment import INSERT, MAP, REMOVE, best_steps
from sitelode.published.trees.kernels.tree_pair import (
    END,
    FIRST_PLACE,
    NODE,
    Joined,
    Room,
    Rules,
    Span,
    equal_subtrees,
    joined,
    list_differing,
    may_share_descendants,
    room_for,
)
from sitelode.published.trees.tree_rows import NodeColumn, Rows


@jit
def cheapest_partners(left: Rows, right: Rows, rules: tuple[int, int, int, bool], cell_budget: int) -> tuple[NodeColumn, bool]:
    """For each left node the right node it is mapped to, or -1; and whether this is certainly the cheapest mapping.

    The rules are the costs of replacing, inserting and removing, and whether the mapping is restricted.
    """
    rows = joined(left, right)
    room = room_for(rows)
    named_rules = Rules(rules[0], rules[1], rules[2], rules[3])
    slots, pairs, exact = cost_pairs(rows, room, named_rules, cell_budget)
    if not exact:
        slots, pairs = new_slots(), new_pairs()
    return partners(rows, room, named_rules, slots, pairs, exact), exact


@inner
def partners(
    rows: Joined,
    room: Room,
    rules: Rules,
    slots: Slots,
    pairs: Pairs,
    costs_are_known: bool,  # noqa: FBT001  compiled code has no keyword arguments
) -> NodeColumn:
    """Partners of the cheapest mapping; without costs (an empty table), of a mapping found in linear time."""
    right_root = rows[0, END]
    partner = np.full(right_root, -1, np.int32)
    # Mapped pairs that are still to be visited: at most as many as there are left nodes.
    waiting = np.empty((right_root, 2), np.int64)
    waiting[0, 0], waiting[0, 1] = 0, right_root
    count = 1
    while count > 0:
        count -= 1
        left, right = waiting[count, 0], waiting[count, 1]
        if _mapped_alone(rows, partner, left, right, rules):
            continue
        span = list_differing(rows, room, left, right)
        map_equal_ends(rows, room, partner, span, (left, right))
        if costs_are_known:
            count = _pile_mapped(room, span, best_steps(rows, room, span, rules, slots, pairs), waiting, count)
            continue
        bounds = pieces(rows, room, span)
        for piece in range(len(bounds)):
            part = Span(bounds[piece, 0], bounds[piece, 1], bounds[piece, 2], bounds[piece, 3])
            count = _pile_mapped(room, part, best_steps(rows, room, part, rules, slots, pairs), waiting, count)
    return partner


@borrowing
def _mapped_alone(rows: Joined, partner: NodeColumn, left: int, right: int, rules: Rules) -> bool:
    """Map two nodes, or all of two equal subtrees; returns whether nothing below them is left to map."""
    if equal_subtrees(rows, left, right):
        map_equal(rows, partner, left, right)
        return True
    partner[left] = right - rows[0, END]
    return not may_share_descendants(rows, left, right, rules)


@borrowing
def map_equal(rows: Joined, partner: NodeColumn, left: int, right: int) -> None:
    _map_run(partner, left, rows[left, END], right - rows[0, END])


@borrowing
def _map_run(partner: NodeColumn, left: int, left_stop: int, right: int) -> None:
    for offset in range(left_stop - left):
        partner[left + offset] = right + offset


@borrowing
def map_equal_ends(rows: Joined, room: Room, partner: NodeColumn, span: Span, parents: tuple[int, int]) -> None:
    """Map the children before and after a span, which are equal and therefore cover runs of equally many nodes."""
    left_parent, right_parent = parents
    first_place = rows[left_parent, FIRST_PLACE]
    if span.left > first_place:
        _map_run(partner, left_parent + 1, rows[room[span.left - 1, NODE], END], right_parent + 1 - rows[0, END])
    rest = rows[room[span.left_stop - 1, NODE], END] if span.left_stop > first_place else left_parent + 1
    equal_after = rows[left_parent, END] - rest
    _map_run(partner, rest, rows[left_parent, END], rows[right_parent, END] - equal_after - rows[0, END])


@borrowing
def _pile_mapped(room: Room, span: Span, steps: npt.NDArray[np.int8], waiting: npt.NDArray[np.int64], count: int) -> int:
    """Push the pairs that an alignment maps on the stack; returns its new height."""
    i, j = steps.shape
    while i > 0 and j > 0:
        step = steps[i - 1, j - 1]
        if step == MAP:
            waiting[count, 0], waiting[count, 1] = room[span.left + i - 1, NODE], room[span.right + j - 1, NODE]
            count += 1
        i -= step != INSERT
        j -= step != REMOVE
    return count
