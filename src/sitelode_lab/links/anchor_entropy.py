"""Entropy of links: how predictable the terms of a link are over the pages of a site.

Hung-Yu Kao, Shian-Hua Lin, Jan-Ming Ho, Ming-Syan Chen: "Entropy-Based Link Analysis for Mining Web Informative Structures", CIKM 2002.
E(T) = -sum w log_n w, where w is the share of each page in all occurrences of T and n the number of pages; the entropy of a link, and of a
block of links, is the mean over its terms. Decided: the terms of a page are those of its links, as in the paper's worked example, not
of all its text (measured: the rankings get worse); each term of a link counts once; a link without terms is uninformative: entropy 1.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sitelode.site.link_graph import LinkGraph
from sitelode.text.tokens import term_codes
from sitelode_lab.entropy import FloatColumn, SpreadCounts

if TYPE_CHECKING:
    from scipy.sparse import csr_array

SAYS_NOTHING = 1.0  # entropy of a link without terms


@dataclass(frozen=True)
class AnchorTerms:
    """The terms of all distinct anchors, and how evenly each is spread over the pages."""

    codes: NDArray[np.uint64]  # of the terms, ascending
    of_anchor: "csr_array"  # anchors by terms: how often each term is in it
    entropy: FloatColumn  # of each term

    @classmethod
    def of(cls, graph: LinkGraph) -> "AnchorTerms":
        of_anchor, codes = _terms_of(graph.anchors)
        return cls(codes, of_anchor, _spread(graph, of_anchor).entropies(graph.pages))

    def counts(self) -> FloatColumn:
        """The number of terms of each anchor, repetitions included."""
        return np.asarray(self.of_anchor.sum(axis=1), np.float64)

    def anchor_entropies(self) -> FloatColumn:
        """Of each distinct anchor."""
        return _mean_entropy(self.of_anchor, self.entropy)


def _terms_of(anchors: list[str]) -> tuple["csr_array", NDArray[np.uint64]]:
    cut = [term_codes(anchor) for anchor in anchors]
    lengths = np.array([len(each) for each in cut], np.int64)
    codes, terms = np.unique(np.concatenate([np.empty(0, np.uint64), *cut]), return_inverse=True)
    rows = np.repeat(np.arange(len(anchors)), lengths)
    return _sparse(np.ones(len(terms)), rows, terms, (len(anchors), len(codes))), codes


def _spread(graph: LinkGraph, of_anchor: "csr_array") -> SpreadCounts:
    """The spread of each term over the pages, computed without a loop over pages."""
    on_page = _sparse(np.ones(len(graph)), graph.source, graph.anchor, (graph.pages, len(graph.anchors))) @ of_anchor
    counts, terms, size = on_page.data, on_page.indices, of_anchor.shape[1]
    total = np.maximum(np.bincount(terms, counts, size), 1).astype(np.int64)  # a reduced graph has anchors that no link uses
    logs = np.bincount(terms, counts * np.log(counts), size).astype(np.float64)
    return SpreadCounts(np.arange(size, dtype=np.uint64), total, logs, np.bincount(terms, minlength=size))


def _mean_entropy(of_group: "csr_array", entropy: FloatColumn) -> FloatColumn:
    rows = np.repeat(np.arange(of_group.shape[0]), np.diff(of_group.indptr))
    distinct = np.diff(of_group.indptr)
    total = np.bincount(rows, entropy[of_group.indices], of_group.shape[0])
    return np.where(distinct > 0, total / np.maximum(distinct, 1), SAYS_NOTHING)


def _sparse(values: FloatColumn, rows: NDArray[np.integer], columns: NDArray[np.integer], shape: tuple[int, int]) -> "csr_array":
    from scipy.sparse import csr_array  # noqa: PLC0415 (loaded when there is work)

    matrix = csr_array((values, (rows, columns)), shape=shape)
    matrix.sum_duplicates()
    return matrix
