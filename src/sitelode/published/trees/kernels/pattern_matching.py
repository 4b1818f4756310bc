"""Match a pattern with a tree: find what each wildcard captures. Each optional wildcard that captures nothing adds to the cost.

The cost model is that of 9.6.3 in the News Ripper thesis, after Reis et al. (WWW 2004). Only pairs of different shapes are matched, and
only if the pattern has a wildcard below; each pair once; nothing is recursive; the work is counted before it is done.
"""

import numpy as np
import numpy.typing as npt

from sitelode.compiled.jit import borrowing, inner, jit
from sitelode.published.trees.kernels.cheapest_cost import CELLS_PER_PAIR
from sitelode.published.trees.kernels.cheapest_mapping import map_equal, map_equal_ends
from sitelode.published.trees.kernels.pair_table import LEFT, RIGHT, TOTAL, Pairs, Slots, add_pair, doubled, index_of, new_pairs, new_slots
from sitelode.published.trees.kernels.pattern_composition import MANY, OPTIONAL, bits_of
from sitelode.published.trees.kernels.stable_order import stable_order
from sitelode.published.trees.kernels.tree_pair import (
    END,
    LABEL,
    NODE,
    PREFIX_COST,
    PREVIOUS,
    TWIN,
    Joined,
    Room,
    Span,
    equal_subtrees,
    joined,
    list_differing,
    size,
)
from sitelode.published.trees.tree_rows import NodeColumn, Rows

REJECTED = 2**40  # more than any number of wildcards
ONE, DISCARD, EXTEND = np.int8(0), np.int8(1), np.int8(2)

# How many nodes a tree must have to match the subtree of the pattern; negative if it must be equal, because there is no wildcard.
NEED = 6  # one more column of the room, with a place for every node of the pattern

Steps = npt.NDArray[np.int8]


@jit
def match_rows(pattern: Rows, tree: Rows, cell_budget: int) -> tuple[int, NodeColumn, NodeColumn]:
    """The cost of a match, and for each node of the pattern the first row and one past the last row of the tree that it captures.

    The cost is REJECTED if there is no match, and -1 if the budget is too small to tell. Rows are -1 if nothing is captured.
    """
    first, stop = np.full(len(pattern), -1, np.int32), np.full(len(pattern), -1, np.int32)
    rows = joined(pattern, tree)
    room = np.zeros((len(rows), NEED + 1), np.int64)
    _note_needs(rows, room)
    slots, pairs, count = _pairs_to_match(rows, room, cell_budget)
    if count < 0:
        return -1, first, stop
    _fill_totals(rows, room, slots, pairs, count)
    cost = _cost(rows, room, 0, len(pattern), slots, pairs)
    if cost < REJECTED:
        _capture(rows, room, slots, pairs, first, stop)
    return cost, first, stop


@borrowing
def _note_needs(rows: Joined, room: Room) -> None:
    for node in range(rows[0, END] - 1, -1, -1):
        if rows[node, LABEL] < 0:
            room[node, NEED] = 0 if bits_of(rows[node, LABEL]) & OPTIONAL else 1
            continue
        need, fixed = 1, True
        child = node + 1
        while child < rows[node, END]:
            need += abs(room[child, NEED])
            fixed = fixed and room[child, NEED] < 0
            child = rows[child, END]
        room[node, NEED] = -need if fixed else need


@borrowing
def _undecided(rows: Joined, room: Room, node: int, other: int) -> bool:
    """Whether the cost of matching a subtree of the pattern with another depends on the children."""
    need, same_label = room[node, NEED], rows[node, LABEL] == rows[other, LABEL]
    return bool(same_label and 0 < need <= size(rows, other)) and not equal_subtrees(rows, node, other)


@borrowing
def _cost(rows: Joined, room: Room, node: int, other: int, slots: Slots, pairs: Pairs) -> int:
    """Cost of matching one subtree of the pattern with one of the tree."""
    cost = REJECTED
    if rows[node, LABEL] < 0 or equal_subtrees(rows, node, other):
        cost = 0
    elif _undecided(rows, room, node, other):
        cost = pairs[index_of(slots, pairs, rows[node, TWIN], rows[other, TWIN]), TOTAL]
    return cost


@inner
def _pairs_to_match(rows: Joined, room: Room, cell_budget: int) -> tuple[Slots, Pairs, int]:
    """All pairs of shapes whose children have to be matched, as a table, and their number; -1 if the budget is too small."""
    slots, pairs = new_slots(), new_pairs()
    middle = rows[0, END]
    count = cells = done = 0
    if _undecided(rows, room, 0, middle):
        add_pair(slots, pairs, count, rows[0, TWIN], middle)
        count = 1
    while done < count:
        span = list_differing(rows, room, pairs[done, LEFT], pairs[done, RIGHT])
        done += 1
        cells += (span.left_stop - span.left + 1) * (span.right_stop - span.right + 1)
        for left in range(span.left, span.left_stop):
            if cells + CELLS_PER_PAIR * count > cell_budget:
                return slots, pairs, -1
            for right in range(span.right, span.right_stop if room[left, PREVIOUS] < span.left else span.right):
                node, other = room[left, NODE], room[right, NODE]
                if _undecided(rows, room, node, other) and index_of(slots, pairs, rows[node, TWIN], rows[other, TWIN]) < 0:
                    if count == len(pairs):
                        slots, pairs = doubled(slots, pairs)
                    add_pair(slots, pairs, count, rows[node, TWIN], rows[other, TWIN])
                    count += 1
    return slots, pairs, count


@inner
def _fill_totals(rows: Joined, room: Room, slots: Slots, pairs: Pairs, count: int) -> None:
    """Put the cost of every pair into the table: a pair depends only on pairs of its descendants, which are smaller."""
    sizes = np.empty(count, np.int64)
    for index in range(count):
        sizes[index] = size(rows, pairs[index, LEFT]) + size(rows, pairs[index, RIGHT])
    no_steps = np.empty((0, 0), np.int8)
    for index in stable_order(sizes):
        span = list_differing(rows, room, pairs[index, LEFT], pairs[index, RIGHT])
        pairs[index, TOTAL] = _match_children(rows, room, span, slots, pairs, no_steps)


@borrowing
def _match_children(rows: Joined, room: Room, span: Span, slots: Slots, pairs: Pairs, steps: Steps) -> int:
    """Cost of matching the listed children; unless `steps` is empty, it gets the best last step for each two prefixes.

    On a tie a wildcard is continued rather than started, so the first of two adjacent wildcards captures less.
    """
    nothing = 0  # cost of matching the pattern's children so far with no child of the tree
    for place in range(span.right, span.right_stop):
        room[place, PREFIX_COST] = REJECTED
    for i in range(span.left_stop - span.left):
        node = room[span.left + i, NODE]
        bits = bits_of(rows[node, LABEL])
        diagonal = nothing
        nothing = nothing + 1 if bits & OPTIONAL else REJECTED
        beside = REJECTED
        for j in range(span.right_stop - span.right):
            place = span.right + j
            above = room[place, PREFIX_COST]
            best, step = diagonal + _cost(rows, room, node, room[place, NODE], slots, pairs), ONE
            if bits & MANY and beside <= best:
                best, step = beside, EXTEND
            if bits & OPTIONAL and above + 1 < best:
                best, step = above + 1, DISCARD
            if steps.size:
                steps[i, j] = step
            diagonal, beside = above, min(best, REJECTED)
            room[place, PREFIX_COST] = beside
    if span.right_stop > span.right:
        nothing = room[span.right_stop - 1, PREFIX_COST]
    return min(nothing, REJECTED)


@inner
def _capture(rows: Joined, room: Room, slots: Slots, pairs: Pairs, first: NodeColumn, stop: NodeColumn) -> None:
    """Walk down the pairs of the best match, and record what each node of the pattern captures."""
    middle = rows[0, END]
    waiting = np.empty((middle, 2), np.int64)
    waiting[0, 0], waiting[0, 1] = 0, middle
    count = 1
    while count > 0:
        count -= 1
        node, other = waiting[count, 0], waiting[count, 1]
        if equal_subtrees(rows, node, other):
            map_equal(rows, first, node, other)
            continue
        first[node] = other - middle
        if rows[node, LABEL] >= 0:
            span = list_differing(rows, room, node, other)
            map_equal_ends(rows, room, first, span, (node, other))
            steps = np.empty((span.left_stop - span.left, span.right_stop - span.right), np.int8)
            _match_children(rows, room, span, slots, pairs, steps)
            count = _pile_captured(rows, room, span, steps, stop, (waiting, count))
    for node in range(middle):
        if first[node] >= 0 and stop[node] < 0:
            stop[node] = rows[middle + first[node], END] - middle


@inner
def _pile_captured(rows: Joined, room: Room, span: Span, steps: Steps, stop: NodeColumn, pile: tuple[npt.NDArray[np.int64], int]) -> int:
    """Push the pairs of the best match on the stack, and record where a wildcard's last capture ends; returns the stack's new height."""
    waiting, count = pile
    i, j = steps.shape
    while i > 0 and j > 0:
        node, other = room[span.left + i - 1, NODE], room[span.right + j - 1, NODE]
        step = steps[i - 1, j - 1]
        if step != DISCARD and stop[node] < 0 and rows[node, LABEL] < 0:
            stop[node] = rows[other, END] - rows[0, END]
        if step == ONE:
            waiting[count, 0], waiting[count, 1] = node, other
            count += 1
        i -= step != EXTEND
        j -= step != DISCARD
    return count
