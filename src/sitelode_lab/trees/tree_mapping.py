"""Map one tree to another from the root down: find what two pages have in common, and the cost of turning one into the other.

`fast` and `fine`: Arnaud Jasselette, Mathieu Vanderwhale, the News Ripper thesis, University of Namur 2005, chapter 12. `top_down`: Stanley
M. Selkow: "The tree-to-tree editing problem", Information Processing Letters 6, 1977, doi:10.1016/0020-0190(77)90064-3. `restricted`: RTDM,
Davi de Castro Reis, Paulo B. Golgher, Altigran S. da Silva, Alberto H. F. Laender: "Automatic Web News Extraction Using Tree Edit
Distance", WWW 2004, doi:10.1145/988672.988740. The last two as in chapter 9 of the thesis.

Implemented: all four, with any costs. `fast` and `fine` pair children by label; the others find the cheapest mapping of their kind.
Decided: of equally cheap mappings, the one that leaves most nodes unchanged, so that the similarity depends neither on chance nor on the
order of the trees. Changed: if two trees are too large for that, they are mapped in linear time, and the result is marked as not exact.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sitelode_lab.trees.labelled_tree import LabelledTree, NodeColumn
from sitelode_lab.trees.tree_pairs import ByLabel, Cheapest

# Cells of all alignments together, set by hand. At the limit: about four seconds; pages of 3,000 nodes need about a hundredth of it.
CELL_BUDGET = 2**23
# Costs are multiples of this, and each replacement adds one: of equally cheap mappings the one with fewest replacements is cheapest.
COST_UNIT = 2**31
MOST_COST = 2**31


@dataclass(frozen=True, slots=True)
class EditCosts:
    """The costs of replacing, inserting and removing one node."""

    replace: int = 1
    insert: int = 1
    remove: int = 1

    def __post_init__(self) -> None:
        if min(self.replace, self.insert, self.remove) < 0:
            raise ValueError(f"an operation cannot cost less than nothing: {self}")

    def swapped(self) -> "EditCosts":
        return EditCosts(self.replace, self.remove, self.insert)


UNIT_COSTS = EditCosts()


@dataclass(frozen=True, eq=False)
class TreeMapping:
    """Which nodes of the left tree correspond to which nodes of the right tree."""

    left: LabelledTree
    right: LabelledTree
    partner: NodeColumn  # for each left node the right node it is mapped to, or -1
    cost: int
    exact: bool = True  # False: the trees were too large to be sure that this is the cheapest mapping

    @cached_property
    def pairs(self) -> NodeColumn:
        """Left and right node of each pair, in document order of the left tree; pairs of different labels are replacements."""
        mapped = np.flatnonzero(self.partner >= 0)
        return np.column_stack([mapped, self.partner[mapped]]).astype(np.int32)

    @cached_property
    def left_common(self) -> npt.NDArray[np.bool_]:
        """Nodes of the left tree that are in the common tree: mapped to a node of the same label."""
        common = np.zeros(len(self.left), np.bool_)
        common[self._common_pairs[:, 0]] = True
        return common

    @cached_property
    def right_common(self) -> npt.NDArray[np.bool_]:
        common = np.zeros(len(self.right), np.bool_)
        common[self._common_pairs[:, 1]] = True
        return common

    @property
    def common_size(self) -> int:
        return len(self._common_pairs)

    @property
    def similarity(self) -> float:
        """Size of the common tree divided by that of the larger tree; two empty trees are equal."""
        larger = max(len(self.left), len(self.right))
        return self.common_size / larger if larger else 1.0

    @cached_property
    def _common_pairs(self) -> NodeColumn:
        same = self.left.label[self.pairs[:, 0]] == self.right.label[self.pairs[:, 1]]
        common: NodeColumn = self.pairs[same]
        return common


def fast_mapping(left: LabelledTree, right: LabelledTree) -> TreeMapping:
    """Map children from left to right, up to the first two that differ (News Ripper 12.2)."""
    return _mapping_by_label(left, right, fine=False)


def fine_mapping(left: LabelledTree, right: LabelledTree) -> TreeMapping:
    """Among the children with one label, map the largest to the largest, and so on (News Ripper 12.3)."""
    return _mapping_by_label(left, right, fine=True)


def top_down_mapping(left: LabelledTree, right: LabelledTree, costs: EditCosts = UNIT_COSTS, cell_budget: int = CELL_BUDGET) -> TreeMapping:
    """Find the cheapest mapping in which the parents of mapped nodes are mapped too (Selkow 1977)."""
    return _cheapest_mapping(left, right, costs, cell_budget, restricted=False)


def restricted_mapping(
    left: LabelledTree, right: LabelledTree, costs: EditCosts = UNIT_COSTS, cell_budget: int = CELL_BUDGET
) -> TreeMapping:
    """Find the cheapest top-down mapping that maps nothing below replaced nodes, except below the roots (RTDM, Reis et al. 2004)."""
    return _cheapest_mapping(left, right, costs, cell_budget, restricted=True)


MAPPINGS = {"fast": fast_mapping, "fine": fine_mapping, "top-down": top_down_mapping, "restricted": restricted_mapping}


def mapping_cost(left: LabelledTree, right: LabelledTree, partner: NodeColumn, costs: EditCosts = UNIT_COSTS) -> int:
    """Cost of any mapping: its replacements, and the nodes it leaves out on either side (News Ripper 9.4)."""
    mapped = np.flatnonzero(partner >= 0)
    replaced = int(np.count_nonzero(left.label[mapped] != right.label[partner[mapped]]))
    removed, inserted = len(left) - len(mapped), len(right) - len(mapped)
    return costs.replace * replaced + costs.insert * inserted + costs.remove * removed


def _mapping_by_label(left: LabelledTree, right: LabelledTree, *, fine: bool) -> TreeMapping:
    if not len(left) or not len(right) or left.label[0] != right.label[0]:
        return _without_pairs(left, right, UNIT_COSTS)
    partner = np.array(ByLabel(left, right, fine=fine).mapped()[0], np.int32)
    return TreeMapping(left, right, partner, mapping_cost(left, right, partner))


def _cheapest_mapping(left: LabelledTree, right: LabelledTree, costs: EditCosts, cell_budget: int, *, restricted: bool) -> TreeMapping:
    if max(costs.replace, costs.insert, costs.remove) * (len(left) + len(right)) >= MOST_COST:
        raise ValueError(f"{costs} for trees of {len(left):,} and {len(right):,} nodes would not fit a number; take smaller costs")
    if not len(left) or not len(right):
        return _without_pairs(left, right, costs)
    partner, exact = _cheapest_partners(left, right, costs, cell_budget, restricted=restricted)
    cost = mapping_cost(left, right, partner, costs)
    # If replacing costs more than removing and inserting, it may be cheapest not to map even the roots.
    if cost > costs.remove * len(left) + costs.insert * len(right):
        return _without_pairs(left, right, costs)
    return TreeMapping(left, right, partner, cost, exact)


def _cheapest_partners(
    left: LabelledTree, right: LabelledTree, costs: EditCosts, cell_budget: int, *, restricted: bool
) -> tuple[NodeColumn, bool]:
    if len(left) == len(right) and left.root_fingerprint == right.root_fingerprint:
        return np.arange(len(left), dtype=np.int32), True
    if (len(left), left.root_fingerprint) > (len(right), right.root_fingerprint):
        # Always in the same order, so that the choice among equally cheap mappings does not depend on the order of the trees.
        turned, exact = _cheapest_partners(right, left, costs.swapped(), cell_budget, restricted=restricted)
        return _turned(turned, len(left)), exact
    units = COST_UNIT * costs.replace + 1, COST_UNIT * costs.insert, COST_UNIT * costs.remove
    pair = Cheapest(left, right, units, restricted=restricted)
    exact = pair.fill_costs(cell_budget)
    return np.array(pair.mapped()[0], np.int32), exact


def _turned(partner: NodeColumn, other_size: int) -> NodeColumn:
    """The same pairs, from the other tree's side."""
    turned = np.full(other_size, -1, np.int32)
    mapped = np.flatnonzero(partner >= 0)
    turned[partner[mapped]] = mapped
    return turned


def _without_pairs(left: LabelledTree, right: LabelledTree, costs: EditCosts) -> TreeMapping:
    return TreeMapping(left, right, np.full(len(left), -1, np.int32), costs.remove * len(left) + costs.insert * len(right))
