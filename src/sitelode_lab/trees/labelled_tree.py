"""An ordered, labelled tree as rows in document order.

A label is any integer; its meaning is up to the caller. Negative labels are reserved for the wildcards of `ne_pattern`.
Equal subtrees have one fingerprint, so that equal parts are never compared twice: a 64-bit hash of the label and, in order, of the
children's fingerprints. It depends on nothing else, so trees of different pages can be compared by it; two of ten million different
subtrees share one with a probability of about three in a million.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt

LabelColumn = npt.NDArray[np.int64]
NodeColumn = npt.NDArray[np.int32]
FingerprintColumn = npt.NDArray[np.uint64]

_BITS: Final = 2**64 - 1
_MOST_WILDCARDS: Final = 5  # Python hashes -1 and -2 alike: labels are hashed from the lowest wildcard on


class Nodes(NamedTuple):
    """The columns of a tree as lists, which loops read faster, and the children of every node."""

    label: list[int]
    end: list[int]
    fingerprint: list[int]
    twin: list[int]
    children: list[list[int]]


@dataclass(frozen=True, eq=False)
class LabelledTree:
    """One row per node, in document order; an empty tree has no rows."""

    label: LabelColumn
    parent: NodeColumn  # the node above; -1 for the root
    nodes: Nodes

    @classmethod
    def from_parents(cls, label: npt.ArrayLike, parent: npt.ArrayLike) -> Self:
        """Build a tree from the label and the parent of every node; the root's parent is -1."""
        labels, parents = np.asarray(label, np.int64), np.asarray(parent, np.int32)
        if labels.ndim != 1 or labels.shape != parents.shape:
            raise ValueError(f"a tree needs one label and one parent per node, not {labels.shape} and {parents.shape}")
        names, count = labels.tolist(), len(labels)
        children: list[list[int]] = [[] for _ in names]
        ends, prints, twins = [count] * count, [0] * count, [0] * count
        open_nodes = list[int]()
        for node, above in enumerate(parents.tolist()):
            while open_nodes and open_nodes[-1] != above:
                ends[open_nodes.pop()] = node
            if open_nodes:
                children[above].append(node)
            elif node or above != -1:
                raise ValueError(f"node {node} with parent {above} is not in document order below one root")
            open_nodes.append(node)
        for node in range(count - 1, -1, -1):
            prints[node] = hash((names[node] + _MOST_WILDCARDS, *[prints[child] for child in children[node]])) & _BITS
        known = dict[int, int]()
        for node, code in enumerate(prints):
            twins[node] = known.setdefault(code, node)
        return cls(labels, parents, Nodes(names, ends, prints, twins, children))

    def __len__(self) -> int:
        return len(self.label)

    def __repr__(self) -> str:
        return f"<tree of {len(self)} nodes, {self.root_fingerprint:016x}>"

    @cached_property
    def end(self) -> NodeColumn:
        """One past the last node of the subtree."""
        return np.array(self.nodes.end, np.int32)

    @cached_property
    def depth(self) -> npt.NDArray[np.int64]:
        """The number of nodes above each node: those before it that did not end yet."""
        ended = np.cumsum(np.bincount(self.end, minlength=len(self) + 1))
        return np.arange(len(self)) - ended[: len(self)]

    @cached_property
    def fingerprint(self) -> FingerprintColumn:
        """Equal for equal subtrees of any tree."""
        return np.array(self.nodes.fingerprint, np.uint64)

    @cached_property
    def twin(self) -> NodeColumn:
        """The first node of this tree with an equal subtree."""
        return np.array(self.nodes.twin, np.int32)

    @property
    def root_fingerprint(self) -> int:
        """Equal for equal trees; 0 for the empty tree."""
        return self.nodes.fingerprint[0] if len(self) else 0
