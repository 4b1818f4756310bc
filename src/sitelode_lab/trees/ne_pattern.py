"""Tree patterns: trees with wildcards for what differs from one page to the next.

ne-patterns (node extraction patterns): Davi de Castro Reis, Paulo B. Golgher, Altigran S. da Silva, Alberto H. F. Laender: "Automatic
Web News Extraction Using Tree Edit Distance", WWW 2004, doi:10.1145/988672.988740, as in 9.6.2 of the News Ripper thesis.
`ne_pattern_composition` builds patterns, `ne_pattern_matching` matches them with trees.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.tree_rows import NodeColumn

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
