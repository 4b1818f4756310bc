"""The minimum cost of a top-down mapping between two trees, plain or restricted.

Plain: Stanley M. Selkow: "The tree-to-tree editing problem", Information Processing Letters 6 (1977), doi:10.1016/0020-0190(77)90064-3.
Restricted (RTDM): Davi de Castro Reis, Paulo B. Golgher, Altigran S. da Silva, Alberto H. F. Laender: "Automatic Web News Extraction
Using Tree Edit Distance", WWW 2004, doi:10.1145/988672.988740. Both as chapter 9 of the News Ripper thesis defines them.

Changed: equal subtrees have the same number, so that only pairs of different shapes are aligned, and each pair once however often it
occurs; nothing is recursive, so depth does not matter; the work is counted before it is done, so that it can be refused.
"""
# mypy: ignore-errors

from __future__ import annotations

import cython
import numpy as np

from sitelode_lab.trees.kernels.pair_table import doubled, new_pairs, new_slots

if cython.compiled:
    from cython.cimports.sitelode_lab.trees.kernels import pair_table, sibling_alignment, tree_pair
    from cython.cimports.sitelode_lab.trees.kernels.pair_table import LEFT, RIGHT, TOTAL, Slots
    from cython.cimports.sitelode_lab.trees.kernels.sibling_alignment import Costs, Steps
    from cython.cimports.sitelode_lab.trees.kernels.tree_pair import END, NODE, PREVIOUS, TWIN, Rules, Span, Table
else:
    from sitelode_lab.trees.joined_trees import END, NODE, PREVIOUS, TWIN, Span
    from sitelode_lab.trees.kernels import pair_table, sibling_alignment, tree_pair
    from sitelode_lab.trees.kernels.pair_table import LEFT, RIGHT, TOTAL

    CELLS_PER_PAIR = 64  # a pair of shapes takes about as much time as this many cells of an alignment, and more memory
    # A stack of the pairs in progress: where the children of each are, and which of their costs come next.
    PAIR, FIRST_LEFT, LEFT_STOP, FIRST_RIGHT, RIGHT_STOP, FIRST_COST, NEXT_LEFT, NEXT_RIGHT = range(8)


def cost_pairs(rows, room, rules, cell_budget):
    """The cost of every pair of shapes that the mapping of the trees needs, as a table; the roots are its first pair.

    The flag is False if the budget is too small: then the table is useless.
    """
    slots: Slots = new_slots()
    pairs: Table = new_pairs()
    frames: Table = np.empty((64, 8), np.int64)
    costs: Costs = np.empty(1024, np.int64)
    no_steps: Steps = np.empty((0, 0), np.int8)
    count: cython.longlong = 1
    depth: cython.longlong = 1
    pair_table.add_pair(slots, pairs, 0, rows[0, TWIN], rows[0, END])
    cells: cython.longlong = _open_frame(rows, room, pairs, 0, frames, 0)
    while depth > 0 and cells + CELLS_PER_PAIR * count <= cell_budget:
        frame: cython.longlong = depth - 1
        span: Span = _span(frames, frame)
        first_cost: cython.longlong = frames[frame, FIRST_COST]
        pair: cython.longlong = frames[frame, PAIR]
        if first_cost + _cells(span) > len(costs):
            costs = _with_room(costs, first_cost + _cells(span))
        if _all_costs_known(rows, room, rules, slots, pairs, costs, frames, frame):
            total: cython.longlong = sibling_alignment.align(room, span, rules, costs, first_cost, no_steps)
            pairs[pair, TOTAL] = total + tree_pair.replacing_cost(rows, pairs[pair, LEFT], pairs[pair, RIGHT], rules)
            depth -= 1
            continue
        left: cython.longlong = room[frames[frame, NEXT_LEFT], NODE]
        right: cython.longlong = room[frames[frame, NEXT_RIGHT], NODE]
        if count == len(pairs):
            slots, pairs = doubled(slots, pairs)
        pair_table.add_pair(slots, pairs, count, rows[left, TWIN], rows[right, TWIN])
        if depth == len(frames):
            frames = np.concatenate((frames, np.empty_like(frames)))
        cells += _open_frame(rows, room, pairs, count, frames, depth)
        count += 1
        depth += 1
    return np.asarray(slots), np.asarray(pairs), depth == 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _all_costs_known(
    rows: Table, room: Table, rules: Rules, slots: Slots, pairs: Table, costs: Costs, frames: Table, frame: cython.longlong
) -> cython.bint:
    """Write the costs of mapping the children of a frame's pair, up to the first that needs a pair not in the table."""
    span: Span = _span(frames, frame)
    left: cython.longlong = frames[frame, NEXT_LEFT]
    right: cython.longlong = frames[frame, NEXT_RIGHT]
    line: cython.longlong = span.right_stop - span.right
    cell: cython.longlong = frames[frame, FIRST_COST] + (left - span.left) * line + right - span.right
    cost: cython.longlong
    while left < span.left_stop:
        if right == span.right and room[left, PREVIOUS] >= span.left:
            above: cython.longlong = cell - (left - room[left, PREVIOUS]) * line
            for offset in range(line):
                costs[cell + offset] = costs[above + offset]
            cell += line
            right = span.right_stop
        while right < span.right_stop:
            if room[right, PREVIOUS] >= span.right:
                cost = costs[cell - (right - room[right, PREVIOUS])]
            else:
                cost = sibling_alignment.known_cost(rows, room[left, NODE], room[right, NODE], rules, slots, pairs)
            if cost < 0:
                frames[frame, NEXT_LEFT] = left
                frames[frame, NEXT_RIGHT] = right
                return False
            costs[cell] = cost
            cell += 1
            right += 1
        left += 1
        right = span.right
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _open_frame(
    rows: Table, room: Table, pairs: Table, pair: cython.longlong, frames: Table, depth: cython.longlong
) -> cython.longlong:  # fmt: skip
    """Start with the children of a pair; returns the number of cells of their alignment."""
    first_cost: cython.longlong = 0
    if depth > 0:
        first_cost = frames[depth - 1, FIRST_COST] + _cells(_span(frames, depth - 1))
    span: Span = tree_pair.list_differing(rows, room, pairs[pair, LEFT], pairs[pair, RIGHT])
    frames[depth, PAIR], frames[depth, FIRST_COST] = pair, first_cost
    frames[depth, FIRST_LEFT], frames[depth, LEFT_STOP] = span.left, span.left_stop
    frames[depth, FIRST_RIGHT], frames[depth, RIGHT_STOP] = span.right, span.right_stop
    frames[depth, NEXT_LEFT], frames[depth, NEXT_RIGHT] = span.left, span.right
    return _cells(span)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _span(frames: Table, frame: cython.longlong) -> Span:
    return Span(frames[frame, FIRST_LEFT], frames[frame, LEFT_STOP], frames[frame, FIRST_RIGHT], frames[frame, RIGHT_STOP])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _cells(span: Span) -> cython.longlong:
    return (span.left_stop - span.left) * (span.right_stop - span.right)


def _with_room(costs, needed):
    more = np.empty(max(needed, 2 * len(costs)), np.int64)
    more[: len(costs)] = costs
    return more
