"""Whether a text, or a stretch of it, has a value of a field at all, by its words.

Siddharth Patwardhan, Ellen Riloff: "A Unified Model of Phrasal and Sentential Evidence for Information Extraction", EMNLP 2009: a phrase
that looks like a value counts for more in a sentence that tells of such an event. Here one logistic model a field, on the words that stand
in a text, and one on those of a stretch.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Any, TypeAlias

import numpy as np

from sitelode.json_data import JsonData
from sitelode.text_rules.chain import Stretches
from sitelode.text_rules.chain_features import Floats
from sitelode.text_rules.token_table import Flags, Rows, Span, TokenTable

LEAST_UNITS = 3  # texts or stretches with a word, for it to have a weight
PENALTY = 2e-4  # of the squared weights, for each unit
ITERATIONS = 40
DIGITS = 3  # of a weight
LEAST_WEIGHT = 0.02
MOST_LOG_ODDS = 6.0  # however many words agree


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """Parts of a table that are judged as wholes, and the words of each: every word once."""

    count: int
    of_row: Rows  # the unit of each row, -1 for none
    unit: Rows  # one entry a unit and word
    word: Rows

    @classmethod
    def of(cls, table: TokenTable, of_row: Rows, count: int) -> "Units":
        """`of_row` says the unit of each row; the rows of a unit stand together."""
        rows = table.rows_by_word
        rows = rows[((of_row >= 0) & table.is_token)[rows]]
        unit, word = of_row[rows], table.word[rows]
        is_first = np.append(True, (unit[1:] != unit[:-1]) | (word[1:] != word[:-1]))[: len(rows)]
        return cls(count, of_row, unit[is_first], word[is_first])

    @classmethod
    def texts(cls, table: TokenTable) -> "Units":
        return cls.of(table, table.text_of, len(table.texts))

    @classmethod
    def stretches(cls, table: TokenTable, stretches: Stretches) -> "Units":
        of_row = np.full(len(table), -1, np.int64)
        rows, _ = stretches.packed()
        of_row[rows] = np.repeat(np.arange(len(stretches.first)), stretches.length)
        return cls.of(table, of_row, len(stretches.first))

    @property
    def sizes(self) -> Floats:
        return np.maximum(np.bincount(self.unit, minlength=self.count), 1).astype(float)


@dataclass(frozen=True)
class Relevance(JsonData):
    """Weights of words for each field."""

    words: dict[str, tuple[float, ...]]
    base: tuple[float, ...]

    def log_odds(self, table: TokenTable, units: Units) -> Floats:
        """Units x fields."""
        places, weights = self._weights
        known = weights[np.fromiter(map(places.get, table.lower_forms, repeat(0)), np.int64, len(table.lower_forms))]
        has_weight: Flags = np.abs(known).max(axis=1, initial=0.0) > 0
        entries = np.flatnonzero(has_weight[units.word])
        found: Floats = np.zeros((units.count, len(self.base)))
        for field in range(len(self.base)):
            found[:, field] = np.bincount(units.unit[entries], known[units.word[entries], field], minlength=units.count)
        found /= np.sqrt(units.sizes)[:, None]
        found += np.array(self.base)
        return found

    @cached_property
    def _weights(self) -> tuple[dict[str, int], Floats]:
        """For each word the row of its weights; the first row is for all others."""
        nothing = (0.0,) * len(self.base)
        return {word: number for number, word in enumerate(self.words, start=1)}, np.array([nothing, *self.words.values()])


@dataclass(frozen=True, slots=True)
class Relevances(JsonData):
    """Of texts as wholes, and of stretches."""

    texts: Relevance
    stretches: Relevance


OddsOfRows: TypeAlias = Callable[[Rows], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class UnitsOfTable:
    """Both kinds of units of a table."""

    texts: Units
    stretches: Units

    @classmethod
    def of(cls, table: TokenTable, stretches: Stretches) -> "UnitsOfTable":
        return cls(Units.texts(table), Units.stretches(table, stretches))

    def log_odds(self, relevances: Relevances, table: TokenTable) -> OddsOfRows:
        """For rows of the table and each field, what their text says and what their stretch says: rows x fields x 2."""
        learnt = ((relevances.texts, self.texts), (relevances.stretches, self.stretches))
        of_units = [(each.log_odds(table, units), units.of_row) for each, units in learnt]

        def odds(rows: Rows) -> Floats:
            found = np.stack([_by_row(each, of_row[rows]) for each, of_row in of_units], axis=2)
            return np.clip(found, -MOST_LOG_ODDS, MOST_LOG_ODDS)

        return odds


def _by_row(of_units: Floats, of_row: Rows) -> Floats:
    """The odds of each row's unit; even odds where it is in none."""
    found: Floats = np.vstack((of_units, np.zeros(of_units.shape[1])))[of_row]
    return found


def learn_relevances(
    table: TokenTable, units: UnitsOfTable, marked: Sequence[tuple[int, Span]], fields: int, texts: Sequence[int]
) -> Relevances:
    """From some texts of a table; `marked` are values with the number of their field."""
    learnt = []
    for each in (units.texts, units.stretches):
        has_value = np.zeros((each.count, fields))
        for field, span in marked:
            has_value[each.of_row[span.first], field] = 1.0
        rows = np.flatnonzero(np.isin(table.text_of, np.asarray(texts, np.int64)) & (each.of_row >= 0) & table.is_token)
        learnt.append(_learnt(table, each, has_value, np.unique(each.of_row[rows])))
    return Relevances(*learnt)


def _learnt(table: TokenTable, units: Units, has_value: Floats, used: Rows) -> Relevance:
    """From some units; `has_value` is 1 where a unit has a value of a field: units x fields."""
    from scipy.sparse import csr_matrix, hstack  # noqa: PLC0415 (slow to import)

    words = len(table.lower_forms)
    entries = csr_matrix((1 / np.sqrt(units.sizes[units.unit]), (units.unit, units.word)), shape=(units.count, words))[used]
    kept = np.flatnonzero(np.bincount(entries.indices, minlength=words) >= LEAST_UNITS)
    design = hstack((entries[:, kept], np.ones((len(used), 1))), format="csr")
    believed, penalty = np.zeros(len(kept) + 1), np.append(np.full(len(kept), PENALTY * len(used)), 0.0)
    fields = [logistic_weights(design, right, believed, penalty, ITERATIONS) for right in has_value[used].T]
    *weights, base = np.stack(fields, axis=1).round(DIGITS)
    strong = [(word, each) for word, each in zip(kept.tolist(), weights, strict=True) if np.abs(each).max(initial=0.0) >= LEAST_WEIGHT]
    spelled = {table.lower_forms[word]: tuple(each.tolist()) for word, each in strong}
    return Relevance(dict(sorted(spelled.items())), tuple(base.tolist()))


def logistic_weights(design: Any, right: Floats, believed: Floats, penalty: Floats, iterations: int) -> Floats:  # noqa: ANN401 (scipy's matrices carry no types)
    """The weights that make `right` most likely; each costs its penalty times the square of what it is away from what is believed."""
    from scipy.optimize import minimize  # noqa: PLC0415 (slow to import)

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores, moved = design @ weights, weights - believed
        value = float(np.logaddexp(0.0, scores).sum() - right @ scores + penalty @ moved**2)
        return value, design.T @ (sigmoid(scores) - right) + 2 * penalty * moved

    found: Floats = minimize(loss, believed, jac=True, method="L-BFGS-B", options={"maxiter": iterations}).x
    return found


def sigmoid(scores: Floats) -> Floats:
    return 0.5 * (1 + np.tanh(scores / 2))
