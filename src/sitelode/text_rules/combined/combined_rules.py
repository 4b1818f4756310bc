"""What the default learnt, and how it reads: rules, two chain models and the decision on each value."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from sitelode.errors import RuleError
from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.text_rules.chain.attributes import attributes_of
from sitelode.text_rules.chain.feature_index import FeatureIndex, Lookup
from sitelode.text_rules.chain.model import Layout
from sitelode.text_rules.chain.spans import likely_spans
from sitelode.text_rules.chain.stored import StoredChain
from sitelode.text_rules.chain.training import Floats, Stretches
from sitelode.text_rules.combined.decision import Candidate, FieldDecision, KnownValues, candidates_of, features
from sitelode.text_rules.combined.evidence import reading_attributes, worth_a_second_look
from sitelode.text_rules.combined.learnt_lists import LearntLists
from sitelode.text_rules.combined.relevance import Relevances, UnitsOfTable
from sitelode.text_rules.combined.word_habits import WordHabits
from sitelode.text_rules.contract import Finding, RuleLine, Rules
from sitelode.text_rules.token_table import TokenTable

ANY_VALUE = DataPrototype.from_values(())
CHAIN = "chain"


@dataclass(frozen=True, slots=True)
class Learnt:
    """What was learnt besides rules, as plain data."""

    fields: tuple[str, ...]
    lists: LearntLists
    habits: WordHabits
    relevances: Relevances
    first: StoredChain
    second: StoredChain
    decisions: tuple[FieldDecision, ...]
    values: dict[str, dict[str, int]]  # of each field in training, and in how many texts


@dataclass(frozen=True)
class CombinedRules:
    learnt: Learnt
    systems: dict[str, Rules]
    types: dict[str, DataPrototype]  # what values of each field look like

    @property
    def fields(self) -> tuple[str, ...]:
        return self.learnt.fields

    def findings(self, table: TokenTable) -> list[Finding]:
        """The values that are given; `precision` is how often a value with that much for it was right on texts held out."""
        return [each for each, _ in self.weighed(table)]

    def weighed(self, table: TokenTable) -> list[tuple[Finding, Candidate]]:
        reading = self._read(table)
        found = []
        for number, decision in enumerate(self.learnt.decisions):
            candidates = [each for each in reading if each.field == number]
            if not candidates:
                continue
            chances = decision.probabilities(features(candidates, tuple(self.systems)))
            given = decision.chosen(candidates, chances)
            found += [(_finding(self.fields[number], candidates[each], float(chances[each])), candidates[each]) for each in given]
        return sorted(found, key=lambda one: (one[0].span.first, one[0].span.stop, one[0].field))

    def uncertainty(self, table: TokenTable) -> Floats:
        """For each text how unsure the decision on its fields is: 1 where the best candidate is as likely right as wrong."""
        found = np.zeros(len(table.texts))
        reading = self._read(table)
        for number, decision in enumerate(self.learnt.decisions):
            candidates = [each for each in reading if each.field == number]
            if not candidates:
                continue
            chances = decision.probabilities(features(candidates, tuple(self.systems)))
            best = np.zeros(len(table.texts))
            np.maximum.at(best, [each.text for each in candidates], chances)
            found = np.maximum(found, 1 - 2 * np.abs(best - 0.5))
        return found

    def _read(self, table: TokenTable) -> list[Candidate]:
        findings = {name: rules.findings(table) for name, rules in self.systems.items()}
        attributes = attributes_of(table) | {
            "listed": self.learnt.lists.attribute(table),
            "habit": self.learnt.habits.attribute(table),
        }
        lookup = Lookup(self._index, table, attributes)
        stretches = Stretches.of(table)
        in_values = self.learnt.first.model.read(lookup.scores(0), stretches).in_values(table)
        rows, packed = stretches.where(worth_a_second_look(stretches, in_values, findings)).packed()
        scores = lookup.scores(1, reading_attributes(table, in_values, self.fields), rows)
        likely = likely_spans(Layout(self.fields), self.learnt.second.model.read_packed(scores, rows, packed))
        known = KnownValues(self.learnt.values, lambda _, field: self.types[field])
        relevance = UnitsOfTable.of(table, stretches).log_odds(self.learnt.relevances, table)
        return candidates_of(table, self.fields, likely, findings, known, relevance)

    @cached_property
    def _index(self) -> FeatureIndex:
        return FeatureIndex([self.learnt.first.model.features, self.learnt.second.model.features], Layout(self.fields).size)

    def lines(self) -> list[RuleLine]:
        rules = [replace(line, name=f"{name} {line.name}") for name, system in self.systems.items() for line in system.lines()]
        known = {field: each for field, each in self.types.items() if each != ANY_VALUE}  # the others say nothing, or were dropped
        types = [RuleLine(f"type {field}", field, each.describe(), *_fitting(each)) for field, each in known.items()]
        return [*rules, *types, *self.learnt.second.lines()]

    def without(self, names: Collection[str]) -> "CombinedRules":
        weights = [line.name for line in self.learnt.second.lines() if line.name in names]
        if weights:
            raise RuleError(f"{weights[0]} is one weight of thousands in a chain, and cannot be dropped by itself; mark more texts")
        kept = {
            name: system.without({each.removeprefix(f"{name} ") for each in names if each.startswith(f"{name} ")})
            for name, system in self.systems.items()
        }
        types = {field: ANY_VALUE if f"type {field}" in names else each for field, each in self.types.items()}
        return replace(self, systems=kept, types=types)

    def to_data(self) -> Mapping[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(self.learnt)
        types = {field: each.to_data() for field, each in self.types.items()}
        return data | {"types": types, "systems": {name: rules.to_data() for name, rules in self.systems.items()}}


def _fitting(values: DataPrototype) -> tuple[int, int]:
    """How many values of the training looked as they should, and how many did not."""
    fitting = round(values.own_share * values.learned_from)
    return fitting, values.learned_from - fitting


def _finding(field: str, candidate: Candidate, chance: float) -> Finding:
    """Said to come from the best rule that found exactly this, or from the chain model where none did."""
    rules = [f"{system} {rule} ({precision:.0%} right in training)" for system, (precision, rule) in candidate.votes.items()]
    return Finding(field, candidate.spans[candidate.best], "; ".join(rules) or CHAIN, round(chance, 4))
