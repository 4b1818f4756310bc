"""Align two lists of siblings at the lowest cost: remove some, insert some, map the others in order.

Children with equal subtrees at both ends of the lists are mapped before anything is computed. That is exact: mapping a child to
another one costs at least the difference of their sizes, so mapping it to its equal and inserting the other never costs more.
The rest of a long list has few different subtrees, so the cost of a pair of them is computed once and copied.
"""

import numpy as np
import numpy.typing as npt

from sitelode.compiled.jit import borrowing, inner
from sitelode.published.trees.kernels.pair_table import TOTAL, Pairs, Slots, index_of
from sitelode.published.trees.kernels.tree_pair import (
    NODE,
    PREFIX_COST,
    PREVIOUS,
    SIZE,
    TWIN,
    Joined,
    Room,
    Rules,
    Span,
    equal_subtrees,
    least_conceivable_cost,
    lone_cost,
    may_share_descendants,
)

Costs = npt.NDArray[np.int64]
Steps = npt.NDArray[np.int8]

MAP, REMOVE, INSERT = np.int8(0), np.int8(1), np.int8(2)


@borrowing
def align(room: Room, span: Span, rules: Rules, costs: Costs, first_cost: int, steps: Steps) -> int:
    """Cost of the best alignment of two lists of children, given the cost of mapping each left child to each right child.

    Unless `steps` is empty, it gets for each two prefixes the last step of their best alignment; on a tie mapping is
    preferred, then removing.
    """
    none_left = 0
    for place in range(span.right, span.right_stop):
        none_left += rules.insert * room[place, SIZE]
        room[place, PREFIX_COST] = none_left
    none_right, beside, cost = 0, none_left, first_cost
    for i in range(span.left_stop - span.left):
        remove_cost = rules.remove * room[span.left + i, SIZE]
        diagonal, beside = none_right, none_right + remove_cost
        none_right = beside
        for j in range(span.right_stop - span.right):
            place = span.right + j
            above = room[place, PREFIX_COST]
            mapping = diagonal + costs[cost]
            removing, inserting = above + remove_cost, beside + rules.insert * room[place, SIZE]
            best = min(mapping, removing, inserting)
            if steps.size:
                steps[i, j] = MAP if mapping == best else (REMOVE if removing == best else INSERT)
            room[place, PREFIX_COST] = best
            diagonal, beside = above, best
            cost += 1
    return beside


@borrowing
def known_cost(rows: Joined, left: int, right: int, rules: Rules, slots: Slots, pairs: Pairs) -> int:
    """Cost of mapping one subtree to another; -1 if it needs a pair that is not in the table."""
    cost = 0
    if not may_share_descendants(rows, left, right, rules):
        cost = lone_cost(rows, left, right, rules)
    elif not equal_subtrees(rows, left, right):
        index = index_of(slots, pairs, rows[left, TWIN], rows[right, TWIN])
        cost = pairs[index, TOTAL] if index >= 0 else -1
    return cost


@inner
def best_steps(rows: Joined, room: Room, span: Span, rules: Rules, slots: Slots, pairs: Pairs) -> Steps:
    """For each two prefixes of the lists the last step of their best alignment; unknown costs are replaced by their lower bound."""
    steps = np.empty((span.left_stop - span.left, span.right_stop - span.right), np.int8)
    costs = np.empty(steps.size, np.int64)
    cell = 0
    for left_place in range(span.left, span.left_stop):
        for right_place in range(span.right, span.right_stop):
            cost = repeated_cost(room, span, costs, cell, (left_place, right_place))
            if cost < 0:
                left, right = room[left_place, NODE], room[right_place, NODE]
                cost = known_cost(rows, left, right, rules, slots, pairs)
                cost = cost if cost >= 0 else least_conceivable_cost(rows, left, right, rules)
            costs[cell] = cost
            cell += 1
    align(room, span, rules, costs, cell - steps.size, steps)
    return steps


@borrowing
def repeated_cost(room: Room, span: Span, costs: Costs, cell: int, places: tuple[int, int]) -> int:
    """The cost of a cell above, or to the left, that has the same two subtrees; -1 if there is none."""
    left_place, right_place = places
    line = span.right_stop - span.right
    cost = -1
    if room[left_place, PREVIOUS] >= span.left:
        cost = costs[cell - (left_place - room[left_place, PREVIOUS]) * line]
    elif room[right_place, PREVIOUS] >= span.right:
        cost = costs[cell - (right_place - room[right_place, PREVIOUS])]
    return cost
