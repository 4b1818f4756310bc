"""Match a pattern with a tree: whether it fits, and what each wildcard captures.

Data matching of the News Ripper thesis, 9.6.3, after Reis et al. (WWW 2004; see `ne_pattern`). Every node of the pattern except wildcards
maps to a node of the same label, every node of the tree maps to one or is captured. An optional wildcard that captures nothing
costs 1; anything that breaks the rules costs infinity, which is a rejection. Of equally cheap matches the one is chosen in which the first
of two wildcards captures less.
"""

import math
from dataclasses import dataclass

import numpy as np

from sitelode_lab.trees.kernels.pattern_matching import REJECTED, match_rows
from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.ne_pattern import NePattern, Wildcard
from sitelode_lab.trees.tree_mapping import CELL_BUDGET
from sitelode_lab.trees.tree_rows import NodeColumn


@dataclass(frozen=True, slots=True, eq=False)
class PatternMatch:
    """The nodes of a tree that each node of a pattern maps to or captures."""

    cost: float  # optional wildcards that capture nothing; infinite if the pattern rejects the tree
    first: NodeColumn  # for each node of the pattern the node it maps to, or the first it captures; -1 for none
    stop: NodeColumn  # one past the last node of the subtree it maps to, or of those it captures; -1 for none
    exact: bool = True  # False: pattern and tree were too large to decide, and the tree is rejected for that reason

    @property
    def accepted(self) -> bool:
        return math.isfinite(self.cost)


def match_pattern(pattern: NePattern, tree: LabelledTree, cell_budget: int = CELL_BUDGET) -> PatternMatch:
    """Find the cheapest match; a tree with infinite cost is rejected."""
    if not len(tree):
        nothing = np.full(len(pattern), -1, np.int32)
        return PatternMatch(1.0 if pattern.tree.label[0] in (Wildcard.OPTION, Wildcard.KLEENE) else math.inf, nothing, nothing)
    cost, first, stop = match_rows(pattern.tree.rows, tree.rows, cell_budget)
    return PatternMatch(float(cost) if 0 <= cost < REJECTED else math.inf, first, stop, exact=cost >= 0)
