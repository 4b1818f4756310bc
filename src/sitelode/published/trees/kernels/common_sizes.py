"""Sizes of the common trees of many pairs of trees, in one compiled call."""

import numpy as np
import numpy.typing as npt

from sitelode.compiled.jit import inner, jit
from sitelode.published.trees.kernels.cheapest_cost import cost_pairs
from sitelode.published.trees.kernels.cheapest_mapping import partners
from sitelode.published.trees.kernels.mapping_by_label import partners_by_label
from sitelode.published.trees.kernels.pair_table import TOTAL, new_pairs, new_slots
from sitelode.published.trees.kernels.tree_pair import Rules, joined, room_for
from sitelode.published.trees.tree_rows import NodeColumn, Rows

FAST, FINE, TOP_DOWN, RESTRICTED = 0, 1, 2, 3
_UNIT = 2**31  # as in tree_mapping: costs are multiples of this, replacements add one each

Numbers = npt.NDArray[np.int64]
ForestRows = tuple[Rows, Numbers]  # rows, and where each tree starts


@jit
def common_sizes(forest: ForestRows, pairs: Numbers, method: int, cell_budget: int) -> tuple[Numbers, npt.NDArray[np.bool_]]:
    """Size of the common tree of each pair of trees, and whether it is certainly that of a cheapest mapping."""
    rules = Rules(_UNIT + 1, _UNIT, _UNIT, method == RESTRICTED)
    sizes, exact = np.empty(len(pairs), np.int64), np.ones(len(pairs), np.bool_)
    for row in range(len(pairs)):
        left, right = _tree(forest, pairs[row, 0]), _tree(forest, pairs[row, 1])
        if len(left) == 0 or len(right) == 0:
            sizes[row] = 0
        elif left[0].fingerprint == right[0].fingerprint and len(left) == len(right):
            sizes[row] = len(left)
        elif method in (FAST, FINE):
            sizes[row] = _mapped_to_equals(left, right, partners_by_label(left, right, method == FINE))
        else:
            sizes[row], exact[row] = _cheapest_common_size(left, right, rules, cell_budget)
    return sizes, exact


@inner
def _tree(forest: ForestRows, number: int) -> Rows:
    rows, start = forest
    return rows[start[number] : start[number + 1]]


@inner
def _cheapest_common_size(left: Rows, right: Rows, rules: Rules, cell_budget: int) -> tuple[int, bool]:
    # In the same order as in tree_mapping, because an inexact mapping may depend on it.
    if len(left) > len(right) or (len(left) == len(right) and left[0].fingerprint > right[0].fingerprint):
        left, right = right, left
    rows = joined(left, right)
    room = room_for(rows)
    _, pairs, exact = cost_pairs(rows, room, rules, cell_budget)
    if not exact:
        return _mapped_to_equals(left, right, partners(rows, room, rules, new_slots(), new_pairs(), exact)), exact
    cost, replaced = pairs[0, TOTAL] // _UNIT, pairs[0, TOTAL] % _UNIT
    # Every node is removed, inserted, or half of a pair; a replacement costs one and is a pair.
    return (len(rows) - cost - replaced) // 2, exact


@inner
def _mapped_to_equals(left: Rows, right: Rows, partner: NodeColumn) -> int:
    count = 0
    for node in range(len(partner)):
        if partner[node] >= 0 and left[node].label == right[partner[node]].label:
            count += 1
    return count
