"""The least cost of a top-down mapping of two trees, plain or restricted.

Plain: Stanley M. Selkow: "The tree-to-tree editing problem", Information Processing Letters 6 (1977), doi:10.1016/0020-0190(77)90064-3.
Restricted (RTDM): Davi de Castro Reis, Paulo B. Golgher, Altigran S. da Silva, Alberto H. F. Laender: "Automatic Web News Extraction
Using Tree Edit Distance", WWW 2004, doi:10.1145/988672.988740. Both as chapter 9 of the News Ripper thesis defines them.

Changed: equal subtrees are known by number, so that only pairs of different shapes are aligned, and each pair once however often it
occurs; nothing is recursive, so depth costs nothing; the work is counted before it is done, so that it can be refused.
"""

import numpy as np

from sitelode.algorithms.labelled_tree import Rows
from sitelode.algorithms.tree_kernels.compiled import inner
from sitelode.algorithms.tree_kernels.pair_table import PairTable, add_pair, new_table, with_room_for
from sitelode.algorithms.tree_kernels.sibling_alignment import Costs, align, fill_class_costs, short_cost
from sitelode.algorithms.tree_kernels.stable_order import stable_order
from sitelode.algorithms.tree_kernels.tree_pair import (
    Room,
    Rules,
    classify,
    equal_subtrees,
    list_differing,
    may_share_descendants,
    replacing_cost,
    size,
)

CELLS_PER_PAIR = 64  # a pair of shapes takes about as much time as this many cells of an alignment, and more memory
_USUAL_CELLS = 1024


@inner
def pairs_to_align(rows: Rows, room: Room, rules: Rules, cell_budget: int) -> tuple[PairTable, int]:
    """All pairs of shapes whose children have to be aligned, the roots first, and how many; -1 if the budget does not suffice."""
    table = new_table()
    count = add_pair(table, 0, rows[0].twin, rows[0].end)
    cells = 0
    done = 0
    while done < count:
        span = list_differing(rows, room, table[done].left, table[done].right)
        done += 1
        cells += (span.left_stop - span.left) * (span.right_stop - span.right)
        left_classes, right_classes = classify(rows, room, span.left, span.left_stop), classify(rows, room, span.right, span.right_stop)
        for i in range(left_classes):
            if cells + CELLS_PER_PAIR * count > cell_budget:
                return table, -1
            table = with_room_for(table, count, right_classes)
            for j in range(right_classes):
                left, right = room[i].member, room[rows[0].end + j].member
                if may_share_descendants(rows, left, right, rules) and not equal_subtrees(rows, left, right):
                    count = add_pair(table, count, rows[left].twin, rows[right].twin)
    return table, count


@inner
def fill_totals(rows: Rows, room: Room, rules: Rules, table: PairTable, count: int) -> None:
    """Put the cost of the best mapping of every pair into the table."""
    # A pair needs only pairs of its own descendants, and those are smaller.
    sizes = np.empty(count, np.int64)
    for index in range(count):
        sizes[index] = size(rows, table[index].left) + size(rows, table[index].right)
    costs, no_steps = np.empty(_USUAL_CELLS, np.int64), np.empty((0, 0), np.int8)
    for index in stable_order(sizes):
        left, right = table[index].left, table[index].right
        span = list_differing(rows, room, left, right)
        if min(span.left_stop - span.left, span.right_stop - span.right) <= 1:
            children = short_cost(rows, room, span, rules, table)
        else:
            costs = _with_cells(costs, (span.left_stop - span.left) * (span.right_stop - span.right))
            fill_class_costs(rows, room, span, rules, table, costs)
            children = align(rows, room, span, rules, costs, no_steps)
        table[index].total = children + replacing_cost(rows, left, right, rules)


@inner
def _with_cells(costs: Costs, cells: int) -> Costs:
    """The same array where it is long enough, else a new one."""
    return costs if len(costs) >= cells else np.empty(max(cells, 2 * len(costs)), np.int64)
