"""From costs to a mapping: walk down the pairs of the best alignment, and record the partner of every node.

If costs are unknown, because the two trees are too large, children are aligned by the lower bound of the cost of mapping them, in
short pieces, and only the children that the alignment maps are visited. The result is a mapping of the same kind, found in time
linear in the trees, but not always the cheapest. The types of some functions are in `cheapest_mapping.pxd`.
"""
# mypy: ignore-errors

from __future__ import annotations

import cython
import numpy as np

from sitelode_lab.trees.kernels.anchored_pieces import pieces
from sitelode_lab.trees.kernels.pair_table import new_pairs, new_slots
from sitelode_lab.trees.kernels.tree_pair import joined

if cython.compiled:
    from cython.cimports.sitelode_lab.trees.kernels import cheapest_cost, sibling_alignment, tree_pair
    from cython.cimports.sitelode_lab.trees.kernels.sibling_alignment import INSERT, MAP, REMOVE, Steps
    from cython.cimports.sitelode_lab.trees.kernels.tree_pair import END, FIRST_PLACE, NODE, Rules, Span, Table
else:
    from sitelode_lab.trees.joined_trees import END, FIRST_PLACE, NODE, Rules, Span
    from sitelode_lab.trees.kernels import cheapest_cost, sibling_alignment, tree_pair
    from sitelode_lab.trees.kernels.sibling_alignment import INSERT, MAP, REMOVE


def cheapest_partners(left, right, rules, cell_budget):
    """For each left node the right node it is mapped to, or -1; and whether this is certainly the cheapest mapping.

    The rules are the costs of replacing, inserting and removing, and whether the mapping is restricted.
    """
    replace, insert, remove, restricted = rules
    named: Rules = Rules(replace, insert, remove, restricted)
    rows: Table = joined(left, right)
    room: Table = np.zeros((len(rows), 6), np.int64)
    slots, pairs, exact = cheapest_cost.cost_pairs(rows, room, named, cell_budget)
    if not exact:
        slots, pairs = new_slots(), new_pairs()
    return partners(rows, room, named, slots, pairs, exact), exact


def partners(rows, room, rules, slots, pairs, costs_are_known):
    """Partners of the cheapest mapping; without costs (an empty table), of a mapping found in linear time."""
    right_root: cython.longlong = rows[0, END]
    found = np.full(right_root, -1, np.int32)
    partner: Nodes = found
    # Mapped pairs that are still to be visited: at most as many as there are left nodes.
    waiting: Table = np.empty((right_root, 2), np.int64)
    waiting[0, 0], waiting[0, 1] = 0, right_root
    count: cython.longlong = 1
    while count > 0:
        count -= 1
        left: cython.longlong = waiting[count, 0]
        right: cython.longlong = waiting[count, 1]
        if _mapped_alone(rows, partner, left, right, rules):
            continue
        span: Span = tree_pair.list_differing(rows, room, left, right)
        map_equal_ends(rows, room, partner, span, left, right)
        if costs_are_known:
            count = _pile_mapped(room, span, sibling_alignment.best_steps(rows, room, span, rules, slots, pairs), waiting, count)
            continue
        for first, stop, right_first, right_stop in pieces(rows, room, span.left, span.left_stop, span.right, span.right_stop).tolist():
            part: Span = Span(first, stop, right_first, right_stop)
            count = _pile_mapped(room, part, sibling_alignment.best_steps(rows, room, part, rules, slots, pairs), waiting, count)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mapped_alone(rows: Table, partner: Nodes, left: cython.longlong, right: cython.longlong, rules: Rules) -> cython.bint:
    """Map two nodes, or all of two equal subtrees; returns whether nothing below them is left to map."""
    if tree_pair.equal_subtrees(rows, left, right):
        map_equal(rows, partner, left, right)
        return True
    partner[left] = right - rows[0, END]
    return not tree_pair.may_share_descendants(rows, left, right, rules)


def map_equal(rows, partner, left, right):
    _map_run(partner, left, rows[left, END], right - rows[0, END])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _map_run(partner: Nodes, left: cython.longlong, left_stop: cython.longlong, right: cython.longlong) -> cython.void:
    for offset in range(left_stop - left):
        partner[left + offset] = right + offset


def map_equal_ends(rows, room, partner, span, left_parent, right_parent):
    """Map the children before and after a span, which are equal and therefore cover runs of equally many nodes."""
    first_place: cython.longlong = rows[left_parent, FIRST_PLACE]
    if span.left > first_place:
        _map_run(partner, left_parent + 1, rows[room[span.left - 1, NODE], END], right_parent + 1 - rows[0, END])
    rest: cython.longlong = left_parent + 1
    if span.left_stop > first_place:
        rest = rows[room[span.left_stop - 1, NODE], END]
    equal_after: cython.longlong = rows[left_parent, END] - rest
    _map_run(partner, rest, rows[left_parent, END], rows[right_parent, END] - equal_after - rows[0, END])


@cython.cfunc
def _pile_mapped(room: Table, span: Span, steps: Steps, waiting: Table, count: cython.longlong) -> cython.longlong:
    """Push the pairs that an alignment maps on the stack; returns its new height."""
    i: cython.longlong = steps.shape[0]
    j: cython.longlong = steps.shape[1]
    with cython.nogil:
        while i > 0 and j > 0:
            step = steps[i - 1, j - 1]
            if step == MAP:
                waiting[count, 0], waiting[count, 1] = room[span.left + i - 1, NODE], room[span.right + j - 1, NODE]
                count += 1
            i -= step != INSERT
            j -= step != REMOVE
    return count
