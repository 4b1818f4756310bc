"""An ordered, labelled tree as rows in document order.

A label is any integer; its meaning is up to the caller. Negative labels are reserved for the wildcards of `ne_pattern`.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from sitelode_lab.trees.kernels import subtree_identity

Rows = npt.NDArray[np.void]
LabelColumn = npt.NDArray[np.int64]
NodeColumn = npt.NDArray[np.int32]
FingerprintColumn = npt.NDArray[np.uint64]

# One record per node, because the compiled mappings read several columns of one node at a time.
TREE_ROW = np.dtype(
    [
        ("label", np.int64),
        ("fingerprint", np.uint64),
        ("parent", np.int32),
        ("end", np.int32),
        ("twin", np.int32),
    ],
    align=True,
)


@dataclass(frozen=True, slots=True, eq=False)
class LabelledTree:
    """One row per node, in document order; an empty tree has no rows."""

    rows: Rows

    @classmethod
    def from_parents(cls, label: npt.ArrayLike, parent: npt.ArrayLike) -> Self:
        """Build a tree from the label and the parent of every node; the root's parent is -1."""
        labels, parents = np.asarray(label, np.int64), np.asarray(parent, np.int32)
        if labels.ndim != 1 or labels.shape != parents.shape:
            raise ValueError(f"a tree needs one label and one parent per node, not {labels.shape} and {parents.shape}")
        rows = np.empty(len(labels), TREE_ROW)
        rows["label"], rows["parent"] = labels, parents
        misplaced = subtree_identity.fill_rows(rows)
        if misplaced >= 0:
            raise ValueError(f"node {misplaced} with parent {parents[misplaced]} is not in document order below one root")
        return cls(rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<tree of {len(self)} nodes, {self.root_fingerprint:016x}>"

    @property
    def label(self) -> LabelColumn:
        return self.rows["label"]

    @property
    def parent(self) -> NodeColumn:
        """The node above; -1 for the root."""
        return self.rows["parent"]

    @property
    def end(self) -> NodeColumn:
        """One past the last node of the subtree."""
        return self.rows["end"]

    @property
    def depth(self) -> npt.NDArray[np.int64]:
        """The number of nodes above each node: those before it that did not end yet."""
        ended = np.cumsum(np.bincount(self.end, minlength=len(self) + 1))
        return np.arange(len(self)) - ended[: len(self)]

    @property
    def fingerprint(self) -> FingerprintColumn:
        """Equal for equal subtrees of any tree."""
        return self.rows["fingerprint"]

    @property
    def twin(self) -> NodeColumn:
        """The first node of this tree with an equal subtree."""
        return self.rows["twin"]

    @property
    def root_fingerprint(self) -> int:
        """Equal for equal trees; 0 for the empty tree."""
        return int(self.rows["fingerprint"][0]) if len(self) else 0
