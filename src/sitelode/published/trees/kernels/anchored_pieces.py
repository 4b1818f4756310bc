"""Cut two long lists of siblings into short pieces that can be aligned one by one, in time linear in the lists.

First at anchors: subtrees that occur once in each list, as many as are in the same order in both (the idea of patience
diff). Then, if a stretch between anchors is still too large to align, into the same number of parts on both sides.
"""

import numpy as np

from sitelode.compiled.jit import inner
from sitelode.published.trees.kernels.stable_order import Positions, stable_order
from sitelode.published.trees.kernels.tree_pair import FINGERPRINT, NODE, Joined, Room, Span

# Cells of one alignment, about 1,000 children on either side, set by hand: enough to absorb most shifts, in a few milliseconds.
PIECE_CELLS = 2**20


@inner
def pieces(rows: Joined, room: Room, span: Span) -> Positions:
    """Cut a span into shorter ones, one per row. Children in none of them have nothing to be aligned with."""
    left_length, right_length = span.left_stop - span.left, span.right_stop - span.right
    bounds = np.empty((left_length + right_length + 1, 4), np.int64)
    if left_length * right_length <= PIECE_CELLS:
        return bounds[: _add_parts(bounds, 0, span)]
    anchors = _anchors(rows, room, span)
    count = 0
    left, right = span.left, span.right
    for anchor in range(len(anchors)):
        anchor_left, anchor_right = anchors[anchor, 0], anchors[anchor, 1]
        count = _add_parts(bounds, count, Span(left, anchor_left, right, anchor_right))
        left, right = anchor_left + 1, anchor_right + 1
        count = _add_parts(bounds, count, Span(anchor_left, left, anchor_right, right))
    return bounds[: _add_parts(bounds, count, Span(left, span.left_stop, right, span.right_stop))]


@inner
def _add_parts(bounds: Positions, count: int, span: Span) -> int:
    """Append the parts of a span after the first `count` rows, none if one side of it is empty; returns the new number of rows."""
    left_length, right_length = span.left_stop - span.left, span.right_stop - span.right
    # With k parts each has 1/k² of the cells, so that all of them together are linear in the longer list.
    parts = int(np.ceil(np.sqrt(left_length * right_length / PIECE_CELLS)))
    for part in range(parts):
        bounds[count, 0] = span.left + left_length * part // parts
        bounds[count, 1] = span.left + left_length * (part + 1) // parts
        bounds[count, 2] = span.right + right_length * part // parts
        bounds[count, 3] = span.right + right_length * (part + 1) // parts
        count += 1
    return count


@inner
def _prints(rows: Joined, room: Room, begin: int, stop: int) -> Positions:
    prints = np.empty(stop - begin, np.int64)
    for place in range(begin, stop):
        prints[place - begin] = rows[room[place, NODE], FINGERPRINT]
    return prints


@inner
def _single(prints: Positions, order: Positions, place: int) -> bool:
    here = prints[order[place]]
    return (place == 0 or prints[order[place - 1]] != here) and (place + 1 == len(order) or prints[order[place + 1]] != here)


@inner
def _single_matches(left_prints: Positions, right_prints: Positions) -> Positions:
    """For each left position the only right one with the same fingerprint, or -1."""
    left_order, right_order = stable_order(left_prints), stable_order(right_prints)
    match = np.full(len(left_prints), -1, np.int64)
    j = 0
    for i in range(len(left_order)):
        here = left_order[i]
        while j < len(right_order) and right_prints[right_order[j]] < left_prints[here]:
            j += 1
        if (
            j < len(right_order)
            and right_prints[right_order[j]] == left_prints[here]
            and _single(left_prints, left_order, i)
            and _single(right_prints, right_order, j)
        ):
            match[here] = right_order[j]
    return match


@inner
def _anchors(rows: Joined, room: Room, span: Span) -> Positions:
    """Left and right places of equal subtrees that occur once in each list, one pair per row; ascending on both sides."""
    match = _single_matches(_prints(rows, room, span.left, span.left_stop), _prints(rows, room, span.right, span.right_stop))
    run = _longest_ascending(match)
    anchors = np.empty((len(run), 2), np.int64)
    for index in range(len(run)):
        anchors[index, 0], anchors[index, 1] = span.left + run[index], span.right + match[run[index]]
    return anchors


@inner
def _longest_ascending(numbers: Positions) -> Positions:
    """Places of a longest ascending subsequence of the numbers that are not negative (Schensted 1961)."""
    ends = np.empty(len(numbers), np.int64)  # place of the smallest last number of an ascending run of each length
    before = np.empty(len(numbers), np.int64)
    length = 0
    for place in range(len(numbers)):
        if numbers[place] < 0:
            continue
        low, high = 0, length
        while low < high:
            middle = (low + high) // 2
            if numbers[ends[middle]] < numbers[place]:
                low = middle + 1
            else:
                high = middle
        before[place] = ends[low - 1] if low > 0 else -1
        ends[low] = place
        length = max(length, low + 1)
    run = np.empty(length, np.int64)
    place = ends[length - 1] if length > 0 else -1
    for index in range(length - 1, -1, -1):
        run[index] = place
        place = before[place]
    return run
