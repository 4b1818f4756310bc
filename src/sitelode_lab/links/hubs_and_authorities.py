"""Hubs and authorities: a good hub links to good authorities, a good authority is linked from good hubs.

HITS: Jon M. Kleinberg: "Authoritative Sources in a Hyperlinked Environment", SODA 1998. SALSA: Ronny Lempel, Shlomo Moran: "The Stochastic
Approach for Link-Structure Analysis", WWW 2000: HITS in which hubs and authorities pass on shares of their value that sum to 1.
Implemented: both, over links with any weights.

Authorities are computed from hubs, then hubs from these authorities. The LAMIS paper updates both at once, which makes two separate
chains of values that may have two different limits (its Figures 10 and 11). `Iteration(at_once=True)` does the same; if the values
alternate between two states, the answer is the mean of both.

Changed: with shares, the limit is known, as Lempel and Moran show: no value leaves a connected component of the graph, and inside one
it is proportional to the sum of weights. Iterating towards it takes thousands of steps if components are joined by a few links, so it is
computed directly.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from sitelode_lab.entropy import FloatColumn

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
