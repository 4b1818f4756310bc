"""The chain model itself: states, weights by feature, and how it is made and run."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.text_rules.chain.attributes import Attributes
from sitelode.text_rules.chain.feature_index import FeatureIndex, Lookup
from sitelode.text_rules.chain.templates import TEMPLATES, Template
from sitelode.text_rules.chain.training import ChainTask, Floats, Lattice, SomeFloats, Stretches, fit_chain, run_chain
from sitelode.text_rules.token_table import Rows, Span, TokenTable

OUTSIDE = 0
LEAST_ROWS = 2  # with a feature's value, for it to have weights
LEAST_ROWS_OUTSIDE = 3  # the same for a feature's value that no marked token has
MOST_TOKENS = 150_000  # to learn from
PENALTY = 0.5  # of the squared weights
ITERATIONS = 60


@dataclass(frozen=True, slots=True)
class Layout:
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
class ChainModel:
    fields: tuple[str, ...]
    features: tuple[tuple[Template, tuple[tuple[str, ...], ...], Floats], ...]  # template, values, weights: values x states
    moves: Floats
    starts: Floats

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
    layout = Layout(tuple(fields))
    truth = _states(table, layout, marked)
    stretches = _thinned(stretches, truth)
    rows, packed = stretches.packed()
    used = np.sort(rows)
    columns = [_column(each, table, attributes, used, truth != OUTSIDE) for each in templates if each.is_known(attributes)]
    design = _design(columns, len(table))[rows]  # what is not learnt from would only take time
    task = ChainTask(design, truth[rows], packed, layout.allowed(), layout.may_start(), PENALTY)
    weights, moves, starts = fit_chain(task, ITERATIONS)
    borders = np.cumsum([0, *(len(column.values) for column in columns)]).tolist()
    features = tuple(
        (column.template, column.values, weights[first:stop]) for column, (first, stop) in zip(columns, pairwise(borders), strict=True)
    )
    return ChainModel(tuple(fields), features, moves, starts)


def _states(table: TokenTable, layout: Layout, marked: Sequence[tuple[int, Span]]) -> NDArray[np.int64]:
    found = np.full(len(table), OUTSIDE, np.int64)
    for field, span in marked:
        if (found[span.first : span.stop] != OUTSIDE).any():
            continue  # a value inside one of another field: rules may find it, a chain has one state a token
        found[span.first : span.stop] = layout.inside(field)
        found[span.first] = layout.begin(field)
    return found


def _design(columns: Sequence[_Column], rows: int) -> Any:  # noqa: ANN401 (scipy's matrices carry no types)
    from scipy.sparse import csr_matrix  # noqa: PLC0415 (slow to import)

    before = np.cumsum([0, *(len(column.values) for column in columns)])
    row = np.concatenate([np.empty(0, np.int64), *(column.rows for column in columns)])
    value = np.concatenate([np.empty(0, np.int64), *(column.value + before[number] for number, column in enumerate(columns))])
    return csr_matrix((np.ones(len(row), np.float32), (row, value)), shape=(rows, int(before[-1])))
