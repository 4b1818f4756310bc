"""Two more ways to map one tree to another: without any restriction, and from the leaves up.

`edit`: the tree edit distance in general, where a node may be inserted or removed anywhere and its children move up (9.4 of the News Ripper
thesis). Kaizhong Zhang, Dennis Shasha: "Simple fast algorithms for the editing distance between trees and related problems", SIAM Journal
on Computing 18, 1989, doi:10.1137/0218082. Its cost is a lower bound of every mapping in `tree_mapping.py`. Above a budget of steps the
cheapest top-down mapping takes its place, and the result is marked as not exact.

`bottom-up`: nodes whose whole subtrees are equal are mapped, the largest first (10.2 of the thesis, after Gabriel Valiente: "An efficient
bottom-up distance between trees", 2001). Decided: of several equal subtrees the first on either side are mapped to each other; labels
alone count, and all texts have one, as everywhere in layout trees. Time linear but for a sort.
"""

from collections import defaultdict
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode_lab.trees.kernels.edit_distance import fill_distances, trace_pairs
from sitelode_lab.trees.labelled_tree import LabelledTree, NodeColumn
from sitelode_lab.trees.tree_mapping import (
    COST_UNIT,
    MAPPINGS,
    UNIT_COSTS,
    EditCosts,
    TreeMapping,
    mapping_cost,
    top_down_mapping,
)

STEP_BUDGET: Final = 2**29  # cells of all tables together; two seconds, set by hand. Two pages of 600 nodes need about a tenth
MOST_PAIRS: Final = 2**23  # of nodes whose distances are kept: 64 MB

PostOrder: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def edit_mapping(left: LabelledTree, right: LabelledTree, costs: EditCosts = UNIT_COSTS, step_budget: int = STEP_BUDGET) -> TreeMapping:
    """Find the cheapest mapping of all; of equally cheap ones, one with fewest replacements."""
    if not len(left) or not len(right):
        return top_down_mapping(left, right, costs)
    one, other = _in_post_order(left), _in_post_order(right)
    if _steps(one) * _steps(other) > step_budget or len(left) * len(right) > MOST_PAIRS:
        found = top_down_mapping(left, right, costs)
        return TreeMapping(left, right, found.partner, found.cost, exact=False)
    weights = np.array([COST_UNIT * costs.replace + 1, COST_UNIT * costs.insert, COST_UNIT * costs.remove], np.int64)
    tree = np.zeros((len(left), len(right)), np.int64)
    forest = np.zeros((len(left) + 1, len(right) + 1), np.int64)
    fill_distances(one, other, weights, tree, forest)
    partner = np.full(len(left), -1, np.int64)
    trace_pairs(one, other, weights, tree, forest, partner, np.zeros((len(left) + 1, 2), np.int64))
    in_document_order = _document_order(left, right, partner)
    return TreeMapping(left, right, in_document_order, mapping_cost(left, right, in_document_order, costs))


def bottom_up_mapping(left: LabelledTree, right: LabelledTree) -> TreeMapping:
    """Map equal subtrees, the largest first."""
    size_left, size_right = (tree.end - np.arange(len(tree), dtype=np.int32) for tree in (left, right))
    partner, taken = np.full(len(left), -1, np.int32), np.zeros(len(right), np.bool_)
    places: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for node in range(len(right) - 1, -1, -1):
        places[int(right.fingerprint[node]), int(size_right[node])].append(node)  # the first of equal ones is last, and popped first
    for node in np.lexsort((np.arange(len(left)), -size_left)).tolist():
        same = places.get((int(left.fingerprint[node]), int(size_left[node])), [])
        while same and taken[same[-1]]:
            same.pop()
        if partner[node] < 0 and same:
            first = same.pop()
            partner[node : left.end[node]] = np.arange(first, right.end[first], dtype=np.int32)
            taken[first : right.end[first]] = True
    return TreeMapping(left, right, partner, mapping_cost(left, right, partner))


ALL_MAPPINGS: Final = {**MAPPINGS, "edit": edit_mapping, "bottom-up": bottom_up_mapping}
"""Every mapping by name; those of `MAPPINGS` compare many pairs at once, too."""


def _in_post_order(tree: LabelledTree) -> PostOrder:
    """Labels, the first leaf below each node, and the key roots: nodes with a sibling before them, and the root."""
    number = _post_order_numbers(tree)
    label, first = np.empty(len(tree), np.int64), np.empty(len(tree), np.int64)
    size = (tree.end - np.arange(len(tree))).astype(np.int64)
    label[number], first[number] = tree.label, number - size + 1
    # Of the nodes with one first leaf, the last in post-order is a key root.
    keys = np.unique(first[::-1], return_index=True)[1]
    return label, first, np.sort(len(tree) - 1 - keys).astype(np.int64)


def _post_order_numbers(tree: LabelledTree) -> NDArray[np.int64]:
    """For each node, in document order, its place in post-order: all before it but its ancestors, and all below it."""
    numbers: NDArray[np.int64] = tree.end.astype(np.int64) - 1 - tree.depth
    return numbers


def _steps(order: PostOrder) -> int:
    """Nodes below all key roots together."""
    _, first, keys = order
    return int((keys - first[keys] + 1).sum())


def _document_order(left: LabelledTree, right: LabelledTree, partner: NDArray[np.int64]) -> NodeColumn:
    to_document = np.argsort(_post_order_numbers(right)).astype(np.int32)
    of_left = partner[_post_order_numbers(left)]
    found: NodeColumn = np.where(of_left >= 0, to_document[np.maximum(of_left, 0)], -1).astype(np.int32)
    return found
