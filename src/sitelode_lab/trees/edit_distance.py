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
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.tree_mapping import COST_UNIT, MAPPINGS, UNIT_COSTS, EditCosts, TreeMapping, mapping_cost, top_down_mapping

STEP_BUDGET: Final = 2**23  # cells of all tables together, set by hand: about five seconds. Two pages of 250 nodes need about a quarter


class _PostOrder(NamedTuple):
    """The nodes of a tree, children before their parents."""

    node: list[int]  # in document order
    label: list[int]
    first: list[int]  # the first leaf below each
    keys: list[int]  # key roots: nodes with a sibling before them, and the root

    @classmethod
    def of(cls, tree: LabelledTree) -> "_PostOrder":
        # Of each node all before it but its ancestors, and all below it, come first.
        place = (tree.end.astype(np.int64) - 1 - tree.depth).tolist()
        node = sorted(range(len(tree)), key=place.__getitem__)
        first = [at - (tree.nodes.end[each] - each) + 1 for at, each in enumerate(node)]
        # Of the nodes with one first leaf, the last in post-order is a key root.
        return cls(node, [tree.nodes.label[each] for each in node], first, sorted({leaf: at for at, leaf in enumerate(first)}.values()))

    @property
    def steps(self) -> int:
        """Nodes below all key roots together."""
        return sum(key - self.first[key] + 1 for key in self.keys)


class _Distances:
    """The distance of every pair of subtrees of two trees, and the way back through them."""

    def __init__(self, left: _PostOrder, right: _PostOrder, costs: EditCosts) -> None:
        self.left, self.right = left, right
        # Of equally cheap mappings the one with fewest replacements is cheapest.
        self.replace, self.insert, self.remove = COST_UNIT * costs.replace + 1, COST_UNIT * costs.insert, COST_UNIT * costs.remove
        self.tree = [[0] * len(right.node) for _ in left.node]
        for one in left.keys:
            for other in right.keys:
                self._forest(one, other)

    def _forest(self, one: int, other: int) -> list[list[int]]:
        """Distances of all forests that end in the subtrees of two nodes; row and column 0 are the empty forest."""
        left_first, right_first, labels = self.left.first, self.right.first, self.right.label
        low, under = left_first[one], right_first[other]
        rows = [[self.insert * count for count in range(other - under + 2)]]
        for x in range(low, one + 1):
            above, of_tree, start = rows[-1], self.tree[x], rows[left_first[x] - low]
            row = [above[0] + self.remove]
            is_prefix, label = left_first[x] == low, self.left.label[x]
            for y in range(under, other + 1):
                at = y - under
                if is_prefix and right_first[y] == under:
                    best = above[at] + (self.replace if label != labels[y] else 0)
                    of_tree[y] = best = min(best, above[at + 1] + self.remove, row[at] + self.insert)
                else:
                    best = min(start[right_first[y] - under] + of_tree[y], above[at + 1] + self.remove, row[at] + self.insert)
                row.append(best)
            rows.append(row)
        return rows

    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of a cheapest mapping, as places in post-order."""
        found, waiting = [], [(len(self.left.node) - 1, len(self.right.node) - 1)]
        while waiting:
            x, y = waiting.pop()
            low, under = self.left.first[x], self.right.first[y]
            forest = self._forest(x, y)
            while x >= low or y >= under:
                i, j = x - low + 1, y - under + 1
                here = forest[i][j]
                if i and j and self.left.first[x] == low and self.right.first[y] == under:
                    if here == forest[i - 1][j - 1] + (self.replace if self.left.label[x] != self.right.label[y] else 0):
                        found.append((x, y))
                        x, y = x - 1, y - 1
                        continue
                elif i and j and here == forest[self.left.first[x] - low][self.right.first[y] - under] + self.tree[x][y]:
                    waiting.append((x, y))
                    x, y = self.left.first[x] - 1, self.right.first[y] - 1
                    continue
                if i and here == forest[i - 1][j] + self.remove:
                    x -= 1
                else:
                    y -= 1
        return found


def edit_mapping(left: LabelledTree, right: LabelledTree, costs: EditCosts = UNIT_COSTS, step_budget: int = STEP_BUDGET) -> TreeMapping:
    """Find the cheapest mapping of all; of equally cheap ones, one with fewest replacements."""
    if not len(left) or not len(right):
        return top_down_mapping(left, right, costs)
    one, other = _PostOrder.of(left), _PostOrder.of(right)
    if one.steps * other.steps > step_budget:
        return replace(top_down_mapping(left, right, costs), exact=False)
    partner = np.full(len(left), -1, np.int32)
    for x, y in _Distances(one, other, costs).pairs():
        partner[one.node[x]] = other.node[y]
    return TreeMapping(left, right, partner, mapping_cost(left, right, partner, costs))


def bottom_up_mapping(left: LabelledTree, right: LabelledTree) -> TreeMapping:
    """Map equal subtrees, the largest first."""
    size_left = left.end - np.arange(len(left), dtype=np.int32)
    partner, taken = np.full(len(left), -1, np.int32), np.zeros(len(right), np.bool_)
    places: defaultdict[int, list[int]] = defaultdict(list)
    for node in range(len(right) - 1, -1, -1):
        places[right.nodes.fingerprint[node]].append(node)  # the first of equal ones is last, and popped first
    for node in np.lexsort((np.arange(len(left)), -size_left)).tolist():
        same = places.get(left.nodes.fingerprint[node], [])
        while same and taken[same[-1]]:
            same.pop()
        if partner[node] < 0 and same:
            first = same.pop()
            partner[node : left.end[node]] = np.arange(first, right.end[first], dtype=np.int32)
            taken[first : right.end[first]] = True
    return TreeMapping(left, right, partner, mapping_cost(left, right, partner))


ALL_MAPPINGS: Final = {**MAPPINGS, "edit": edit_mapping, "bottom-up": bottom_up_mapping}
"""Every mapping by name; those of `MAPPINGS` compare many pairs at once, too."""
