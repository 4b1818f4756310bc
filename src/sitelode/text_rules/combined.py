"""The default: two chain models, learnt lists and a decision, weighed together for each value of a text.

1. A chain model reads all texts; a second one also knows what the first found elsewhere in the same text: a speaker or a place that a text
   names several times is recognised at its clearest place.
2. All places of one value are weighed together, and the best values are given.

What one step learns from the step before was made on texts held out, so that nothing is trusted too much. Rules of the published systems
voted here once: that gained .002 on the seminars, and took three quarters of the time to learn and half of the time to read.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from sitelode.errors import RuleError
from sitelode.json_data import JsonData
from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.text_rules.chain import ChainModel, LikelySpan, StateSpace, Stretches, highest_of_rows, learn_chain, likely_spans
from sitelode.text_rules.chain_features import (
    Attribute,
    Floats,
    LearntLists,
    WordHabits,
    attributes_of,
    learn_habits,
    learn_lists,
    numbered_attribute,
)
from sitelode.text_rules.contract import Finding, Lesson, RuleLine
from sitelode.text_rules.decision import BELIEVED, Candidate, FieldDecision, KnownValues, candidates_of, features, learn_decision
from sitelode.text_rules.feature_index import FeatureIndex, Lookup
from sitelode.text_rules.relevance import OddsOfRows, Relevances, UnitsOfTable, learn_relevances
from sitelode.text_rules.token_table import Flags, Rows, TokenTable
from sitelode.text_rules.values import fields_with_several, normalised

ANY_VALUE = DataPrototype.from_values(())
CHAIN = "chain"  # the rule that every value is said to come from
FOLDS = 3  # in which texts are held out
LEAST_TEXTS = 3  # below it nothing can be held out
LEAST_SEEN = 0.002  # probability, in a first reading, of a token that makes its stretch worth a second one
CERTAIN, POSSIBLE = 0.6, 0.2  # probability, in a first reading, that a token is in a value


@dataclass(frozen=True)
class CombinedRules(JsonData):
    """What the default learnt, as plain data, and how it reads."""

    fields: tuple[str, ...]
    lists: LearntLists
    habits: WordHabits
    relevances: Relevances
    first: ChainModel
    second: ChainModel
    decisions: tuple[FieldDecision, ...]
    values: dict[str, dict[str, int]]  # of each field in training, and in how many texts
    types: dict[str, DataPrototype]  # what values of each field look like

    def check(self) -> None:
        if set(self.types) != set(self.fields) or len(self.decisions) != len(self.fields):
            raise ValueError("`types` and `decisions` need one entry a field")
        if any(len(each.weights) != len(BELIEVED) for each in self.decisions):
            raise ValueError(f"a decision has {len(BELIEVED)} weights")

    def findings(self, table: TokenTable) -> list[Finding]:
        """The values that are given; `precision` is how often a value with that much for it was right on texts held out."""
        found = []
        for number, candidates, chances in self._weighed(table):
            for each in self.decisions[number].chosen(candidates, chances):
                best = candidates[each].spans[candidates[each].best]
                found.append(Finding(self.fields[number], best, CHAIN, round(float(chances[each]), 4)))
        return sorted(found, key=lambda one: (one.span.first, one.span.stop, one.field))

    def uncertainty(self, table: TokenTable) -> Floats:
        """For each text how unsure the decision on its fields is: 1 where the best candidate is as likely right as wrong."""
        found = np.zeros(len(table.texts))
        for _, candidates, chances in self._weighed(table):
            best = np.zeros(len(table.texts))
            np.maximum.at(best, [each.text for each in candidates], chances)
            found = np.maximum(found, 1 - 2 * np.abs(best - 0.5))
        return found

    def _weighed(self, table: TokenTable) -> Iterator[tuple[int, list[Candidate], Floats]]:
        """For each field that has some its number, its candidates and their chances."""
        attributes = attributes_of(table) | {"listed": self.lists.attribute(table), "habit": self.habits.attribute(table)}
        lookup = Lookup(self._index, table, attributes)
        stretches = Stretches.of(table)
        in_values = self.first.read(lookup.scores(0), stretches).in_values(table)
        rows, packed = stretches.where(worth_a_second_look(stretches, in_values)).packed()
        scores = lookup.scores(1, reading_attributes(table, in_values, self.fields), rows)
        likely = likely_spans(StateSpace(self.fields), self.second.read_packed(scores, rows, packed))
        known = KnownValues(self.values, lambda _, field: self.types[field])
        relevance = UnitsOfTable.of(table, stretches).log_odds(self.relevances, table)
        everything = candidates_of(table, self.fields, likely, known, relevance)
        for number, decision in enumerate(self.decisions):
            candidates = [each for each in everything if each.field == number]
            if candidates:
                yield number, candidates, decision.probabilities(features(candidates))

    @cached_property
    def _index(self) -> FeatureIndex:
        return FeatureIndex([self.first.features, self.second.features], StateSpace(self.fields).size)

    def lines(self) -> list[RuleLine]:
        known = {field: each for field, each in self.types.items() if each != ANY_VALUE}  # the others say nothing, or were dropped
        return [*(_type_line(field, each) for field, each in known.items()), *self.second.lines()]

    def without(self, names: Collection[str]) -> "CombinedRules":
        weights = [line.name for line in self.second.lines() if line.name in names]
        if weights:
            raise RuleError(f"{weights[0]} is one weight of thousands in a chain, and cannot be dropped by itself; mark more texts")
        return replace(self, types={field: ANY_VALUE if f"type {field}" in names else each for field, each in self.types.items()})


def _type_line(field: str, values: DataPrototype) -> RuleLine:
    """With how many values of the training looked as they should, and how many did not."""
    fitting = round(values.own_share * values.learned_from)
    return RuleLine(f"type {field}", field, values.describe(), fitting, values.learned_from - fitting)


def worth_a_second_look(stretches: Stretches, in_values: Floats) -> Flags:
    """Which stretches a first reading saw something in; most of a text is never looked at again."""
    before = np.concatenate(([0], np.cumsum(highest_of_rows(in_values) >= LEAST_SEEN)))
    found: Flags = before[stretches.first + stretches.length] > before[stretches.first]
    return found


def reading_attributes(table: TokenTable, in_values: Floats, fields: Sequence[str]) -> dict[str, Attribute]:
    """What a first reading found of the same word elsewhere in the text."""
    codes = np.zeros(len(table), np.int32)
    rows = np.flatnonzero((highest_of_rows(in_values) >= POSSIBLE) & table.is_written)
    if len(rows):
        everywhere, sizes = table.same_words
        known, group = np.unique(everywhere[rows], return_inverse=True)
        number = np.full(len(sizes), -1, np.int64)
        number[known] = np.arange(len(known))
        same = np.flatnonzero(number[everywhere] >= 0)
        height = _best_elsewhere(in_values[rows], group, rows, number[everywhere[same]], same)
        best = height.argmax(axis=1)
        top = height[np.arange(len(same)), best]
        codes[same] = np.where(top >= CERTAIN, 2 + 2 * best, np.where(top >= POSSIBLE, 1 + 2 * best, 0))
    names = ["none", *(f"{field} {sure}" for field in fields for sure in ("possible", "certain"))]
    return {"elsewhere": numbered_attribute(table, codes, names)}


def _best_elsewhere(heights: Floats, group: Rows, rows: Rows, group_of: Rows, others: Rows) -> Floats:
    """For each of `others` the highest probability that another row of its group has.

    `heights` are the probabilities of `rows`, each in a `group`; `group_of` are the groups of the others.
    """
    found = np.zeros((len(others), heights.shape[1]))
    groups = int(group.max()) + 1
    for column in range(heights.shape[1]):
        order = np.lexsort((-heights[:, column], group))
        starts = np.searchsorted(group[order], np.arange(groups))
        first = order[starts]
        following = np.minimum(starts + 1, len(order) - 1)
        second = order[following]
        has_second = (following > starts) & (group[second] == np.arange(groups))
        is_first = rows[first][group_of] == others
        runner_up = np.where(has_second, heights[second, column], 0.0)
        found[:, column] = np.where(is_first, runner_up[group_of], heights[first, column][group_of])
    return found


@dataclass(frozen=True, slots=True)
class Combined:
    """The learner of the default."""

    folds: int = FOLDS

    def learn(self, lesson: Lesson) -> CombinedRules:
        return _Learning(lesson, self.folds).rules()

    def read(self, data: Mapping[str, Any]) -> CombinedRules:
        return CombinedRules.from_data(data)


class _Learning:
    """One run of learning; each step is there once it is asked for."""

    def __init__(self, lesson: Lesson, folds: int) -> None:
        self.lesson, self.table, self.fields = lesson, lesson.table, lesson.fields
        texts = len(lesson.texts)
        folds = folds if texts >= LEAST_TEXTS else 1
        self.held_out = [[number for number in range(texts) if number % folds == fold] for fold in range(folds)]
        self.marked = [(self.fields.index(each.field), each.span) for each in lesson.spans]

    def rules(self) -> CombinedRules:
        values, own = self._values()
        return CombinedRules(
            self.fields, self.lists[0], self.habits[0], self._relevances(range(len(self.lesson.texts))),
            self._chain(self.attributes, self.stretches).to_keep(), self._chain(self.second_attributes, self.second_stretches).to_keep(),
            tuple(self._decisions(values, own)), values, {field: self._type(field, ()) for field in self.fields},
        )  # fmt: skip

    @cached_property
    def lists(self) -> tuple[LearntLists, list[dict[str, set[int]]]]:
        return learn_lists(self.lesson)

    @cached_property
    def habits(self) -> tuple[WordHabits, Attribute]:
        return learn_habits(self.table)

    @cached_property
    def attributes(self) -> dict[str, Attribute]:
        lists, own = self.lists
        return attributes_of(self.table) | {"listed": lists.attribute(self.table, own), "habit": self.habits[1]}

    @cached_property
    def stretches(self) -> Stretches:
        return Stretches.of(self.table)

    @cached_property
    def in_values(self) -> Floats:
        """For each token and field, how likely it is in a value, by chains that did not learn from its text."""
        found = np.zeros((len(self.table), len(self.fields)))
        for numbers, model in zip(self.held_out, self._held_out_chains(self.attributes, self.stretches), strict=True):
            found += model.run(self.table, self.attributes, self._of_texts(numbers, self.stretches)).in_values(self.table)
        return found

    @cached_property
    def second_attributes(self) -> dict[str, Attribute]:
        return self.attributes | reading_attributes(self.table, self.in_values, self.fields)

    @cached_property
    def second_stretches(self) -> Stretches:
        return self.stretches.where(worth_a_second_look(self.stretches, self.in_values))

    def _of_texts(self, numbers: Sequence[int], stretches: Stretches) -> Stretches:
        return stretches.where(np.isin(self.table.text_of[stretches.first], np.asarray(numbers, np.int64)))

    def _chain(self, attributes: Mapping[str, Attribute], stretches: Stretches) -> ChainModel:
        return learn_chain(self.table, attributes, self.fields, self.marked, stretches)

    def _held_out_chains(self, attributes: Mapping[str, Attribute], stretches: Stretches) -> Iterator[ChainModel]:
        for numbers in self.held_out:
            yield self._chain(attributes, self._of_texts(self._others(numbers), stretches))

    def _held_out_spans(self) -> Iterator[LikelySpan]:
        chains = self._held_out_chains(self.second_attributes, self.second_stretches)
        for numbers, model in zip(self.held_out, chains, strict=True):
            reading = model.run(self.table, self.second_attributes, self._of_texts(numbers, self.second_stretches))
            yield from likely_spans(StateSpace(self.fields), reading)

    def _values(self) -> tuple[dict[str, dict[str, int]], dict[tuple[int, str], set[str]]]:
        """The values of each field with the number of their texts, and what each text has."""
        own: dict[tuple[int, str], set[str]] = {}
        for each in self.lesson.spans:
            own.setdefault((each.text, each.field), set()).add(normalised(self.table.value(each.span)))
        counts: dict[str, dict[str, int]] = {field: {} for field in self.fields}
        for (_, field), values in sorted(own.items()):
            for value in sorted(values):
                counts[field][value] = counts[field].get(value, 0) + 1
        return counts, own

    @cached_property
    def units(self) -> UnitsOfTable:
        return UnitsOfTable.of(self.table, self.stretches)

    def _relevances(self, texts: Sequence[int]) -> Relevances:
        return learn_relevances(self.table, self.units, self.marked, len(self.fields), texts)

    def _held_out_relevance(self) -> OddsOfRows:
        found = np.zeros((len(self.table), len(self.fields), 2))
        for numbers in self.held_out:
            rows = np.flatnonzero(np.isin(self.table.text_of, numbers))
            found[rows] = self.units.log_odds(self._relevances(self._others(numbers)), self.table)(rows)
        return found.__getitem__

    def _others(self, numbers: Sequence[int]) -> Sequence[int]:
        return sorted(set(range(len(self.lesson.texts))) - set(numbers)) or numbers

    def _type(self, field: str, but: Collection[int]) -> DataPrototype:
        """What values look like in all texts but some; one that a text repeats counts once."""
        texts = set(range(len(self.lesson.texts))) - set(but) or set(but)
        values = {(each.text, self.table.value(each.span)): None for each in self.lesson.of_field(field) if each.text in texts}
        return DataPrototype.from_values([value for _, value in values])

    def _decisions(self, values: Mapping[str, Mapping[str, int]], own: Mapping[tuple[int, str], set[str]]) -> Iterator[FieldDecision]:
        fold_of = {number: fold for fold, numbers in enumerate(self.held_out) for number in numbers}
        types = {(field, fold): self._type(field, numbers) for field in self.fields for fold, numbers in enumerate(self.held_out)}
        known = KnownValues(values, lambda text, field: types[field, fold_of[text]], own)
        everything = candidates_of(self.table, self.fields, list(self._held_out_spans()), known, self._held_out_relevance())
        several = fields_with_several(self.lesson.texts)
        for number, field in enumerate(self.fields):
            candidates = [each for each in everything if each.field == number]
            truth = {text: found for (text, name), found in own.items() if name == field}
            yield learn_decision(candidates, features(candidates), truth, several=several[field])
