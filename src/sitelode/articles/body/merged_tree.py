"""All paths of the pages of a cluster, merged into one tree."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.evidence import PageEvidence
from sitelode.articles.body.kernels.tree import depths_of, subtree_sums
from sitelode.compiled.code_sets import first_of_each
from sitelode.compiled.codes import Codes


@dataclass(frozen=True, slots=True)
class MergedTree:
    """One element per path; parents come before children."""

    code: Codes
    above: NDArray[np.int32]  # -1 for the root
    depth: NDArray[np.int32]
    tag: NDArray[np.uint16]
    sorted_code: Codes
    place: NDArray[np.int32]  # of each sorted code

    @classmethod
    def of(cls, pages: Sequence[PageEvidence]) -> "MergedTree":
        parts = []
        for page in pages:
            _, first, _ = first_of_each(page.code)
            above = page.above[first]
            parent_code = np.where(above >= 0, page.code[above], np.uint64(0))
            parts.append((page.code[first], parent_code, depths_of(page.above)[first], page.tag[first]))
        code, parent, depth, tag = (np.concatenate([part[number] for part in parts]) for number in range(4))
        sorted_code, first = np.unique(code, return_index=True) if len(pages) > 1 else (code, np.arange(len(code)))
        order = np.lexsort((sorted_code, depth[first]))
        place = np.empty(len(order), dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        chosen = first[order]
        above = place[np.minimum(np.searchsorted(sorted_code, parent[chosen]), len(order) - 1)]
        above[depth[chosen] == 0] = -1
        return cls(sorted_code[order], above, depth[chosen], tag[chosen], sorted_code, place)

    def find(self, codes: Codes) -> NDArray[np.int32]:
        """The index of each code; all must be in the tree."""
        return self.place[np.searchsorted(self.sorted_code, codes)]

    def sums(self, at: NDArray[np.int32], values: NDArray[np.floating] | NDArray[np.integer]) -> NDArray[np.float64]:
        """For every element, the sum of the values in its subtree."""
        sums: NDArray[np.float64] = subtree_sums(self.above, np.bincount(at, weights=values, minlength=len(self.code)).astype(np.float64))
        return sums
