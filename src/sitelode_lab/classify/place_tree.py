"""Place as evidence (3.3): items of one class stand together in a tree, of addresses or of a page's layout.

L. K. Shih, D. R. Karger: "Using URLs and table layout for web classification tasks", WWW 2004. Two classes; a child differs from its
parent with probability theta (0 becomes 1) or phi (1 becomes 0); the root is 0 with phi / (theta + phi), and then, without evidence, so
is every node. Labels go up as likelihoods, posteriors come down: both passes are linear in the tree, and a further label costs its way to
the root.

The document misprints two formulas, corrected here: its second product has theta where phi belongs (with it a node without evidence would
not have the prior of the root), and "Pr[N_0 = 1] = phi / (theta + phi)" must read N_0 = 0.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp, log, log1p

from sitelode.errors import SettingError
from sitelode.json_data import JsonData

_CUTS = re.compile(r"[/?&]+")
_MOST_TOKENS = 64  # of an address
_NEVER = -1e300  # logarithm of an impossible thing that can still be added


@dataclass(frozen=True, slots=True)
class Mutation(JsonData):
    """How often a child differs from its parent."""

    theta: float = 0.1  # Pr[child 1 | parent 0]; ours, the document gives no value
    phi: float = 0.2  # Pr[child 0 | parent 1]

    @property
    def prior(self) -> float:
        """Pr[node is 1] without evidence."""
        return self.theta / (self.theta + self.phi)


@dataclass(slots=True)
class _Node:
    parent: int
    children: dict[str, int] = field(default_factory=dict)
    label: int | None = None
    below0: float = 0.0  # log-likelihood of the evidence below, given class 0
    below1: float = 0.0
    up0: float = 0.0  # what it says to its parent
    up1: float = 0.0

    @property
    def p0(self) -> float:
        return _NEVER if self.label == 1 else self.below0

    @property
    def p1(self) -> float:
        return _NEVER if self.label == 0 else self.below1


class PlaceTree:
    """A tree that grows by paths, takes labels, and gives the probability of class 1 at any path."""

    def __init__(self, mutation: Mutation) -> None:
        if not (0 < mutation.theta < 1 and 0 < mutation.phi < 1):
            raise SettingError(f"theta and phi must lie between 0 and 1, not {mutation.theta:g} and {mutation.phi:g}")
        self.mutation = mutation
        self._nodes = [_Node(-1)]

    def __len__(self) -> int:
        return len(self._nodes)

    def label(self, path: Sequence[str], class_: int) -> None:
        """Say what the item at a path is; the last word counts. Costs the length of the path."""
        node = self._grown(path)
        self._nodes[node].label = class_
        self._tell_upwards(node)

    def _grown(self, path: Sequence[str]) -> int:
        node = 0
        for token in path:
            children = self._nodes[node].children
            if token not in children:
                children[token] = len(self._nodes)
                self._nodes.append(_Node(node))
            node = children[token]
        return node

    def _tell_upwards(self, node: int) -> None:
        theta, phi = self.mutation.theta, self.mutation.phi
        while node > 0:
            found = self._nodes[node]
            up0 = _log_sum(log(1 - theta) + found.p0, log(theta) + found.p1)
            up1 = _log_sum(log(phi) + found.p0, log(1 - phi) + found.p1)
            parent = self._nodes[found.parent]
            parent.below0 += up0 - found.up0
            parent.below1 += up1 - found.up1
            found.up0, found.up1 = up0, up1
            node = found.parent

    def log_evidence(self) -> float:
        """Logarithm of Pr[E], the probability of all labels."""
        root, prior = self._nodes[0], self.mutation.prior
        return _log_sum(root.p0 + log(1 - prior), root.p1 + log(prior))

    def posterior(self, path: Sequence[str]) -> float:
        """Pr[the item at this path is 1 | all labels]; costs the length of the path. Below what is known, nodes are as likely as far."""
        prior, node = self.mutation.prior, 0
        down0, down1 = log(1 - prior), log(prior)
        for place, token in enumerate(path):
            found = self._nodes[node]
            child = found.children.get(token)
            if child is None:
                share = _share(down0 + found.p0, down1 + found.p1)
                return self._faded(share, len(path) - place)
            below = self._nodes[child]
            down0, down1 = self._passed_down(down0 + found.p0 - below.up0, down1 + found.p1 - below.up1)
            node = child
        found = self._nodes[node]
        return _share(down0 + found.p0, down1 + found.p1)

    def _passed_down(self, log0: float, log1: float) -> tuple[float, float]:
        theta, phi = self.mutation.theta, self.mutation.phi
        return (
            _log_sum(log0 + log(1 - theta), log1 + log(phi)),
            _log_sum(log0 + log(theta), log1 + log(1 - phi)),
        )

    def _faded(self, share: float, steps: int) -> float:
        """The probability some steps below a node that nothing else is known under."""
        for _ in range(steps):
            share = share * (1 - self.mutation.phi) + (1 - share) * self.mutation.theta
        return share

    def posteriors(self, paths: Iterable[Sequence[str]]) -> list[float]:
        return [self.posterior(path) for path in paths]


def likeliest_mutation(labels: Sequence[tuple[Sequence[str], int]], grid: Sequence[float] = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4)) -> Mutation:
    """The theta and phi of a grid under which the labels are likeliest."""
    best, best_evidence = Mutation(), -float("inf")
    for theta in grid:
        for phi in grid:
            tree = PlaceTree(Mutation(theta, phi))
            for path, class_ in labels:
                tree.label(path, class_)
            evidence = tree.log_evidence()
            if evidence > best_evidence:
                best, best_evidence = Mutation(theta, phi), evidence
    return best


def address_path(url: str) -> tuple[str, ...]:
    """The way to an address from the root, cut at "/", "?" and "&": `http:` itself is the root."""
    tokens = [token for token in _CUTS.split(url) if token]
    return tuple(tokens[1 : _MOST_TOKENS + 1]) if tokens and tokens[0].endswith(":") else tuple(tokens[:_MOST_TOKENS])


def _log_sum(one: float, two: float) -> float:
    high, low = (one, two) if one >= two else (two, one)
    return high + log1p(exp(max(low - high, -745.0))) if high > _NEVER / 2 else _NEVER


def _share(log0: float, log1: float) -> float:
    total = _log_sum(log0, log1)
    return exp(log1 - total) if total > _NEVER / 2 else 0.5
