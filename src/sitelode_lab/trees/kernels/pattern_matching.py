"""Match a pattern with a tree: find what each wildcard captures. Each optional wildcard that captures nothing adds to the cost.

The cost model is that of 9.6.3 in the News Ripper thesis, after Reis et al. (WWW 2004). Only pairs of different shapes are matched, and
only if the pattern has a wildcard below; each pair once; nothing is recursive; the work is counted before it is done.
"""
# mypy: ignore-errors

from __future__ import annotations

import cython
import numpy as np

from sitelode_lab.trees.kernels.pair_table import doubled, new_pairs, new_slots
from sitelode_lab.trees.kernels.tree_pair import joined

if cython.compiled:
    from cython.cimports.sitelode_lab.trees.kernels import cheapest_mapping, pair_table, tree_pair
    from cython.cimports.sitelode_lab.trees.kernels.cheapest_cost import CELLS_PER_PAIR
    from cython.cimports.sitelode_lab.trees.kernels.cheapest_mapping import Nodes
    from cython.cimports.sitelode_lab.trees.kernels.pair_table import LEFT, RIGHT, TOTAL, Slots
    from cython.cimports.sitelode_lab.trees.kernels.pattern_composition import MANY, OPTIONAL, bits_of
    from cython.cimports.sitelode_lab.trees.kernels.sibling_alignment import Steps
    from cython.cimports.sitelode_lab.trees.kernels.tree_pair import END, LABEL, NODE, PREFIX_COST, PREVIOUS, TWIN, Span, Table
else:
    from sitelode_lab.trees.joined_trees import END, LABEL, NODE, PREFIX_COST, PREVIOUS, TWIN
    from sitelode_lab.trees.kernels import cheapest_mapping, pair_table, tree_pair
    from sitelode_lab.trees.kernels.cheapest_cost import CELLS_PER_PAIR
    from sitelode_lab.trees.kernels.pair_table import LEFT, RIGHT, TOTAL
    from sitelode_lab.trees.kernels.pattern_composition import MANY, OPTIONAL, bits_of

REJECTED = 2**40  # more than any number of wildcards
_REJECTED = cython.declare(cython.longlong, REJECTED)
_ONE, _DISCARD, _EXTEND = cython.declare(cython.schar, 0), cython.declare(cython.schar, 1), cython.declare(cython.schar, 2)

# How many nodes a tree must have to match the subtree of the pattern; negative if it must be equal, because there is no wildcard.
_NEED = cython.declare(cython.int, 6)  # one more column of the room, with a place for every node of the pattern


def match_rows(pattern, tree, cell_budget):
    """The cost of a match, and for each node of the pattern the first row and one past the last row of the tree that it captures.

    The cost is REJECTED if there is no match, and -1 if the budget is too small to tell. Rows are -1 if nothing is captured.
    """
    first, stop = np.full(len(pattern), -1, np.int32), np.full(len(pattern), -1, np.int32)
    rows: Table = joined(pattern, tree)
    room: Table = np.zeros((len(rows), 7), np.int64)
    _note_needs(rows, room)
    slots, pairs, count = _pairs_to_match(rows, room, cell_budget)
    if count < 0:
        return -1, first, stop
    _fill_totals(rows, room, slots, pairs, count)
    cost = _cost(rows, room, 0, len(pattern), slots, pairs)
    if cost < REJECTED:
        _capture(rows, room, slots, pairs, first, stop)
    return cost, first, stop


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note_needs(rows: Table, room: Table) -> cython.void:
    node: cython.longlong
    for node in range(rows[0, END] - 1, -1, -1):
        if rows[node, LABEL] < 0:
            room[node, _NEED] = 0 if bits_of(rows[node, LABEL]) & OPTIONAL else 1
            continue
        need: cython.longlong = 1
        fixed: cython.bint = True
        child: cython.longlong = node + 1
        while child < rows[node, END]:
            need += abs(room[child, _NEED])
            fixed = fixed and room[child, _NEED] < 0
            child = rows[child, END]
        room[node, _NEED] = -need if fixed else need


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _undecided(rows: Table, room: Table, node: cython.longlong, other: cython.longlong) -> cython.bint:
    """Whether the cost of matching a subtree of the pattern with another depends on the children."""
    if rows[node, LABEL] != rows[other, LABEL] or not 0 < room[node, _NEED] <= tree_pair.size(rows, other):
        return False
    return not tree_pair.equal_subtrees(rows, node, other)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _cost(rows: Table, room: Table, node: cython.longlong, other: cython.longlong, slots: Slots, pairs: Table) -> cython.longlong:
    """Cost of matching one subtree of the pattern with one of the tree."""
    if rows[node, LABEL] < 0 or tree_pair.equal_subtrees(rows, node, other):
        return 0
    if _undecided(rows, room, node, other):
        return pairs[pair_table.index_of(slots, pairs, rows[node, TWIN], rows[other, TWIN]), TOTAL]
    return _REJECTED


@cython.cfunc
def _pairs_to_match(rows: Table, room: Table, cell_budget: cython.longlong) -> tuple:
    """All pairs of shapes whose children have to be matched, as a table, and their number; -1 if the budget is too small."""
    slots: Slots = new_slots()
    pairs: Table = new_pairs()
    middle: cython.longlong = rows[0, END]
    count: cython.longlong = 0
    cells: cython.longlong = 0
    done: cython.longlong = 0
    if _undecided(rows, room, 0, middle):
        pair_table.add_pair(slots, pairs, count, rows[0, TWIN], middle)
        count = 1
    while done < count:
        span: Span = tree_pair.list_differing(rows, room, pairs[done, LEFT], pairs[done, RIGHT])
        done += 1
        cells += (span.left_stop - span.left + 1) * (span.right_stop - span.right + 1)
        for left in range(span.left, span.left_stop):
            if cells + CELLS_PER_PAIR * count > cell_budget:
                return np.asarray(slots), np.asarray(pairs), -1
            for right in range(span.right, span.right_stop if room[left, PREVIOUS] < span.left else span.right):
                node: cython.longlong = room[left, NODE]
                other: cython.longlong = room[right, NODE]
                if _undecided(rows, room, node, other) and pair_table.index_of(slots, pairs, rows[node, TWIN], rows[other, TWIN]) < 0:
                    if count == len(pairs):
                        slots, pairs = doubled(slots, pairs)
                    pair_table.add_pair(slots, pairs, count, rows[node, TWIN], rows[other, TWIN])
                    count += 1
    return np.asarray(slots), np.asarray(pairs), count


@cython.cfunc
def _fill_totals(rows: Table, room: Table, slots: Slots, pairs: Table, count: cython.longlong) -> cython.void:
    """Put the cost of every pair into the table: a pair depends only on pairs of its descendants, which are smaller."""
    sizes: cython.longlong[::1] = np.empty(count, np.int64)
    for number in range(count):
        sizes[number] = tree_pair.size(rows, pairs[number, LEFT]) + tree_pair.size(rows, pairs[number, RIGHT])
    order: cython.longlong[::1] = np.argsort(np.asarray(sizes), kind="stable").astype(np.int64)
    no_steps: Steps = np.empty((0, 0), np.int8)
    with cython.nogil:
        for place in range(count):
            index = order[place]
            span: Span = tree_pair.list_differing(rows, room, pairs[index, LEFT], pairs[index, RIGHT])
            pairs[index, TOTAL] = _match_children(rows, room, span, slots, pairs, no_steps)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _match_children(rows: Table, room: Table, span: Span, slots: Slots, pairs: Table, steps: Steps) -> cython.longlong:
    """Cost of matching the listed children; unless `steps` is empty, it gets the best last step for each two prefixes.

    On a tie a wildcard is continued rather than started, so the first of two adjacent wildcards captures less.
    """
    nothing: cython.longlong = 0  # cost of matching the pattern's children so far with no child of the tree
    with_steps: cython.bint = steps.shape[0] > 0
    for place in range(span.right, span.right_stop):
        room[place, PREFIX_COST] = _REJECTED
    for i in range(span.left_stop - span.left):
        node: cython.longlong = room[span.left + i, NODE]
        bits: cython.longlong = bits_of(rows[node, LABEL])
        diagonal: cython.longlong = nothing
        nothing = nothing + 1 if bits & OPTIONAL else _REJECTED
        beside: cython.longlong = _REJECTED
        for j in range(span.right_stop - span.right):
            at: cython.longlong = span.right + j
            above: cython.longlong = room[at, PREFIX_COST]
            best: cython.longlong = diagonal + _cost(rows, room, node, room[at, NODE], slots, pairs)
            step: cython.schar = _ONE
            if bits & MANY and beside <= best:
                best, step = beside, _EXTEND
            if bits & OPTIONAL and above + 1 < best:
                best, step = above + 1, _DISCARD
            if with_steps:
                steps[i, j] = step
            diagonal = above
            beside = min(best, _REJECTED)
            room[at, PREFIX_COST] = beside
    if span.right_stop > span.right:
        nothing = room[span.right_stop - 1, PREFIX_COST]
    return min(nothing, _REJECTED)


@cython.cfunc
def _capture(rows: Table, room: Table, slots: Slots, pairs: Table, first: Nodes, stop: Nodes) -> cython.void:
    """Walk down the pairs of the best match, and record what each node of the pattern captures."""
    middle: cython.longlong = rows[0, END]
    waiting: Table = np.empty((middle, 2), np.int64)
    waiting[0, 0], waiting[0, 1] = 0, middle
    count: cython.longlong = 1
    while count > 0:
        count -= 1
        node: cython.longlong = waiting[count, 0]
        other: cython.longlong = waiting[count, 1]
        if tree_pair.equal_subtrees(rows, node, other):
            cheapest_mapping.map_equal(rows, first, node, other)
            continue
        first[node] = other - middle
        if rows[node, LABEL] >= 0:
            span: Span = tree_pair.list_differing(rows, room, node, other)
            cheapest_mapping.map_equal_ends(rows, room, first, span, node, other)
            steps: Steps = np.empty((span.left_stop - span.left, span.right_stop - span.right), np.int8)
            _match_children(rows, room, span, slots, pairs, steps)
            count = _pile_captured(rows, room, span, steps, stop, waiting, count)
    for node in range(middle):
        if first[node] >= 0 and stop[node] < 0:
            stop[node] = rows[middle + first[node], END] - middle


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pile_captured(
    rows: Table, room: Table, span: Span, steps: Steps, stop: Nodes, waiting: Table, count: cython.longlong
) -> cython.longlong:
    """Push the pairs of the best match on the stack, and record where a wildcard's last capture ends; returns the stack's new height."""
    i: cython.longlong = steps.shape[0]
    j: cython.longlong = steps.shape[1]
    while i > 0 and j > 0:
        node: cython.longlong = room[span.left + i - 1, NODE]
        other: cython.longlong = room[span.right + j - 1, NODE]
        step = steps[i - 1, j - 1]
        if step != _DISCARD and stop[node] < 0 and rows[node, LABEL] < 0:
            stop[node] = rows[other, END] - rows[0, END]
        if step == _ONE:
            waiting[count, 0], waiting[count, 1] = node, other
            count += 1
        i -= step != _EXTEND
        j -= step != _DISCARD
    return count
