"""Tree patterns: trees with wildcards for what differs from one page to the next.

ne-patterns (node extraction patterns): Davi de Castro Reis, Paulo B. Golgher, Altigran S. da Silva, Alberto H. F. Laender: "Automatic
Web News Extraction Using Tree Edit Distance", WWW 2004, doi:10.1145/988672.988740, as in 9.6.2 of the News Ripper thesis.

Build the pattern of a group of trees: compose the first two, then the result with the third, and so on.

News Ripper thesis, 9.6.2, after Reis et al. (WWW 2004; see `ne_pattern`). A node mapped to one of the same label stays, one mapped to
another becomes a wildcard, an unmapped one becomes an optional wildcard.

The table's empty entry, f($, n), is read as $. Changed for the fold, not for the composition of two:

- Neighbouring wildcards are merged if it is ambiguous which of them captures what: one that captures many with any other, and two
    optional ones. Without that a pattern grows with every tree, and no + or * would ever arise. With it there is at most one optional
    wildcard between two required nodes, and the number of those only falls: the fold takes time linear in the trees.
- A tree that the pattern already accepts does not change it.
- Equal trees count once, the most frequent come first: the order of the trees does not matter.

Match a pattern with a tree: whether it fits, and what each wildcard captures.

Data matching of the News Ripper thesis, 9.6.3, after Reis et al. (WWW 2004; see `ne_pattern`). Every node of the pattern except wildcards
maps to a node of the same label, every node of the tree maps to one or is captured. An optional wildcard that captures nothing
costs 1; anything that breaks the rules costs infinity, which is a rejection. Of equally cheap matches the one is chosen in which the first
of two wildcards captures less.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from sitelode_lab.trees.labelled_tree import LabelledTree, NodeColumn
from sitelode_lab.trees.tree_mapping import CELL_BUDGET, restricted_mapping
from sitelode_lab.trees.tree_pairs import MANY, OPTIONAL, REJECTED, Match, bits_of

INDENTED_LEVELS = 60  # set by hand; deeper levels are numbered, or the text of a deep tree would grow with the square of its depth


class Wildcard(IntEnum):
    """Labels that match any label; what they capture are sibling subtrees."""

    SINGLE = -1  # one
    PLUS = -2  # one or more
    OPTION = -3  # one or none
    KLEENE = -4  # any number

    @property
    def symbol(self) -> str:
        return "$+?*"[-1 - self]


@dataclass(frozen=True, slots=True, eq=False)
class NePattern:
    """A tree whose negative labels are wildcards, all of them leaves."""

    tree: LabelledTree

    def __post_init__(self) -> None:
        if not len(self.tree):
            raise ValueError("a pattern needs at least one node; an empty tree has none")
        if self.tree.label.min() < min(Wildcard):
            raise ValueError(f"label {self.tree.label.min()} of a pattern is neither a wildcard nor a label of a tree")
        inner_wildcards = (self.tree.label < 0) & (self.tree.end > np.arange(len(self.tree)) + 1)
        if inner_wildcards.any():
            raise ValueError(f"node {inner_wildcards.argmax()} of a pattern is a wildcard with children; wildcards are leaves")

    def __len__(self) -> int:
        return len(self.tree)

    @property
    def wildcards(self) -> NodeColumn:
        """The nodes that are wildcards, in document order."""
        return np.flatnonzero(self.tree.label < 0).astype(np.int32)

    def to_plain(self, name_of: Callable[[int], str]) -> dict[str, list[int] | list[str]]:
        """Lists that any format can store, with the names of labels, because their numbers have no meaning elsewhere."""
        labels = self.tree.label.tolist()
        return {
            "parent": self.tree.parent.tolist(),
            "name": [name_of(label) if label >= 0 else "" for label in labels],
            "wildcard": [Wildcard(label).symbol if label < 0 else "" for label in labels],
        }

    def to_text(self, name_of: Callable[[int], str]) -> str:
        """One line per node, indented below its parent; equal adjacent siblings are written once, with their number."""
        lines: list[str] = []
        waiting = [(0, 0)]
        while waiting:
            node, depth = waiting.pop()
            repeated, following = self._equal_siblings(node)
            if following is not None:
                waiting.append((following, depth))
            if node + 1 < self.tree.end[node]:
                waiting.append((node + 1, depth + 1))
            label = int(self.tree.label[node])
            indent = "  " * depth if depth <= INDENTED_LEVELS else "  " * INDENTED_LEVELS + f"[{depth}] "
            times = f" x{repeated}" if repeated > 1 else ""
            lines.append(indent + (Wildcard(label).symbol if label < 0 else name_of(label)) + times)
        return "\n".join(lines)

    def _equal_siblings(self, node: int) -> tuple[int, int | None]:
        """The number of equal siblings from this one on, and the first that differs."""
        tree = self.tree
        last = int(tree.end[tree.parent[node]]) if node else len(tree)
        count, sibling = 1, int(tree.end[node])
        while sibling < last and tree.twin[sibling] == tree.twin[node]:
            count, sibling = count + 1, int(tree.end[sibling])
        return count, sibling if sibling < last else None


def compose(one: NePattern, other: NePattern, *, merging: bool = False) -> NePattern:
    """The composition of two patterns by the table of 9.6.2; it accepts everything that either accepts. `merging` as in the fold."""
    partner = restricted_mapping(one.tree, other.tree).partner.tolist()
    (left, left_end), (right, right_end) = ((each.tree.label.tolist(), each.tree.end.tolist()) for each in (one, other))
    mapped, nodes = set(partner), list[tuple[int, int]]()  # label and parent of each node of the result

    def add(label: int, parent: int) -> None:
        while merging and nodes and nodes[-1][1] == parent and _should_merge(nodes[-1][0], label):
            label = -1 - (MANY | (bits_of(nodes.pop()[0]) & bits_of(label) & OPTIONAL))
        nodes.append((label, parent))

    # For each open node of the result: the next child and the end of the left and of the right node, and its own number.
    waiting = [(0, len(left), 0, len(right), -1)]
    while waiting:
        a, left_stop, b, right_stop, parent = waiting.pop()
        if a < left_stop and partner[a] < 0:
            add(-1 - (bits_of(left[a]) | OPTIONAL), parent)
            waiting.append((left_end[a], left_stop, b, right_stop, parent))
        elif b < right_stop and b not in mapped:
            add(-1 - (bits_of(right[b]) | OPTIONAL), parent)
            waiting.append((a, left_stop, right_end[b], right_stop, parent))
        elif a < left_stop:
            label = left[a] if left[a] == right[b] else -1 - (bits_of(left[a]) | bits_of(right[b]))
            add(label, parent)
            waiting.append((left_end[a], left_stop, right_end[b], right_stop, parent))
            if label >= 0:
                waiting.append((a + 1, left_end[a], b + 1, right_end[b], len(nodes) - 1))
    return NePattern(LabelledTree.from_parents(*zip(*nodes, strict=True)))


def _should_merge(label: int, following: int) -> bool:
    """Whether it would be ambiguous where the first of two neighbouring wildcards ends and the next one starts."""
    bits, next_bits = bits_of(label), bits_of(following)
    return label < 0 and following < 0 and ((bits | next_bits) & MANY != 0 or bits & next_bits & OPTIONAL != 0)


def pattern_of(trees: Iterable[LabelledTree]) -> NePattern:
    """The pattern of a group of trees; it accepts each of them."""
    distinct: dict[int, LabelledTree] = {}
    frequency: Counter[int] = Counter()
    for tree in trees:
        distinct.setdefault(tree.root_fingerprint, tree)
        frequency[tree.root_fingerprint] += 1
    if not distinct:
        raise ValueError("no trees are given to make a pattern of")
    order = sorted(distinct, key=lambda fingerprint: (-frequency[fingerprint], -len(distinct[fingerprint]), fingerprint))
    pattern = NePattern(distinct[order[0]])
    for fingerprint in order[1:]:
        if not match_pattern(pattern, distinct[fingerprint]).accepted:
            pattern = compose(pattern, NePattern(distinct[fingerprint]), merging=True)
    return pattern


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
    nothing = np.full(len(pattern), -1, np.int32)
    if not len(tree):
        return PatternMatch(1.0 if pattern.tree.label[0] in (Wildcard.OPTION, Wildcard.KLEENE) else math.inf, nothing, nothing)
    pair = Match(pattern.tree, tree)
    exact = pair.fill_costs(cell_budget)
    cost = pair.cost(0, 0) if exact else REJECTED
    if cost < REJECTED:
        first, stop = (np.array(column, np.int32) for column in pair.mapped())
        return PatternMatch(float(cost), first, stop)
    return PatternMatch(math.inf, nothing, nothing, exact)
