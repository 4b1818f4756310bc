"""Which of the candidates of a text are given: all places of one value weighed together, the threshold chosen on texts held out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import log, log1p, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.json_data import JsonData
from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.text_rules.chain import LikelySpan
from sitelode.text_rules.relevance import OddsOfRows, logistic_weights, sigmoid
from sitelode.text_rules.token_table import Span, TokenTable
from sitelode.text_rules.values import normalised

Floats = NDArray[np.float64]
PENALTY = 1.0  # of the decision's squared weights; of 0.2, 1 and 3 the best inside the training half of the seminars' first division
ITERATIONS = 200  # of the search for them
# Weights of the features before any example is seen, in their order; set by hand: with three examples nothing else is known.
BELIEVED = (-2.0, 0.5, 0.5, -1.0, -1.0, 1.0, 0.0, 0.5, 1.0, 0.0, 0.0)
MOST_RIVALS = 12  # of a candidate that are looked at, the likeliest first
SHARE_OF_ONE, SHARE_OF_SEVERAL = 0.5, 0.4  # of the best F1 in training: from which chance a value is given
# Where texts have several values, many that are marked otherwise in training are right in part. Shares of .3 to .45 all gave a better F1 of
# last words than .5, by .004 to .009, inside the first 650 texts of MUC-4.
THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(1, 19))
_FLOOR = 1e-3


@dataclass(frozen=True, slots=True)
class KnownValues:
    """What training tells of the values of each field."""

    texts: Mapping[str, Mapping[str, int]]  # by field and value: in how many texts
    types: Callable[[int, str], DataPrototype]  # what values of a field look like; in training, without what the text itself says of it
    own: Mapping[tuple[int, str], set[str]] = field(default_factory=dict)  # in training: the values of a text that is read

    def has(self, text: int, name: str, value: str) -> bool:
        """Whether another text had a value."""
        return self.texts.get(name, {}).get(value, 0) > (value in self.own.get((text, name), ()))


class Candidate(NamedTuple):
    """A value a text may have: all its places, and what speaks for it."""

    text: int
    field: int
    value: str  # normalised
    spans: tuple[Span, ...]
    probability: tuple[float, ...]  # of the chain, one a span
    seen: bool  # whether another text had this value in training
    words: frozenset[int]  # numbers of its table
    fits: bool  # whether it looks like the field's other values
    relevance: tuple[float, float]  # log-odds that its text, and its stretch at the likeliest place, has a value of the field at all

    @property
    def best(self) -> int:
        return int(np.argmax(self.probability))


def candidates_of(
    table: TokenTable, fields: Sequence[str], likely: Sequence[LikelySpan], known: KnownValues, relevance: OddsOfRows
) -> list[Candidate]:
    """Everything that the chain proposes, grouped by text, field and value."""
    groups: dict[tuple[int, int, str], dict[Span, float]] = {}
    value_at = _values_at(table, list(dict.fromkeys(each.span for each in likely)))
    for each in likely:
        text, value = value_at[each.span]
        if value:  # signs alone are no value, and all of them would be one
            groups.setdefault((text, each.field, value), {})[each.span] = each.probability
    numbers = np.where(table.is_written, table.word, -1).tolist()
    keys = sorted(groups)
    places = [tuple(sorted(groups[key])) for key in keys]
    chances = [tuple(map(groups[key].__getitem__, of_value)) for key, of_value in zip(keys, places, strict=True)]
    likeliest = [of_value[each.index(max(each))].first for of_value, each in zip(places, chances, strict=True)]
    odds = relevance(np.array(likeliest, np.int64))[np.arange(len(keys)), [number for _, number, _ in keys]]
    fitting = [_fits(known.types(key[0], fields[key[1]]), table.value(spans[0])) for key, spans in zip(keys, places, strict=True)]
    columns = zip(keys, places, chances, fitting, map(tuple, odds.tolist()), strict=True)
    return [
        Candidate(
            *key, spans, of_spans, known.has(key[0], fields[key[1]], key[2]),
            frozenset(numbers[spans[0].first : spans[0].stop]) - {-1}, fits, of_place,
        )
        for key, spans, of_spans, fits, of_place in columns
    ]  # fmt: skip


def _values_at(table: TokenTable, spans: Sequence[Span]) -> dict[Span, tuple[int, str]]:
    """The text and the normalised value of some spans."""
    first, stop = np.array(spans, np.int64).reshape(-1, 2).T
    places = zip(table.text_of[first].tolist(), table.start[first].tolist(), table.end[stop - 1].tolist(), strict=True)
    return {span: (text, normalised(table.texts[text][start:end])) for span, (text, start, end) in zip(spans, places, strict=True)}


@lru_cache(maxsize=1 << 14)  # a text says a value many times, and the next text says it again
def _fits(values: DataPrototype, text: str) -> bool:
    return values.fits(text)


def features(candidates: Sequence[Candidate]) -> Floats:
    """One row a candidate."""
    joint = [1 - prod(1 - min(p, 0.999) for p in each.probability) for each in candidates]
    of_text: dict[tuple[int, int], list[int]] = {}
    for number, each in enumerate(candidates):
        of_text.setdefault((each.text, each.field), []).append(number)
    for numbers in of_text.values():
        numbers.sort(key=lambda one: -joint[one])
    rows = []
    for number, each in enumerate(candidates):
        rival, related = _others(number, of_text[each.text, each.field], joint, candidates)
        rows.append([
            1.0, _log_odds(joint[number]), _log_odds(max(each.probability)), rival, related, float(joint[number] >= max(rival, related)),
            log1p(len(each.spans)), float(each.seen), float(each.fits), *each.relevance,
        ])  # fmt: skip
    return np.array(rows).reshape(len(rows), len(BELIEVED))


def _others(number: int, same_text: Sequence[int], joint: Sequence[float], candidates: Sequence[Candidate]) -> tuple[float, float]:
    """The best other candidate without a common word, which speaks against this one, and the best with one: another spelling of it."""
    rival = related = 0.0
    words = candidates[number].words
    for other in same_text[:MOST_RIVALS]:
        if other == number:
            continue
        if words.isdisjoint(candidates[other].words):
            rival = max(rival, joint[other])
        else:
            related = max(related, joint[other])
    return rival, related


def _log_odds(chance: float) -> float:
    clipped = min(max(chance, _FLOOR), 1 - _FLOOR)
    return log(clipped / (1 - clipped))


@dataclass(frozen=True, slots=True)
class FieldDecision(JsonData):
    """Weights of what speaks for a candidate of one field, and from which probability it is given."""

    weights: tuple[float, ...]
    threshold: float
    several: bool  # whether a text may have several values

    def probabilities(self, rows: Floats) -> Floats:
        return sigmoid(rows @ np.array(self.weights))

    def chosen(self, candidates: Sequence[Candidate], probabilities: Floats) -> list[int]:
        """Numbers of those that are given; of candidates that share tokens, the surer one."""
        given: list[int] = []
        covered: set[int] = set()
        texts: set[int] = set()
        for number in np.argsort(-probabilities, kind="stable").tolist():
            each = candidates[number]
            if probabilities[number] < self.threshold:
                break
            rows = {row for span in each.spans for row in range(span.first, span.stop)}
            if (each.text in texts and not self.several) or rows & covered:
                continue
            given.append(number)
            covered |= rows
            texts.add(each.text)
        return given


def learn_decision(candidates: Sequence[Candidate], rows: Floats, truth: Mapping[int, set[str]], *, several: bool) -> FieldDecision:
    """From candidates of texts that were held out, and the true values of each text."""
    right = np.array([each.value in truth.get(each.text, ()) for each in candidates], float)
    # The fewer examples, the nearer to what is believed without any.
    weights = logistic_weights(rows, right, np.array(BELIEVED), np.full(len(BELIEVED), PENALTY), ITERATIONS)
    chances = sigmoid(rows @ weights)
    best = 0.0
    wanted = sum(len(values) for values in truth.values()) if several else len(truth)
    for limit in THRESHOLDS:
        given = FieldDecision(tuple(weights), limit, several).chosen(candidates, chances)
        best = max(best, 2 * float(right[given].sum()) / max(1.0, len(given) + wanted))
    # Half of the best F1 is the best threshold of calibrated chances; the place of the maximum itself is mostly noise.
    threshold = max(best * (SHARE_OF_SEVERAL if several else SHARE_OF_ONE), THRESHOLDS[0])
    return FieldDecision(tuple(round(float(weight), 6) for weight in weights), round(threshold, 4), several)
