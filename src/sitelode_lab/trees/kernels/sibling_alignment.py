"""Align two lists of siblings at the lowest cost: remove some, insert some, map the others in order.

Children with equal subtrees at both ends of the lists are mapped before anything is computed. That is exact: mapping a child to
another one costs at least the difference of their sizes, so mapping it to its equal and inserting the other never costs more.
The rest of a long list has few different subtrees, so the cost of a pair of them is computed once and copied. The types of the functions
are in `sibling_alignment.pxd`.
"""
# mypy: ignore-errors

from __future__ import annotations

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.sitelode_lab.trees.kernels import pair_table, tree_pair
    from cython.cimports.sitelode_lab.trees.kernels.pair_table import TOTAL
    from cython.cimports.sitelode_lab.trees.kernels.tree_pair import NODE, PREFIX_COST, PREVIOUS, SIZE, TWIN, Span, Table
else:
    from sitelode_lab.trees.joined_trees import NODE, PREFIX_COST, PREVIOUS, SIZE, TWIN
    from sitelode_lab.trees.kernels import pair_table, tree_pair
    from sitelode_lab.trees.kernels.pair_table import TOTAL

    MAP, REMOVE, INSERT = range(3)


def align(room, span, rules, costs, first_cost, steps):
    """Cost of the best alignment of two lists of children, given the cost of mapping each left child to each right child.

    Unless `steps` is empty, it gets for each two prefixes the last step of their best alignment; on a tie mapping is
    preferred, then removing.
    """
    none_left: cython.longlong = 0
    none_right: cython.longlong = 0
    cost: cython.longlong = first_cost
    with_steps: cython.bint = steps.shape[0] > 0
    for place in range(span.right, span.right_stop):
        none_left += rules.insert * room[place, SIZE]
        room[place, PREFIX_COST] = none_left
    beside: cython.longlong = none_left
    for i in range(span.left_stop - span.left):
        remove_cost: cython.longlong = rules.remove * room[span.left + i, SIZE]
        diagonal: cython.longlong = none_right
        beside = none_right + remove_cost
        none_right = beside
        for j in range(span.right_stop - span.right):
            at: cython.longlong = span.right + j
            above: cython.longlong = room[at, PREFIX_COST]
            mapping: cython.longlong = diagonal + costs[cost]
            removing: cython.longlong = above + remove_cost
            inserting: cython.longlong = beside + rules.insert * room[at, SIZE]
            best: cython.longlong = min(mapping, removing, inserting)
            if with_steps:
                steps[i, j] = MAP if mapping == best else (REMOVE if removing == best else INSERT)
            room[at, PREFIX_COST] = best
            diagonal = above
            beside = best
            cost += 1
    return beside


def known_cost(rows, left, right, rules, slots, pairs):
    """Cost of mapping one subtree to another; -1 if it needs a pair that is not in the table."""
    if not tree_pair.may_share_descendants(rows, left, right, rules):
        return tree_pair.lone_cost(rows, left, right, rules)
    if tree_pair.equal_subtrees(rows, left, right):
        return 0
    index: cython.longlong = pair_table.index_of(slots, pairs, rows[left, TWIN], rows[right, TWIN])
    return pairs[index, TOTAL] if index >= 0 else -1


def best_steps(rows, room, span, rules, slots, pairs):
    """For each two prefixes of the lists the last step of their best alignment; unknown costs are replaced by their lower bound."""
    found = np.empty((span.left_stop - span.left, span.right_stop - span.right), np.int8)
    steps: Steps = found
    costs: Costs = np.empty(found.size, np.int64)
    cell: cython.longlong = 0
    with cython.nogil:
        for left_place in range(span.left, span.left_stop):
            for right_place in range(span.right, span.right_stop):
                cost: cython.longlong = _repeated_cost(room, span, costs, cell, left_place, right_place)
                if cost < 0:
                    left: cython.longlong = room[left_place, NODE]
                    right: cython.longlong = room[right_place, NODE]
                    cost = known_cost(rows, left, right, rules, slots, pairs)
                    if cost < 0:
                        cost = tree_pair.least_conceivable_cost(rows, left, right, rules)
                costs[cell] = cost
                cell += 1
        align(room, span, rules, costs, 0, steps)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _repeated_cost(
    room: Table, span: Span, costs: Costs, cell: cython.longlong, left_place: cython.longlong, right_place: cython.longlong
) -> cython.longlong:
    """The cost of a cell above, or to the left, that has the same two subtrees; -1 if there is none."""
    if room[left_place, PREVIOUS] >= span.left:
        return costs[cell - (left_place - room[left_place, PREVIOUS]) * (span.right_stop - span.right)]
    if room[right_place, PREVIOUS] >= span.right:
        return costs[cell - (right_place - room[right_place, PREVIOUS])]
    return -1
