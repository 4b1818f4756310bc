"""The chain model: maximum likelihood of a linear chain, read forward and backward over all stretches at once.

John Lafferty, Andrew McCallum, Fernando Pereira: "Conditional Random Fields", ICML 2001. Each state has a weight for each feature; moves
between states have weights of their own, and those that make no sense are ruled out.

python-crfsuite was tried in its place: it gives the probability of a token and not of a span, keeps its model in a file of its own that is
no plain data, learns no faster (6.8 against 4.8 s from 75 announcements) and reads thirty times slower: features are texts there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, repeat
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.json_data import JsonData
from sitelode.text_rules.chain_features import TEMPLATES, Attributes, Feature, Floats, SomeFloats, Template
from sitelode.text_rules.contract import RuleLine
from sitelode.text_rules.feature_index import FeatureIndex, Lookup
from sitelode.text_rules.kernels.chain import forward_backward
from sitelode.text_rules.token_table import Rows, Span, TokenTable

_TINY = 1e-37  # added where nothing is possible; single precision has smaller ones only without all their digits
SENTENCE_ENDS = frozenset(".!?\u3002\uff01\uff1f\u061f\u0964")  # of Latin, Chinese, Arabic and Indian texts
WIDE_SPACE = 2  # characters behind a sentence's end that make a new stretch
OUTSIDE = 0
LEAST_ROWS = 2  # with a feature's value, for it to have weights
LEAST_ROWS_OUTSIDE = 3  # the same for a feature's value that no marked token has
MOST_TOKENS = 150_000  # to learn from
PENALTY = 0.5  # of the squared weights
ITERATIONS = 60
LEAST_WEIGHT = 0.02  # of a feature's value in some state, to be kept
DIGITS = 3  # of a weight
LARGEST_WEIGHT = 1e6  # a bound: moves that never happen have 10,000, learnt weights less than 20
SHOWN = 15  # strongest features of each field that are shown to people
LEAST_PROBABILITY = 0.02  # of a span, to be a candidate
LONGEST_SPAN = 40  # tokens


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


def fit_chain(task: ChainTask, iterations: int) -> tuple[Floats, Floats, Floats]:
    """Weights (features x states), moves and starts as logarithms."""
    from scipy.optimize import minimize  # noqa: PLC0415 (slow to import)

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

    def cut(vector: Floats) -> tuple[Floats, Floats, Floats]:
        weights = vector[:size].reshape(features, states)
        moves = np.where(task.allowed, vector[size : size + states * states].reshape(states, states), FORBIDDEN)
        return weights, moves, np.where(task.may_start, vector[size + states * states :], FORBIDDEN)

    def loss(vector: Floats) -> tuple[float, Floats]:
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
    return cut(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": iterations}).x)


@dataclass(frozen=True, slots=True)
class StateSpace:
    """The states: outside, and for each field its first token and the others."""

    fields: tuple[str, ...]

    @property
    def size(self) -> int:
        return 1 + 2 * len(self.fields)

    def begin(self, field: int) -> int:
        return 1 + 2 * field

    def inside(self, field: int) -> int:
        return 2 + 2 * field

    def allowed(self) -> NDArray[np.bool_]:
        """A field goes on only behind its own start."""
        found = np.ones((self.size, self.size), np.bool_)
        for field in range(len(self.fields)):
            found[:, self.inside(field)] = False
            found[self.begin(field), self.inside(field)] = found[self.inside(field), self.inside(field)] = True
        return found

    def may_start(self) -> NDArray[np.bool_]:
        found = np.ones(self.size, np.bool_)
        found[2::2] = False
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What a chain model says of some stretches of a table."""

    rows: Rows  # of the table, one behind the other
    stretches: Stretches  # as parts of these rows
    lattice: Lattice

    def in_values(self, table: TokenTable) -> Floats:
        """For each row of the table and each field, the probability that it is in a value."""
        marginals = self.lattice.marginals
        found = np.zeros((len(table), marginals.shape[1] // 2))
        found[self.rows] = marginals[:, 1::2] + marginals[:, 2::2]
        return found


@dataclass(frozen=True, eq=False)
class ChainModel(JsonData):
    """Weights by feature; plain data, which may have been written by hand."""

    fields: tuple[str, ...]
    features: tuple[Feature, ...]
    moves: Floats
    starts: Floats

    def check(self) -> None:
        states = StateSpace(self.fields).size
        shapes = [
            (self.moves, (states, states)),
            (self.starts, (states,)),
            *((each.weights, (len(each.values), states)) for each in self.features),
        ]
        if any(weights.shape != shape for weights, shape in shapes):
            raise ValueError(f"a chain of {len(self.fields)} fields has {states} weights in a row")
        if any(np.abs(weights).max(initial=0.0) > LARGEST_WEIGHT for weights, _ in shapes):
            raise ValueError(f"a weight of the chain is above {LARGEST_WEIGHT}")
        for each in self.features:
            if any(len(value) != len(each.template.parts) for value in each.values):
                raise ValueError(f"a feature of the chain has values that do not fit its template: {each.template}")

    def to_keep(self) -> "ChainModel":
        """Without what hardly weighs anything, in few digits: fit for a file."""
        kept = []
        for each in self.features:
            strong = np.flatnonzero(np.abs(each.weights).max(axis=1, initial=0) >= LEAST_WEIGHT).tolist()
            if strong:
                kept.append(Feature(each.template, tuple(each.values[number] for number in strong), each.weights[strong].round(DIGITS)))
        return ChainModel(self.fields, tuple(kept), self.moves.round(DIGITS), self.starts.round(DIGITS))

    def run(self, table: TokenTable, attributes: Attributes, stretches: Stretches) -> Reading:
        """Read some stretches with this model alone."""
        lookup = Lookup(FeatureIndex([self.features], len(self.starts)), table, attributes)
        return self.read(lookup.scores(0), stretches)

    def read(self, scores: SomeFloats, stretches: Stretches) -> Reading:
        """Read stretches of a table whose rows have these sums of weights."""
        rows, packed = stretches.packed()
        return self.read_packed(scores[rows], rows, packed)

    def read_packed(self, scores: SomeFloats, rows: Rows, packed: Stretches) -> Reading:
        return Reading(rows, packed, run_chain(scores, self.moves, self.starts, packed))

    def lines(self) -> list[RuleLine]:
        """The strongest features of each field, as far as a person can read them."""
        states = StateSpace(self.fields)
        found = []
        for number, field in enumerate(self.fields):
            weighed = [
                (row[state] - row[0], f"{part}: {feature.template} = {' '.join(value)}")
                for feature in self.features
                for value, row in zip(feature.values, feature.weights.tolist(), strict=True)
                for state, part in ((states.begin(number), "begins"), (states.inside(number), "goes on"))
            ]
            best = sorted(weighed, key=lambda one: (-one[0], one[1]))[:SHOWN]
            for place, (weight, text) in enumerate(best, start=1):
                found.append(RuleLine(f"chain {field}-{place}", field, f"{text} ({weight:+.2f})", 0, 0))
        return found


def _thinned(stretches: Stretches, truth: NDArray[np.int64]) -> Stretches:
    """Of very many tokens, all stretches with a value and as many others as fit: these are much alike."""
    if stretches.length.sum() <= MOST_TOKENS:
        return stretches
    before = np.concatenate(([0], np.cumsum(truth != OUTSIDE)))
    has_value = before[stretches.first + stretches.length] > before[stretches.first]
    room = max(MOST_TOKENS // 2, MOST_TOKENS - int(stretches.length[has_value].sum()))
    step = max(1, -(-int(stretches.length[~has_value].sum()) // room))
    keep = has_value | (np.arange(len(has_value)) % step == 0)
    return stretches.where(keep)


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """The values of one template that have weights, and the rows that have them."""

    template: Template
    values: tuple[tuple[str, ...], ...]
    rows: NDArray[np.int64]
    value: NDArray[np.int64]  # its number, of each of these rows


def _column(template: Template, table: TokenTable, attributes: Attributes, used: NDArray[np.int64], in_value: NDArray[np.bool_]) -> _Column:
    keys = template.keys(table, attributes)[used]
    distinct, place, counts = np.unique(keys, return_inverse=True, return_counts=True)
    inside = np.bincount(place, in_value[used], minlength=len(distinct)) > 0
    keep = (counts >= LEAST_ROWS) & (inside | (counts >= LEAST_ROWS_OUTSIDE)) & (distinct >= 0)
    number = np.cumsum(keep) - 1
    hit = keep[place]
    return _Column(template, tuple(template.values(distinct[keep], attributes)), used[hit], number[place[hit]])


def learn_chain(
    table: TokenTable, attributes: Attributes, fields: Sequence[str], marked: Sequence[tuple[int, Span]],
    stretches: Stretches, templates: Sequence[Template] = TEMPLATES,
) -> ChainModel:  # fmt: skip
    """Learn from marked spans, each with the number of its field, in some stretches of the table."""
    states = StateSpace(tuple(fields))
    truth = _states(table, states, marked)
    stretches = _thinned(stretches, truth)
    rows, packed = stretches.packed()
    used = np.sort(rows)
    columns = [_column(each, table, attributes, used, truth != OUTSIDE) for each in templates if each.is_known(attributes)]
    design = _design(columns, len(table))[rows]  # what is not learnt from would only take time
    task = ChainTask(design, truth[rows], packed, states.allowed(), states.may_start(), PENALTY)
    weights, moves, starts = fit_chain(task, ITERATIONS)
    borders = np.cumsum([0, *(len(column.values) for column in columns)]).tolist()
    features = tuple(
        Feature(column.template, column.values, weights[first:stop])
        for column, (first, stop) in zip(columns, pairwise(borders), strict=True)
    )
    return ChainModel(tuple(fields), features, moves, starts)


def _states(table: TokenTable, states: StateSpace, marked: Sequence[tuple[int, Span]]) -> NDArray[np.int64]:
    found = np.full(len(table), OUTSIDE, np.int64)
    for field, span in marked:
        if (found[span.first : span.stop] != OUTSIDE).any():
            continue  # a value inside one of another field: rules may find it, a chain has one state a token
        found[span.first : span.stop] = states.inside(field)
        found[span.first] = states.begin(field)
    return found


def _design(columns: Sequence[_Column], rows: int) -> Any:  # noqa: ANN401 (scipy's matrices carry no types)
    from scipy.sparse import csr_matrix  # noqa: PLC0415 (slow to import)

    before = np.cumsum([0, *(len(column.values) for column in columns)])
    row = np.concatenate([np.empty(0, np.int64), *(column.rows for column in columns)])
    value = np.concatenate([np.empty(0, np.int64), *(column.value + before[number] for number, column in enumerate(columns))])
    return csr_matrix((np.ones(len(row), np.float32), (row, value)), shape=(rows, int(before[-1])))


class LikelySpan(NamedTuple):
    field: int
    span: Span
    probability: float


def likely_spans(states: StateSpace, reading: Reading) -> list[LikelySpan]:
    """All spans from `LEAST_PROBABILITY` up, in order."""
    stretches = reading.stretches
    stop_of = np.repeat(stretches.first + stretches.length, stretches.length)
    found = [each for field in range(len(states.fields)) for each in _of_field(states, field, reading, stop_of)]
    return sorted(found, key=itemgetter(1, 0))


def _of_field(states: StateSpace, field: int, reading: Reading, stop_of: Rows) -> Iterator[LikelySpan]:
    begin, inside = states.begin(field), states.inside(field)
    lattice = reading.lattice
    start = np.flatnonzero(lattice.forward[:, begin] * lattice.backward[:, begin] >= LEAST_PROBABILITY)
    mass = lattice.forward[start, begin]  # of all paths up to here that begin the span at its start
    last, state = start.copy(), begin
    for _ in range(LONGEST_SPAN):
        if not len(start):
            return
        following = last + 1
        goes_on = following < stop_of[last]
        onward = np.zeros(len(last))
        place = following[goes_on]
        onward[goes_on] = lattice.moves[state, inside] * lattice.potential[place, inside] / lattice.scale[place]
        behind = np.zeros(len(last))
        behind[goes_on] = lattice.backward[place, inside]
        ends_here = mass * np.maximum(lattice.backward[last, state] - onward * behind, 0.0)
        likely = np.flatnonzero(ends_here >= LEAST_PROBABILITY)
        first = reading.rows[start[likely]]
        spans = map(Span, first.tolist(), (first + last[likely] + 1 - start[likely]).tolist())
        yield from map(LikelySpan, repeat(field), spans, np.minimum(ends_here[likely], 1.0).tolist())
        keep = mass * onward * behind >= LEAST_PROBABILITY
        start, mass, last, state = start[keep], (mass * onward)[keep], following[keep], inside
