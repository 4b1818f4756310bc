"""Rank the pages of a site by how much they are tables of contents: out-links, HITS, SALSA, LAMIS and their variants, by name.

LAMIS: Hung-Yu Kao, Shian-Hua Lin, Jan-Ming Ho, Ming-Syan Chen: "Entropy-Based Link Analysis for Mining Web Informative Structures",
CIKM 2002, with the variants of their "Mining Web Informative Structures and Contents Based on Entropy Analysis":

- LN: hubs and authorities pass on shares; the divisor is the sum of weights, not the number of links, or the weights would not count.
- CB: content blocks are the hubs, a page is the sum of its blocks.
- HR: rank = hub - k * authority with k = log2(links / 1000). Decided: k is 0 below 1,000 links, where the formula would reward authority.
- TW: a weight is multiplied by 1 + log10(terms of the anchor).

Decided where the papers are silent: of several links from one hub to one page the heaviest counts; links of weight 0 are ignored;
values have length 1 over all hubs and over all authorities, as in the paper's Table 2, before they are combined.
"""

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sitelode.errors import SettingError
from sitelode.site.link_graph import LinkGraph
from sitelode_lab.entropy import FloatColumn
from sitelode_lab.links.anchor_entropy import AnchorTerms
from sitelode_lab.links.hubs_and_authorities import Iteration, Stop, reinforce

if TYPE_CHECKING:
    from scipy.sparse import csr_array

TABLE_4 = (
    "ol", "hits", "hits-ln", "lamis", "lamis-ln", "cb-hits", "cb-hits-ln", "lamis-cb", "lamis-ln-cb", "lamis-ln-cb-hr", "lamis-ln-cb-hr-tw",
)  # fmt: skip
"""The rows of the paper's Table 4, in its order."""
_VARIANTS = ("ln", "cb", "hr", "tw")
_LINKS_OF_A_SMALL_SITE = 1_000  # the paper's


@dataclass(frozen=True, slots=True)
class Method:
    """A ranking method and its variants."""

    base: str  # "ol", "hits" or "lamis"
    variants: frozenset[str] = frozenset()

    @classmethod
    def named(cls, name: str) -> "Method":
        """Parse a name with its parts in any order: lamis-ln-cb-hr-tw, cb-hits-ln; salsa is hits-ln."""
        parts = name.lower().replace("salsa", "hits-ln").split("-")
        bases = [part for part in parts if part in ("ol", "hits", "lamis")]
        variants = frozenset(parts) - frozenset(bases)
        if len(bases) != 1 or not variants <= frozenset(_VARIANTS) or (bases == ["ol"] and variants):
            known = f"{', '.join(TABLE_4)}, salsa, or hits / lamis with any of -{' -'.join(_VARIANTS)}"
            raise SettingError(f"no ranking is called {name!r}; there are {known}")
        return cls(bases[0], variants)


@dataclass(frozen=True)
class Ranking:
    """One value per page in each column; the higher its score, the more a page is a table of contents."""

    name: str
    score: FloatColumn
    hub: FloatColumn
    authority: FloatColumn
    changes: list[float] = field(default_factory=list)  # the largest change of a value in each iteration
    stop: Stop | None = None  # None if nothing was iterated

    def order(self) -> NDArray[np.int64]:
        """Positions of pages, best first; ties in the order of the site."""
        return np.argsort(-self.score, kind="stable")


def rank(graph: LinkGraph, name: str, iteration: Iteration | None = None, terms: AnchorTerms | None = None) -> Ranking:
    """Rank by a method's name; pass the terms if several rankings of one graph are made.

    Raises:
        SettingError: when no method has that name.

    """
    method = Method.named(name)
    if method.base == "ol":
        return _by_out_links(graph, name)
    weights = link_weights(graph, method, terms)
    hubs, page_of_hub = _hubs(graph, of_blocks="cb" in method.variants)
    matrix = heaviest_links(hubs, graph.target, weights, (len(page_of_hub), graph.pages))
    found = reinforce(matrix, normalised="ln" in method.variants, iteration=iteration or Iteration())
    hub = np.bincount(page_of_hub, found.hub, graph.pages).astype(np.float64)
    factor = hybrid_factor(len(graph)) if "hr" in method.variants else 0.0
    return Ranking(name, hub - factor * found.authority, hub, found.authority, found.changes, found.stop)


def link_weights(graph: LinkGraph, method: Method, terms: AnchorTerms | None = None) -> FloatColumn:
    """The weight of each link."""
    of_anchor = np.ones(len(graph.anchors))
    if method.base == "lamis" or "tw" in method.variants:
        terms = terms or AnchorTerms.of(graph)
        if method.base == "lamis":
            of_anchor -= terms.anchor_entropies()
        if "tw" in method.variants:
            of_anchor *= 1 + np.log10(np.maximum(terms.counts(), 1))
    return of_anchor[graph.anchor]


def hybrid_factor(links: int) -> float:
    """How much authority counts against a page in the hybrid ranking."""
    return max(0.0, math.log2(links / _LINKS_OF_A_SMALL_SITE)) if links else 0.0


def heaviest_links(hubs: NDArray[np.int32], targets: NDArray[np.int32], weights: FloatColumn, shape: tuple[int, int]) -> "csr_array":
    """One row per hub, one column per page; of parallel links the heaviest."""
    from scipy.sparse import csr_array  # noqa: PLC0415 (loaded when there is work)

    kept = np.flatnonzero(weights > 0)
    if not len(kept):
        return csr_array(shape, dtype=np.float64)
    pair = hubs[kept] * np.int64(shape[1]) + targets[kept]
    order = np.argsort(pair, kind="stable")
    pair = pair[order]
    first = np.flatnonzero(np.append(True, pair[1:] != pair[:-1]))
    heaviest = np.maximum.reduceat(weights[kept][order], first)
    pair = pair[first]
    starts = np.searchsorted(pair, np.arange(shape[0] + 1, dtype=np.int64) * shape[1])
    return csr_array((heaviest, (pair % shape[1]).astype(np.int32), starts.astype(np.int32)), shape=shape)


def _hubs(graph: LinkGraph, *, of_blocks: bool) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The hub of each link, and the page of each hub."""
    if not of_blocks:
        return graph.source, np.arange(graph.pages, dtype=np.int32)
    page_of_block = np.zeros(int(graph.block.max(initial=-1)) + 1, np.int32)
    page_of_block[graph.block] = graph.source
    return graph.block, page_of_block


def _by_out_links(graph: LinkGraph, name: str) -> Ranking:
    """The number of pages a page links to; authority is the number of pages that link to it."""
    links = heaviest_links(graph.source, graph.target, np.ones(len(graph)), (graph.pages, graph.pages))
    linked_from, links_to = np.bincount(links.indices, minlength=graph.pages), np.diff(links.indptr)
    return Ranking(name, links_to.astype(np.float64), links_to.astype(np.float64), linked_from.astype(np.float64))
