"""Sizes of the common trees of many pairs of trees, in one compiled call."""
# mypy: ignore-errors

from __future__ import annotations

import cython
import numpy as np

from sitelode_lab.trees.kernels.mapping_by_label import partners_by_label
from sitelode_lab.trees.kernels.pair_table import new_pairs, new_slots
from sitelode_lab.trees.kernels.tree_pair import joined

if cython.compiled:
    from cython.cimports.sitelode_lab.trees.kernels import cheapest_cost, cheapest_mapping
    from cython.cimports.sitelode_lab.trees.kernels.pair_table import TOTAL
    from cython.cimports.sitelode_lab.trees.kernels.tree_pair import Rules, Table
else:
    from sitelode_lab.trees.joined_trees import Rules
    from sitelode_lab.trees.kernels import cheapest_cost, cheapest_mapping
    from sitelode_lab.trees.kernels.pair_table import TOTAL

FAST, FINE, TOP_DOWN, RESTRICTED = 0, 1, 2, 3
_UNIT = 2**31  # as in tree_mapping: costs are multiples of this, replacements add one each


def common_sizes(forest, pairs, method, cell_budget):
    """Size of the common tree of each pair of trees, and whether it is certainly that of a cheapest mapping.

    The forest is the rows of all trees, and where each of them starts.
    """
    rows, start = forest
    sizes, exact = np.empty(len(pairs), np.int64), np.ones(len(pairs), np.bool_)
    for row, (one, other) in enumerate(pairs.tolist()):
        left, right = rows[start[one] : start[one + 1]], rows[start[other] : start[other + 1]]
        if len(left) == 0 or len(right) == 0:
            sizes[row] = 0
        elif len(left) == len(right) and left["fingerprint"][0] == right["fingerprint"][0]:
            sizes[row] = len(left)
        elif method in (FAST, FINE):
            sizes[row] = _mapped_to_equals(left, right, partners_by_label(left, right, method == FINE))
        else:
            sizes[row], exact[row] = _cheapest_common_size(left, right, method == RESTRICTED, cell_budget)
    return sizes, exact


def _cheapest_common_size(left, right, restricted, cell_budget):
    # In the same order as in tree_mapping, because an inexact mapping may depend on it.
    if len(left) > len(right) or (len(left) == len(right) and left["fingerprint"][0] > right["fingerprint"][0]):
        left, right = right, left
    rules: Rules = Rules(_UNIT + 1, _UNIT, _UNIT, restricted)
    rows: Table = joined(left, right)
    room: Table = np.zeros((len(rows), 6), np.int64)
    _, pairs, exact = cheapest_cost.cost_pairs(rows, room, rules, cell_budget)
    if not exact:
        return _mapped_to_equals(left, right, cheapest_mapping.partners(rows, room, rules, new_slots(), new_pairs(), exact)), exact
    cost, replaced = divmod(int(pairs[0, TOTAL]), _UNIT)
    # Every node is removed, inserted, or half of a pair; a replacement costs one and is a pair.
    return (len(rows) - cost - replaced) // 2, exact


def _mapped_to_equals(left, right, partner):
    mapped = partner >= 0
    return np.count_nonzero(left["label"][mapped] == right["label"][partner[mapped]])
