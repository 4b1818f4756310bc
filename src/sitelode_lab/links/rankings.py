"""Rank the pages of a site by how much they are tables of contents: out-links, HITS, SALSA, LAMIS and their variants, by name.

LAMIS: Hung-Yu Kao, Shian-Hua Lin, Jan-Ming Ho, Ming-Syan Chen: "Entropy-Based Link Analysis for Mining Web Informative Structures",
CIKM 2002, with the variants of their "Mining Web Informative Structures and Contents Based on Entropy Analysis":

- LN: hubs and authorities pass on shares; the divisor is the sum of weights, not the number of links, or the weights would not count.
- CB: content blocks are the hubs, a page is the sum of its blocks.
- HR: rank = hub - k * authority with k = log2(links / 1000). Decided: k is 0 below 1,000 links, where the formula would reward authority.
- TW: a weight is multiplied by 1 + log10(terms of the anchor).

Decided where the papers are silent: of several links from one hub to one page the heaviest counts; links of weight 0 are ignored;
values have length 1 over all hubs and over all authorities, as in the paper's Table 2, before they are combined.

Hubs and authorities: a good hub links to good authorities, a good authority is linked from good hubs.

HITS: Jon M. Kleinberg: "Authoritative Sources in a Hyperlinked Environment", SODA 1998. SALSA: Ronny Lempel, Shlomo Moran: "The Stochastic
Approach for Link-Structure Analysis", WWW 2000: HITS in which hubs and authorities pass on shares of their value that sum to 1.
Implemented: both, over links with any weights.

Authorities are computed from hubs, then hubs from these authorities. The LAMIS paper updates both at once, which makes two separate
chains of values that may have two different limits (its Figures 10 and 11). `Iteration(at_once=True)` does the same; if the values
alternate between two states, the answer is the mean of both.

Changed: with shares, the limit is known, as Lempel and Moran show: no value leaves a connected component of the graph, and inside one
it is proportional to the sum of weights. Iterating towards it takes thousands of steps if components are joined by a few links, so it is
computed directly.

How good a ranking of index pages is, and what a site's links look like: the measures of the paper's section 5.

Hung-Yu Kao, Shian-Hua Lin, Jan-Ming Ho, Ming-Syan Chen: "Mining Web Informative Structures and Contents Based on Entropy Analysis", 2002:
R-Precision, precision at the 11 standard recall levels (interpolated: the best precision at that recall or any higher one), precision of
the top 20, and of a site the table of its feature extractor: terms, links in and out, and length of every page.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.errors import SettingError
from sitelode.site.link_graph import LinkGraph
from sitelode.site.site import Site
from sitelode.text.segments import segments_of
from sitelode.text.tokens import page_terms
from sitelode_lab.entropy import FloatColumn
from sitelode_lab.links.anchor_entropy import AnchorTerms

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Stop: TypeAlias = Literal["converged", "two-cycle", "limit", "exact", "no links"]


@dataclass(frozen=True, slots=True)
class Iteration:
    """When to stop; the values are set by hand."""

    most: int = 200  # iterations
    tolerance: float = 1e-9  # largest change of a value; all values together have length 1
    at_once: bool = False  # update both from the values of the step before, as the paper does
    to_the_end: bool = True  # compute the limit directly if it is known; otherwise iterate


@dataclass(frozen=True, slots=True)
class HubsAndAuthorities:
    """Values of length 1 (Euclidean), and how they were reached."""

    hub: FloatColumn
    authority: FloatColumn
    changes: list[float]  # the largest change of a value in each iteration
    stop: Stop


def reinforce(weights: "csr_array", *, normalised: bool, iteration: Iteration) -> HubsAndAuthorities:
    """Iterate over a matrix with one row per hub and one column per authority.

    With `normalised`, what a hub passes on is divided by the sum of its weights, and the same for authorities.
    """
    if not weights.nnz:
        return HubsAndAuthorities(np.zeros(weights.shape[0]), np.zeros(weights.shape[1]), [], "no links")
    if normalised and iteration.to_the_end:
        return _end_of_shares(weights)
    to_hubs, to_authorities = _both_ways(weights, normalised=normalised)
    hub, authority = _of_length_1(np.ones(weights.shape[0])), _of_length_1(np.ones(weights.shape[1]))
    before = (hub, authority)
    changes: list[float] = []
    while len(changes) < iteration.most:
        new_authority = _of_length_1(to_authorities @ hub)
        new_hub = _of_length_1(to_hubs @ (authority if iteration.at_once else new_authority))
        changes.append(max(_distance(new_hub, hub), _distance(new_authority, authority)))
        if changes[-1] <= iteration.tolerance:
            return HubsAndAuthorities(new_hub, new_authority, changes, "converged")
        if max(_distance(new_hub, before[0]), _distance(new_authority, before[1])) <= iteration.tolerance:
            return HubsAndAuthorities(_of_length_1(new_hub + hub), _of_length_1(new_authority + authority), changes, "two-cycle")
        before, hub, authority = (hub, authority), new_hub, new_authority
    return HubsAndAuthorities(hub, authority, changes, "limit")


def _end_of_shares(weights: "csr_array") -> HubsAndAuthorities:
    """Every hub starts with the same value; each connected component divides the sum of its hubs in proportion to the sums of weights."""
    from scipy.sparse import csr_array  # noqa: PLC0415 (loaded when there is work)
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

    hubs, authorities = weights.shape
    ends = np.append(weights.indptr, np.full(authorities, weights.nnz, weights.indptr.dtype))
    both_sides = csr_array((weights.data, weights.indices + hubs, ends), shape=(hubs + authorities, hubs + authorities))
    parts, part = connected_components(both_sides, directed=False)
    out_sums, in_sums = np.asarray(weights.sum(axis=1)), np.asarray(weights.sum(axis=0))
    brought = np.bincount(part[:hubs], out_sums > 0, parts)
    share = brought / np.maximum(np.bincount(part[:hubs], out_sums, parts), np.finfo(float).tiny)
    return HubsAndAuthorities(_of_length_1(share[part[:hubs]] * out_sums), _of_length_1(share[part[hubs:]] * in_sums), [], "exact")


def _both_ways(weights: "csr_array", *, normalised: bool) -> tuple["csr_array", "csr_array"]:
    """The matrices that carry values from authorities to hubs, and from hubs to authorities."""
    back = weights.T.tocsr()
    if not normalised:
        return weights, back
    out_sums, in_sums = np.asarray(weights.sum(axis=1)), np.asarray(weights.sum(axis=0))
    return _columns_divided(weights, in_sums), _columns_divided(back, out_sums)


def _columns_divided(matrix: "csr_array", by: FloatColumn) -> "csr_array":
    divided = matrix.copy()
    divided.data /= np.where(by > 0, by, 1.0)[divided.indices]
    return divided


def _of_length_1(values: FloatColumn) -> FloatColumn:
    length = float(np.linalg.norm(values))
    return values / length if length > 0 else values


def _distance(one: FloatColumn, other: FloatColumn) -> float:
    return float(np.abs(one - other).max(initial=0.0))


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


RECALL_LEVELS: Final = tuple(level / 10 for level in range(11))
TOP: Final = 20  # pages, the paper's


@dataclass(frozen=True, slots=True)
class RankingQuality:
    r_precision: float  # of as many pages as there are index pages
    top_precision: float  # of the first 20
    at_recall: tuple[float, ...]  # one precision per level of RECALL_LEVELS


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row of the feature extractor's table."""

    url: str
    terms: int
    distinct_terms: int
    links_in: int  # pages that link to it
    links_out: int  # pages it links to
    characters: int  # of its text


def ranking_quality(order: Sequence[int], wanted: Sequence[bool] | NDArray[np.bool_]) -> RankingQuality:
    """From pages, best first, and for each page whether it is an index page. All zero if none is."""
    hits = np.asarray(wanted, np.float64)[np.asarray(order, np.int64)]
    total = float(hits.sum())
    if not total:
        return RankingQuality(0.0, 0.0, (0.0,) * len(RECALL_LEVELS))
    found = np.cumsum(hits)
    precision, recall = found / np.arange(1, len(hits) + 1), found / total
    levels = tuple(float(precision[recall >= level - 1e-9].max(initial=0.0)) for level in RECALL_LEVELS)
    return RankingQuality(float(hits[: int(total)].mean()), float(hits[:TOP].mean()), levels)


def share_of_links_above(entropies: FloatColumn, thresholds: Sequence[float]) -> list[float]:
    """The share of links whose entropy is at least each threshold."""
    return [float((entropies >= threshold).mean()) if len(entropies) else 0.0 for threshold in thresholds]


def page_table(site: Site, graph: LinkGraph) -> Iterator[PageRow]:
    """One row per page, in the order of the site."""
    source, target, _ = graph.edges()
    out_degree, in_degree = (np.bincount(column, minlength=graph.pages) for column in (source, target))
    for place, entry in enumerate(site.entries):
        page = site.store.page(entry.number)
        segments = segments_of(page)
        codes = page_terms(page, segments).codes
        counts = int(in_degree[place]), int(out_degree[place]), int(segments.width.sum())
        yield PageRow(entry.url, len(codes), len(np.unique(codes)), *counts)
