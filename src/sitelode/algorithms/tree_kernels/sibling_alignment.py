"""Align two lists of siblings: remove some, insert some, map the others in order, at the least cost.

Children with equal subtrees at both ends of the lists are mapped before anything is computed. That is exact: mapping a child to
another one costs at least the difference of their sizes, so mapping it to its equal and inserting the other never costs more.
What is left is reduced to classes of equal subtrees, because long lists have few of them.
"""

import numpy as np
import numpy.typing as npt

from sitelode.algorithms.labelled_tree import Rows
from sitelode.algorithms.tree_kernels.compiled import inner
from sitelode.algorithms.tree_kernels.pair_table import PairTable, index_of
from sitelode.algorithms.tree_kernels.tree_pair import (
    Room,
    Rules,
    Span,
    classify,
    equal_subtrees,
    least_conceivable_cost,
    lone_cost,
    may_share_descendants,
    size,
)

Costs = npt.NDArray[np.int64]
Steps = npt.NDArray[np.int8]

MAP, REMOVE, INSERT = np.int8(0), np.int8(1), np.int8(2)


@inner
def known_cost(rows: Rows, left: int, right: int, rules: Rules, table: PairTable) -> int:
    """Cost of mapping one subtree to another; the least conceivable where the table does not know it."""
    if equal_subtrees(rows, left, right):
        return 0
    if not may_share_descendants(rows, left, right, rules):
        return lone_cost(rows, left, right, rules)
    known = index_of(table, rows[left].twin, rows[right].twin)
    if known < 0:
        return least_conceivable_cost(rows, left, right, rules)
    total: int = table[known].total
    return total


@inner
def fill_class_costs(rows: Rows, room: Room, span: Span, rules: Rules, table: PairTable, costs: Costs) -> None:
    """Cost of mapping each class of the left children to each of the right; a line has as many places as there are right children."""
    line = span.right_stop - span.right
    left_classes, right_classes = classify(rows, room, span.left, span.left_stop), classify(rows, room, span.right, span.right_stop)
    for i in range(left_classes):
        for j in range(right_classes):
            costs[i * line + j] = known_cost(rows, room[i].member, room[rows[0].end + j].member, rules, table)


@inner
def align(rows: Rows, room: Room, span: Span, rules: Rules, costs: Costs, steps: Steps) -> int:
    """Cost of the best alignment of two lists of children, whose costs by class are given.

    Unless `steps` is empty, it gets for each two prefixes the last step of their best alignment; of equally good ones mapping is
    preferred, then removing.
    """
    line = span.right_stop - span.right
    none_left = 0
    for place in range(span.right, span.right_stop):
        room[place].whole_cost = rules.insert * size(rows, room[place].node)
        none_left += room[place].whole_cost
        room[place].prefix_cost = none_left
    none_right, beside = 0, none_left
    for i in range(span.left_stop - span.left):
        remove_cost = rules.remove * size(rows, room[span.left + i].node)
        first_cost = room[span.left + i].class_of * line
        diagonal, beside = none_right, none_right + remove_cost
        none_right = beside
        for j in range(line):
            place = span.right + j
            above = room[place].prefix_cost
            mapping = diagonal + costs[first_cost + room[place].class_of]
            removing, inserting = above + remove_cost, beside + room[place].whole_cost
            best = min(mapping, removing, inserting)
            if steps.size:
                steps[i, j] = MAP if mapping == best else (REMOVE if removing == best else INSERT)
            room[place].prefix_cost = best
            diagonal, beside = above, best
    return beside


@inner
def best_steps(rows: Rows, room: Room, span: Span, rules: Rules, table: PairTable) -> Steps:
    """For each two prefixes of the lists the last step of their best alignment."""
    steps = np.empty((span.left_stop - span.left, span.right_stop - span.right), np.int8)
    if steps.size:
        costs = np.empty(steps.size, np.int64)
        fill_class_costs(rows, room, span, rules, table, costs)
        align(rows, room, span, rules, costs, steps)
    return steps


@inner
def short_cost(rows: Rows, room: Room, span: Span, rules: Rules, table: PairTable) -> int:
    """Cost of the best alignment where one list has one child at most, so that at most one pair is mapped."""
    apart = 0
    for place in range(span.left, span.left_stop):
        apart += rules.remove * size(rows, room[place].node)
    for place in range(span.right, span.right_stop):
        apart += rules.insert * size(rows, room[place].node)
    saved = 0
    for left_place in range(span.left, span.left_stop):
        for right_place in range(span.right, span.right_stop):
            left, right = room[left_place].node, room[right_place].node
            alone = rules.remove * size(rows, left) + rules.insert * size(rows, right)
            saved = max(saved, alone - known_cost(rows, left, right, rules, table))
    return apart - saved
