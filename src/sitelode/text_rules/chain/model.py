"""The chain model itself: states, weights by feature, and how it is made and run."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.text_rules.chain.attributes import Attributes
from sitelode.text_rules.chain.templates import TEMPLATES, Template, numbers_of, shifted
from sitelode.text_rules.chain.training import ChainTask, Floats, Lattice, Stretches, fit_chain, run_chain
from sitelode.text_rules.token_table import Span, TokenTable

OUTSIDE = 0
LARGEST_TABLE = 4_000_000  # numbers of keys that are looked up directly; more are searched for
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
class ChainModel:
    fields: tuple[str, ...]
    features: tuple[tuple[Template, tuple[tuple[str, ...], ...], Floats], ...]  # template, values, weights: values x states
    moves: Floats
    starts: Floats

    def run(self, table: TokenTable, attributes: Attributes) -> Lattice:
        return run_chain(self.scores(table, attributes), self.moves, self.starts, Stretches.of(table).steps())

    def scores(self, table: TokenTable, attributes: Attributes) -> Floats:
        """The sum of the weights of each row's features. Those of the spelling alone are summed once a spelling, then looked up."""
        states = len(self.starts)
        by_spelling: dict[int, Floats] = {}
        looked_up: list[tuple[NDArray[np.int32], Floats]] = []
        numbers = {name: numbers_of(attribute) for name, attribute in attributes.items()}
        for template, values, weights in self.features:
            if not template.is_known(attributes):
                continue
            keys = template.keys_of_values(values, numbers)
            name, offset = template.parts[0]
            of_spellings = attributes[name].by_spelling if len(template.parts) == 1 else None
            if of_spellings is None:
                space = prod(len(attributes[part].names) for part, _ in template.parts)
                looked_up.append((_places(template.keys(table, attributes), keys, space), weights))
                continue
            of_code = np.zeros((len(attributes[name].names), states))
            of_code[keys[keys >= 0]] = weights[keys >= 0]
            by_spelling.setdefault(offset, np.zeros((len(table.spellings), states)))[:] += of_code[of_spellings]
        found = _summed(looked_up, len(table), states)
        for offset, sums in by_spelling.items():
            found += sums[shifted(table.spelling, offset)]
        return found


def _places(rows: NDArray[np.int64], keys: NDArray[np.int64], space: int) -> NDArray[np.int32]:
    """For each row the number of the value whose key it has, or the number behind the last."""
    none = len(keys)
    if space <= LARGEST_TABLE:
        numbers = np.full(space + 1, none, np.int32)
        numbers[keys[keys >= 0]] = np.flatnonzero(keys >= 0)
        found: NDArray[np.int32] = numbers[rows]  # row -1, where an attribute is missing, is the table's last
        return found
    order = np.argsort(keys, kind="stable")
    ordered = np.append(keys[order], np.iinfo(np.int64).max)
    place = np.searchsorted(ordered, rows)
    hit = (ordered[place] == rows) & (rows >= 0)
    return np.where(hit, np.append(order, none)[place], none).astype(np.int32)


def _summed(looked_up: Sequence[tuple[NDArray[np.int32], Floats]], rows: int, states: int) -> Floats:
    """Weights of one value a template, added up for each row by one product of a sparse matrix; each template has a row of zeros."""
    from scipy.sparse import csr_matrix  # noqa: PLC0415 (slow to import)

    if not looked_up:
        return np.zeros((rows, states))
    weights = np.concatenate([np.concatenate((each, np.zeros((1, states)))) for _, each in looked_up])
    first = np.cumsum([0, *(len(each) + 1 for _, each in looked_up)]).tolist()
    columns = np.stack([places + start for (places, _), start in zip(looked_up, first, strict=False)], axis=1).astype(np.int32)
    border = np.arange(0, columns.size + 1, columns.shape[1], dtype=np.int32)
    design = csr_matrix((np.ones(columns.size), columns.ravel(), border), shape=(rows, len(weights)))
    return np.asarray(design @ weights)


def _thinned(stretches: Stretches, truth: NDArray[np.int64]) -> Stretches:
    """Of very many tokens, all stretches with a value and as many others as fit: these are much alike."""
    if stretches.length.sum() <= MOST_TOKENS:
        return stretches
    before = np.concatenate(([0], np.cumsum(truth != OUTSIDE)))
    has_value = before[stretches.first + stretches.length] > before[stretches.first]
    room = max(MOST_TOKENS // 2, MOST_TOKENS - int(stretches.length[has_value].sum()))
    step = max(1, -(-int(stretches.length[~has_value].sum()) // room))
    keep = has_value | (np.arange(len(has_value)) % step == 0)
    return Stretches(stretches.first[keep], stretches.length[keep])


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
    texts: Sequence[int] | None = None, templates: Sequence[Template] = TEMPLATES,
) -> ChainModel:  # fmt: skip
    """Learn from marked spans, each with the number of its field; from some texts of the table only, where these are named."""
    layout = Layout(tuple(fields))
    truth = _states(table, layout, marked)
    stretches = _thinned(_of_texts(Stretches.of(table), table, texts), truth)
    steps = stretches.steps()
    used = np.sort(np.concatenate(steps)) if steps else np.empty(0, np.int64)
    columns = [_column(each, table, attributes, used, truth != OUTSIDE) for each in templates if each.is_known(attributes)]
    task = ChainTask(_design(columns, len(table)), truth, stretches, layout.allowed(), layout.may_start(), PENALTY)
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


def _of_texts(stretches: Stretches, table: TokenTable, texts: Sequence[int] | None) -> Stretches:
    if texts is None:
        return stretches
    chosen = np.isin(table.text_of[stretches.first], np.asarray(texts, np.int64))
    return Stretches(stretches.first[chosen], stretches.length[chosen])


def _design(columns: Sequence[_Column], rows: int) -> Any:  # noqa: ANN401 (scipy's matrices carry no types)
    from scipy.sparse import csr_matrix  # noqa: PLC0415 (slow to import)

    before = np.cumsum([0, *(len(column.values) for column in columns)])
    row = np.concatenate([np.empty(0, np.int64), *(column.rows for column in columns)])
    value = np.concatenate([np.empty(0, np.int64), *(column.value + before[number] for number, column in enumerate(columns))])
    return csr_matrix((np.ones(len(row)), (row, value)), shape=(rows, int(before[-1])))
