"""The minimum cost of a top-down mapping between two trees, plain or restricted.

Plain: Stanley M. Selkow: "The tree-to-tree editing problem", Information Processing Letters 6 (1977), doi:10.1016/0020-0190(77)90064-3.
Restricted (RTDM): Davi de Castro Reis, Paulo B. Golgher, Altigran S. da Silva, Alberto H. F. Laender: "Automatic Web News Extraction
Using Tree Edit Distance", WWW 2004, doi:10.1145/988672.988740. Both as chapter 9 of the News Ripper thesis defines them.

Changed: equal subtrees have the same number, so that only pairs of different shapes are aligned, and each pair once however often it
occurs; nothing is recursive, so depth does not matter; the work is counted before it is done, so that it can be refused.
"""

import numpy as np
import numpy.typing as npt

from sitelode.compiled.jit import borrowing, inner
from sitelode.published.trees.kernels.pair_table import LEFT, RIGHT, TOTAL, Pairs, Slots, add_pair, doubled, new_pairs, new_slots
from sitelode.published.trees.kernels.sibling_alignment import Costs, align, known_cost
from sitelode.published.trees.kernels.tree_pair import END, NODE, PREVIOUS, TWIN, Joined, Room, Rules, Span, list_differing, replacing_cost

CELLS_PER_PAIR = 64  # a pair of shapes takes about as much time as this many cells of an alignment, and more memory

# A stack of the pairs in progress: where the children of each are, and which of their costs come next.
PAIR, FIRST_LEFT, LEFT_STOP, FIRST_RIGHT, RIGHT_STOP, FIRST_COST, NEXT_LEFT, NEXT_RIGHT = range(8)
Frames = npt.NDArray[np.int64]


@inner
def cost_pairs(rows: Joined, room: Room, rules: Rules, cell_budget: int) -> tuple[Slots, Pairs, bool]:
    """The cost of every pair of shapes that the mapping of the trees needs, as a table; the roots are its first pair.

    The flag is False if the budget is too small: then the table is useless.
    """
    slots, pairs, frames, costs = new_slots(), new_pairs(), np.empty((64, 8), np.int64), np.empty(1024, np.int64)
    no_steps = np.empty((0, 0), np.int8)
    count = depth = 0
    add_pair(slots, pairs, count, rows[0, TWIN], rows[0, END])
    cells = _open_frame(rows, room, pairs, count, frames, depth)
    count, depth = 1, 1
    while depth > 0 and cells + CELLS_PER_PAIR * count <= cell_budget:
        frame = depth - 1
        span, first_cost, pair = _span(frames, frame), frames[frame, FIRST_COST], frames[frame, PAIR]
        if first_cost + _cells(span) > len(costs):
            costs = _with_room(costs, first_cost, _cells(span))
        if _all_costs_known(rows, room, rules, slots, pairs, costs, frames, frame):
            total = align(room, span, rules, costs, first_cost, no_steps)
            pairs[pair, TOTAL] = total + replacing_cost(rows, pairs[pair, LEFT], pairs[pair, RIGHT], rules)
            depth -= 1
            continue
        left, right = room[frames[frame, NEXT_LEFT], NODE], room[frames[frame, NEXT_RIGHT], NODE]
        if count == len(pairs):
            slots, pairs = doubled(slots, pairs)
        add_pair(slots, pairs, count, rows[left, TWIN], rows[right, TWIN])
        if depth == len(frames):
            frames = _doubled_frames(frames)
        cells += _open_frame(rows, room, pairs, count, frames, depth)
        count, depth = count + 1, depth + 1
    return slots, pairs, depth == 0


@borrowing
def _all_costs_known(  # compiled code is fast with arrays, not with objects that hold them
    rows: Joined, room: Room, rules: Rules, slots: Slots, pairs: Pairs, costs: Costs, frames: Frames, frame: int
) -> bool:
    """Write the costs of mapping the children of a frame's pair, up to the first that needs a pair not in the table."""
    span = _span(frames, frame)
    left, right = frames[frame, NEXT_LEFT], frames[frame, NEXT_RIGHT]
    line = span.right_stop - span.right
    cell = frames[frame, FIRST_COST] + (left - span.left) * line + right - span.right
    while left < span.left_stop:
        if right == span.right and room[left, PREVIOUS] >= span.left:
            above = cell - (left - room[left, PREVIOUS]) * line
            for offset in range(line):
                costs[cell + offset] = costs[above + offset]
            cell, right = cell + line, span.right_stop
        while right < span.right_stop:
            if room[right, PREVIOUS] >= span.right:
                cost = costs[cell - (right - room[right, PREVIOUS])]
            else:
                cost = known_cost(rows, room[left, NODE], room[right, NODE], rules, slots, pairs)
            if cost < 0:
                frames[frame, NEXT_LEFT], frames[frame, NEXT_RIGHT] = left, right
                return False
            costs[cell] = cost
            cell, right = cell + 1, right + 1
        left, right = left + 1, span.right
    return True


@borrowing
def _open_frame(rows: Joined, room: Room, pairs: Pairs, pair: int, frames: Frames, depth: int) -> int:
    """Start with the children of a pair; returns the number of cells of their alignment."""
    first_cost = frames[depth - 1, FIRST_COST] + _cells(_span(frames, depth - 1)) if depth > 0 else 0
    span = list_differing(rows, room, pairs[pair, LEFT], pairs[pair, RIGHT])
    frames[depth, PAIR], frames[depth, FIRST_COST] = pair, first_cost
    frames[depth, FIRST_LEFT], frames[depth, LEFT_STOP] = span.left, span.left_stop
    frames[depth, FIRST_RIGHT], frames[depth, RIGHT_STOP] = span.right, span.right_stop
    frames[depth, NEXT_LEFT], frames[depth, NEXT_RIGHT] = span.left, span.right
    return _cells(span)


@borrowing
def _span(frames: Frames, frame: int) -> Span:
    return Span(frames[frame, FIRST_LEFT], frames[frame, LEFT_STOP], frames[frame, FIRST_RIGHT], frames[frame, RIGHT_STOP])


@borrowing
def _cells(span: Span) -> int:
    return (span.left_stop - span.left) * (span.right_stop - span.right)


@inner
def _doubled_frames(frames: Frames) -> Frames:
    more = np.empty((2 * len(frames), frames.shape[1]), np.int64)
    for frame in range(len(frames)):
        for column in range(frames.shape[1]):
            more[frame, column] = frames[frame, column]
    return more


@inner
def _with_room(costs: Costs, used: int, needed: int) -> Costs:
    more = np.empty(max(used + needed, 2 * len(costs)), np.int64)
    for cell in range(used):
        more[cell] = costs[cell]
    return more
