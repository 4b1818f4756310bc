"""Match a pattern with a tree: which part of the tree each wildcard captures, at the cost of the optional ones that capture nothing.

The cost model is that of 9.6.3 in the News Ripper thesis, after Reis et al. (WWW 2004). Only pairs of different shapes are matched, and
of those only where the pattern has a wildcard below; each pair once; nothing is recursive; the work is counted before it is done.
"""

import numpy as np
import numpy.typing as npt

from sitelode.algorithms.labelled_tree import NodeColumn, Rows
from sitelode.algorithms.tree_kernels.cheapest_cost import CELLS_PER_PAIR
from sitelode.algorithms.tree_kernels.cheapest_mapping import map_equal, map_equal_ends
from sitelode.algorithms.tree_kernels.compiled import entry_point, inner
from sitelode.algorithms.tree_kernels.pair_table import PairTable, add_pair, index_of, new_table, with_room_for
from sitelode.algorithms.tree_kernels.pattern_composition import MANY, OPTIONAL, bits_of
from sitelode.algorithms.tree_kernels.stable_order import stable_order
from sitelode.algorithms.tree_kernels.tree_pair import (
    Room,
    Span,
    classify,
    equal_subtrees,
    joined,
    list_differing,
    room_for,
    size,
)

REJECTED = 2**40  # more than any number of wildcards
ONE, DISCARD, EXTEND = np.int8(0), np.int8(1), np.int8(2)

Needs = npt.NDArray[np.int64]
Steps = npt.NDArray[np.int8]


@entry_point
def match_rows(pattern: Rows, tree: Rows, cell_budget: int) -> tuple[int, NodeColumn, NodeColumn]:
    """The cost of a match, and for each node of the pattern the first row and one past the last row of the tree that it captures.

    The cost is REJECTED if there is no match, and -1 if the budget does not suffice to tell. Rows are -1 where nothing is captured.
    """
    first, stop = np.full(len(pattern), -1, np.int32), np.full(len(pattern), -1, np.int32)
    rows = joined(pattern, tree)
    room = room_for(rows)
    needs = _needs(pattern)
    table, count = _pairs_to_match(rows, room, needs, cell_budget)
    if count < 0:
        return -1, first, stop
    _fill_totals(rows, room, needs, table, count)
    cost = _cost(rows, 0, len(pattern), needs, table)
    if cost < REJECTED:
        _capture(rows, room, needs, table, first, stop)
    return cost, first, stop


@inner
def _needs(pattern: Rows) -> Needs:
    """How many nodes a tree must have to match each subtree; the negative number if it must be equal, because there is no wildcard."""
    needs = np.zeros(len(pattern), np.int64)
    for node in range(len(pattern) - 1, -1, -1):
        if pattern[node].label < 0:
            needs[node] = 0 if bits_of(pattern[node].label) & OPTIONAL else 1
            continue
        needs[node] = 1
        fixed = True
        child = node + 1
        while child < pattern[node].end:
            needs[node] += abs(needs[child])
            fixed = fixed and needs[child] < 0
            child = pattern[child].end
        if fixed:
            needs[node] = -needs[node]
    return needs


@inner
def _undecided(rows: Rows, node: int, other: int, needs: Needs) -> bool:
    """Say whether the children have to be looked at to tell what matching a subtree of the pattern with another costs."""
    if rows[node].label != rows[other].label or needs[node] < 0 or needs[node] > size(rows, other):
        return False
    return not equal_subtrees(rows, node, other)


@inner
def _cost(rows: Rows, node: int, other: int, needs: Needs, table: PairTable) -> int:
    """Cost of matching one subtree of the pattern with one of the tree."""
    if rows[node].label < 0 or equal_subtrees(rows, node, other):
        return 0
    if not _undecided(rows, node, other, needs):
        return REJECTED
    total: int = table[index_of(table, rows[node].twin, rows[other].twin)].total
    return total


@inner
def _pairs_to_match(rows: Rows, room: Room, needs: Needs, cell_budget: int) -> tuple[PairTable, int]:
    """All pairs of shapes whose children have to be matched, and how many; -1 if the budget does not suffice."""
    table = new_table()
    middle = rows[0].end
    count = add_pair(table, 0, rows[0].twin, middle) if _undecided(rows, 0, middle, needs) else 0
    cells = 0
    done = 0
    while done < count:
        span = list_differing(rows, room, table[done].left, table[done].right)
        done += 1
        cells += (span.left_stop - span.left + 1) * (span.right_stop - span.right + 1)
        left_classes, right_classes = classify(rows, room, span.left, span.left_stop), classify(rows, room, span.right, span.right_stop)
        for i in range(left_classes):
            if cells + CELLS_PER_PAIR * count > cell_budget:
                return table, -1
            table = with_room_for(table, count, right_classes)
            for j in range(right_classes):
                node, other = room[i].member, room[middle + j].member
                if _undecided(rows, node, other, needs):
                    count = add_pair(table, count, rows[node].twin, rows[other].twin)
    return table, count


@inner
def _fill_totals(rows: Rows, room: Room, needs: Needs, table: PairTable, count: int) -> None:
    sizes = np.empty(count, np.int64)
    for index in range(count):
        sizes[index] = size(rows, table[index].left) + size(rows, table[index].right)
    no_steps = np.empty((0, 0), np.int8)
    for index in stable_order(sizes):
        span = list_differing(rows, room, table[index].left, table[index].right)
        table[index].total = _match_children(rows, room, span, needs, table, no_steps)


@inner
def _match_children(rows: Rows, room: Room, span: Span, needs: Needs, table: PairTable, steps: Steps) -> int:
    """Cost of matching the listed children; unless it is empty, `steps` gets how each two prefixes match best.

    Of equally good ways a wildcard rather goes on than begins: so of two that follow each other the first captures less.
    """
    nothing = 0  # cost of matching the children of the pattern so far with no child of the tree
    for place in range(span.right, span.right_stop):
        room[place].prefix_cost = REJECTED
    for i in range(span.left_stop - span.left):
        node = room[span.left + i].node
        bits = bits_of(rows[node].label)
        diagonal = nothing
        nothing = nothing + 1 if bits & OPTIONAL else REJECTED
        beside = REJECTED
        for j in range(span.right_stop - span.right):
            place = span.right + j
            above = room[place].prefix_cost
            best, step = diagonal + _cost(rows, node, room[place].node, needs, table), ONE
            if bits & MANY and beside <= best:
                best, step = beside, EXTEND
            if bits & OPTIONAL and above + 1 < best:
                best, step = above + 1, DISCARD
            if steps.size:
                steps[i, j] = step
            diagonal, beside = above, min(best, REJECTED)
            room[place].prefix_cost = beside
    if span.right_stop > span.right:
        nothing = room[span.right_stop - 1].prefix_cost
    return min(nothing, REJECTED)


@inner
def _capture(rows: Rows, room: Room, needs: Needs, table: PairTable, first: NodeColumn, stop: NodeColumn) -> None:
    """Walk down the pairs of the best match, and note what each node of the pattern captures."""
    middle = rows[0].end
    waiting = np.empty((middle, 2), np.int32)
    waiting[0, 0], waiting[0, 1] = 0, middle
    count = 1
    while count > 0:
        count -= 1
        node, other = waiting[count, 0], waiting[count, 1]
        if equal_subtrees(rows, node, other):
            map_equal(rows, first, node, other)
            continue
        first[node] = other - middle
        if rows[node].label >= 0:
            span = list_differing(rows, room, node, other)
            map_equal_ends(rows, room, first, span, (node, other))
            steps = np.empty((span.left_stop - span.left, span.right_stop - span.right), np.int8)
            _match_children(rows, room, span, needs, table, steps)
            count = _pile_captured(rows, room, span, steps, stop, (waiting, count))
    for node in range(middle):
        if first[node] >= 0 and stop[node] < 0:
            stop[node] = rows[middle + first[node]].end - middle


@inner
def _pile_captured(rows: Rows, room: Room, span: Span, steps: Steps, stop: NodeColumn, pile: tuple[NodeColumn, int]) -> int:
    """Put the pairs of the best match on the pile, and note where a wildcard's last capture ends; the pile's new height."""
    waiting, count = pile
    i, j = steps.shape
    while i > 0 and j > 0:
        node, other = room[span.left + i - 1].node, room[span.right + j - 1].node
        step = steps[i - 1, j - 1]
        if step != DISCARD and stop[node] < 0 and rows[node].label < 0:
            stop[node] = rows[other].end - rows[0].end
        if step == ONE:
            waiting[count, 0], waiting[count, 1] = node, other
            count += 1
        i -= step != EXTEND
        j -= step != DISCARD
    return count
