"""Maximum likelihood of a linear chain: forward and backward over all stretches at once, L-BFGS over the weights.

John Lafferty, Andrew McCallum, Fernando Pereira: "Conditional Random Fields", ICML 2001. Each state has a weight for each feature; moves
between states have weights of their own, and those that make no sense are ruled out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.text_rules.chain.kernels.forward_backward import forward_backward
from sitelode.text_rules.chain.quasi_newton import minimise
from sitelode.text_rules.token_table import Rows, TokenTable

Floats = NDArray[np.float64]
SomeFloats = NDArray[np.floating[Any]]
"""Learnt with double precision, read with single."""
_TINY = 1e-37  # added where nothing is possible; single precision has smaller ones only without all their digits
SENTENCE_ENDS = frozenset(".!?\u3002\uff01\uff1f\u061f\u0964")  # of Latin, Chinese, Arabic and Indian texts
WIDE_SPACE = 2  # characters behind a sentence's end that make a new stretch


@dataclass(frozen=True, slots=True, eq=False)
class Stretches:
    """Runs of tokens that are read as one chain: what blank lines, ends of texts and wide spaces behind a full stop divide."""

    first: Rows  # longest first
    length: Rows

    @classmethod
    def of(cls, table: TokenTable) -> "Stretches":
        ends = table.is_one_of(SENTENCE_ENDS)
        behind_end = np.zeros(len(table), np.bool_)
        behind_end[1:] = ends[:-1] & ((table.spaces[1:] >= WIDE_SPACE) | (table.line_breaks[1:] > 0))
        starts = np.flatnonzero(table.is_token & ((table.line_breaks > 1) | behind_end))
        stops = table.stop[table.text_of[starts]] if len(starts) else starts
        following = np.append(starts[1:], len(table))
        length = np.minimum(stops, following) - starts
        order = np.argsort(-length, kind="stable")
        return cls(starts[order], length[order])

    def packed(self) -> tuple[Rows, "Stretches"]:
        """The rows of all stretches one behind the other, and the stretches as parts of that."""
        starts = np.cumsum(self.length) - self.length
        return np.repeat(self.first - starts, self.length) + np.arange(int(self.length.sum())), Stretches(starts, self.length)

    def where(self, keep: NDArray[np.bool_]) -> "Stretches":
        return Stretches(self.first[keep], self.length[keep])

    def steps(self) -> list[Rows]:
        """The rows of all stretches' first tokens, of their second ones, and so on; stretches that have ended are left out."""
        longest = int(self.length[0]) if len(self.length) else 0
        alive = np.searchsorted(-self.length, -np.arange(longest), side="left")
        return [self.first[: alive[step]] + step for step in range(longest)]


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """What forward and backward found for all tokens."""

    forward: SomeFloats  # rows x states, each row sums to 1
    backward: SomeFloats
    scale: SomeFloats  # one a row
    potential: SomeFloats  # rows x states
    moves: SomeFloats  # states x states
    log_likelihood: float  # the normaliser's part

    @property
    def marginals(self) -> SomeFloats:
        return self.forward * self.backward


def highest_of_rows(columns: SomeFloats) -> SomeFloats:
    """Column by column, which is quicker than row by row where there are few columns."""
    found = columns[:, 0].copy()
    for number in range(1, columns.shape[1]):
        np.maximum(found, columns[:, number], out=found)
    return found


def run_chain(scores: SomeFloats, moves: Floats, starts: Floats, stretches: Stretches) -> Lattice:
    """Forward and backward in one pass each; `scores` are per row and state, `moves` and `starts` logarithms."""
    highest = highest_of_rows(scores)[:, None]
    potential = np.exp(scores - highest)
    move, start = np.exp(moves).astype(scores.dtype), np.exp(starts).astype(scores.dtype)
    forward, backward, scale = forward_backward(potential, move, start, stretches.first, stretches.length, _TINY)
    inside, _ = stretches.packed()
    total = float(np.log(scale[inside]).sum(dtype=np.float64) + highest[inside, 0].sum(dtype=np.float64))
    return Lattice(forward, backward, scale, potential, move, total)


def expected_moves(lattice: Lattice, later: Rows) -> Floats:
    """How often each move is made, over all tokens that are not the first of their stretch."""
    onto = lattice.backward[later] * lattice.potential[later] / lattice.scale[later, None]
    found: Floats = np.einsum("ri,rj->ij", lattice.forward[later - 1], onto) * lattice.moves
    return found


@dataclass(frozen=True, slots=True, eq=False)
class ChainTask:
    """A training problem: design matrix over the rows of all stretches, their true states, allowed moves."""

    design: Any  # scipy's compressed rows, which carry no types: rows x features
    truth: NDArray[np.int64]  # the state of each row
    stretches: Stretches
    allowed: NDArray[np.bool_]  # states x states
    may_start: NDArray[np.bool_]
    penalty: float  # 1 / (2 variance) of the weights' prior


FORBIDDEN = -1e4  # logarithm


def fit_chain(task: ChainTask, iterations: int, progress: Callable[[int], None] = lambda _: None) -> tuple[Floats, Floats, Floats]:
    """Weights (features x states), moves and starts as logarithms."""
    design = task.design
    features, states = design.shape[1], len(task.may_start)
    steps = task.stretches.steps()
    observed = np.arange(len(task.truth)), task.truth
    later = np.concatenate(steps[1:]) if len(steps) > 1 else np.empty(0, np.int64)
    move_counts = np.zeros((states, states))
    np.add.at(move_counts, (task.truth[later - 1], task.truth[later]), 1.0)
    start_counts = np.bincount(task.truth[steps[0]], minlength=states).astype(float) if steps else np.zeros(states)
    transposed = design.T.tocsr()  # both in single precision: the products take half the memory, and that is what they wait for
    size = features * states
    count = 0

    def cut(vector: Floats) -> tuple[Floats, Floats, Floats]:
        weights = vector[:size].reshape(features, states)
        moves = np.where(task.allowed, vector[size : size + states * states].reshape(states, states), FORBIDDEN)
        return weights, moves, np.where(task.may_start, vector[size + states * states :], FORBIDDEN)

    def loss(vector: Floats) -> tuple[float, Floats]:
        nonlocal count
        count += 1
        progress(count)
        weights, moves, starts = cut(vector)
        scores = np.asarray(design @ weights.astype(np.float32)).astype(float)
        lattice = run_chain(scores, moves, starts, task.stretches)
        given = float(scores[observed].sum() + (moves * move_counts).sum() + (starts * start_counts).sum())
        surplus = lattice.marginals
        first = surplus[steps[0]].sum(axis=0) - start_counts
        surplus[observed] -= 1.0
        gradient = np.concatenate(
            (
                np.asarray(transposed @ surplus.astype(np.float32)).ravel(),
                np.where(task.allowed, expected_moves(lattice, later) - move_counts, 0.0).ravel(),
                np.where(task.may_start, first, 0.0),
            )
        )
        return (
            lattice.log_likelihood - given + task.penalty * float(np.einsum("i,i->", vector, vector)),
            gradient + 2 * task.penalty * vector,
        )

    start = np.zeros(size + states * states + states)
    return cut(minimise(loss, start, iterations))
