"""The default: rules of all systems, learnt lists and a chain model, weighed together for each value of a text.

1. Each published system learns its rules, and proposes what they find.
2. A chain model reads all texts; a second one also knows what the first found elsewhere in the same text: a speaker or a place that a text
   names several times is recognised at its clearest place.
3. All places of one value, and all rules that found it, are weighed together, and the best values are given.

Whatever one step learns from the step before was made on texts held out, so that nothing is trusted more than it deserves.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.text_rules.chain.attributes import Attribute, attributes_of
from sitelode.text_rules.chain.feature_index import FeatureIndex, Lookup
from sitelode.text_rules.chain.model import ChainModel, Layout, learn_chain
from sitelode.text_rules.chain.spans import LikelySpan, likely_spans
from sitelode.text_rules.chain.stored import StoredChain
from sitelode.text_rules.chain.training import Floats, Stretches
from sitelode.text_rules.combined.decision import (
    LEAST_PRECISION,
    Candidate,
    FieldDecision,
    KnownValues,
    candidates_of,
    features,
    learn_decision,
)
from sitelode.text_rules.combined.evidence import reading_attributes, worth_a_second_look
from sitelode.text_rules.combined.learnt_lists import LearntLists, learn_lists
from sitelode.text_rules.combined.word_habits import WordHabits, learn_habits
from sitelode.text_rules.contract import Finding, Lesson, RuleLine, Rules, System, smoothed
from sitelode.text_rules.systems.autoslog import AutoSlog
from sitelode.text_rules.systems.landmarks import Landmarks
from sitelode.text_rules.systems.rapier import Rapier
from sitelode.text_rules.systems.srv import Srv
from sitelode.text_rules.systems.whisk import Whisk
from sitelode.text_rules.token_table import Span, TokenTable
from sitelode.text_rules.values import fields_with_several, normalised

SYSTEMS: Mapping[str, System] = {
    "autoslog": AutoSlog(),
    "rapier": Rapier(pairs=3, failures=3),
    "srv": Srv(negatives=40_000),
    "whisk": Whisk(most_seeds=100, failures=6),
    "stalker": Landmarks(),
}
"""The published systems with settings for this use: each is one opinion of several, and quick."""

LEAST_FOUND = 0.1  # of the values of some field in texts held out, by a system that is asked: others would only cost time; set by hand

ANY_VALUE = DataPrototype.from_values(())
FOLDS = 3  # in which texts are held out
LEAST_TEXTS = 3  # below it nothing can be held out, and all systems are believed as they are
MOST_TEXTS = 150  # that rules are learnt from; the chain model learns from all
CHAIN = "chain"


@dataclass(frozen=True, slots=True)
class Learnt:
    """What was learnt besides rules, as plain data."""

    fields: tuple[str, ...]
    lists: LearntLists
    habits: WordHabits
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
        return candidates_of(table, self.fields, likely, findings, known)

    @cached_property
    def _index(self) -> FeatureIndex:
        return FeatureIndex([self.learnt.first.model.features, self.learnt.second.model.features], Layout(self.fields).size)

    def lines(self) -> list[RuleLine]:
        rules = [replace(line, name=f"{name} {line.name}") for name, system in self.systems.items() for line in system.lines()]
        types = [RuleLine(f"type {field}", field, each.describe(), *_fitting(each)) for field, each in self.types.items()]
        return [*rules, *types, *self.learnt.second.lines()]

    def without(self, names: Collection[str]) -> "CombinedRules":
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


@dataclass(frozen=True, slots=True)
class Combined:
    """The learner of the default."""

    folds: int = FOLDS

    def learn(self, lesson: Lesson) -> CombinedRules:
        return _Learning(lesson, self.folds).rules()

    def read(self, data: Mapping[str, Any]) -> CombinedRules:
        learnt = msgspec.convert({name: value for name, value in data.items() if name not in ("systems", "types")}, Learnt)
        unknown = [name for name in data["systems"] if name not in SYSTEMS]
        if unknown:
            raise ValueError(f"no system called {unknown[0]}")
        systems = {name: SYSTEMS[name].read(rules) for name, rules in data["systems"].items()}
        types = {field: DataPrototype.from_data(each) for field, each in data["types"].items()}
        if set(types) != set(learnt.fields) or len(learnt.decisions) != len(learnt.fields):
            raise ValueError("`types` and `decisions` need one entry a field")
        return CombinedRules(learnt, systems, types)


def _believed(rules: Rules) -> Rules:
    """Without those that are so often wrong that they would not be listened to."""
    return rules.without({line.name for line in rules.lines() if smoothed(line.right, line.wrong) < LEAST_PRECISION})


class _Learning:
    """One run of learning; each step is there once it is asked for."""

    def __init__(self, lesson: Lesson, folds: int) -> None:
        self.lesson, self.table, self.fields = lesson, lesson.table, lesson.fields
        texts = len(lesson.texts)
        folds = folds if texts >= LEAST_TEXTS else 1
        self.held_out = [[number for number in range(texts) if number % folds == fold] for fold in range(folds)]
        self.marked = [(self.fields.index(each.field), each.span) for each in lesson.spans]

    def rules(self) -> CombinedRules:
        sample = self._sample(range(len(self.lesson.texts)))
        systems = {name: _believed(SYSTEMS[name].learn(sample)) for name in self.votes}
        first = self._chain(self.attributes, self.stretches)
        second = self._chain(self.second_attributes, self.second_stretches)
        lists, habits, (values, own) = self.lists[0], self.habits[0], self._values()
        decisions = tuple(self._decisions(values, own))
        learnt = Learnt(self.fields, lists, habits, StoredChain.of(first), StoredChain.of(second), decisions, values)
        return CombinedRules(learnt, systems, {field: self._type(field, ()) for field in self.fields})

    def _sample(self, numbers: Sequence[int]) -> Lesson:
        """Texts to learn rules from: all, or as many as that takes in reasonable time, those with marks first."""
        marked = [number for number in numbers if self.lesson.texts[number].marks]
        rest = [number for number in numbers if not self.lesson.texts[number].marks]
        step = max(1, -(-len(marked) // MOST_TEXTS))
        kept = marked[::step]
        return self.lesson.part(sorted([*kept, *rest[:: max(1, -(-len(rest) // max(1, len(kept))))]]))

    @cached_property
    def votes(self) -> dict[str, list[Finding]]:
        """What rules find in texts that they were not learnt from, by system; of those systems that find something."""
        everything = self._all_votes()
        return {name: found for name, found in everything.items() if self._share_found(found) >= LEAST_FOUND} or everything

    def _share_found(self, findings: Sequence[Finding]) -> float:
        """Of the values of the field that a system is best at, by their last words: a phrase may have more or fewer words before it."""
        ends = {(one.field, one.span.stop) for one in findings}
        values: dict[str, list[bool]] = {}
        for each in self.lesson.spans:
            values.setdefault(each.field, []).append((each.field, each.span.stop) in ends)
        return max(sum(found) / len(found) for found in values.values())

    def _all_votes(self) -> dict[str, list[Finding]]:
        found: dict[str, list[Finding]] = {name: [] for name in SYSTEMS}
        for numbers in self.held_out:
            others = sorted(set(range(len(self.lesson.texts))) - set(numbers)) or numbers
            part = self._sample(others)
            if not part.spans:
                continue
            table = TokenTable([self.table.texts[number] for number in numbers], self.lesson.knowledge)
            for name, system in SYSTEMS.items():
                found[name] += [self._moved(each, table, numbers) for each in _believed(system.learn(part)).findings(table)]
        return found

    def _moved(self, finding: Finding, table: TokenTable, numbers: Sequence[int]) -> Finding:
        """The same finding as rows of the whole lesson's table."""
        text = int(table.text_of[finding.span.first])
        by = int(self.table.first[numbers[text]] - table.first[text])
        return finding._replace(span=Span(finding.span.first + by, finding.span.stop + by))

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
            found += model.run(self.table, self.attributes, self._of_texts(numbers)).in_values(self.table)
        return found

    @cached_property
    def second_attributes(self) -> dict[str, Attribute]:
        return self.attributes | reading_attributes(self.table, self.in_values, self.fields)

    @cached_property
    def second_stretches(self) -> Stretches:
        return self.stretches.where(worth_a_second_look(self.stretches, self.in_values, self.votes))

    def _of_texts(self, numbers: Sequence[int], stretches: Stretches | None = None) -> Stretches:
        stretches = stretches or self.stretches
        return stretches.where(np.isin(self.table.text_of[stretches.first], np.asarray(numbers, np.int64)))

    def _chain(self, attributes: Mapping[str, Attribute], stretches: Stretches) -> ChainModel:
        return learn_chain(self.table, attributes, self.fields, self.marked, stretches)

    def _held_out_chains(self, attributes: Mapping[str, Attribute], stretches: Stretches) -> Iterator[ChainModel]:
        for numbers in self.held_out:
            others = sorted(set(range(len(self.lesson.texts))) - set(numbers)) or numbers
            yield self._chain(attributes, self._of_texts(others, stretches))

    def _held_out_spans(self) -> Iterator[LikelySpan]:
        chains = self._held_out_chains(self.second_attributes, self.second_stretches)
        for numbers, model in zip(self.held_out, chains, strict=True):
            reading = model.run(self.table, self.second_attributes, self._of_texts(numbers, self.second_stretches))
            yield from likely_spans(Layout(self.fields), reading)

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

    def _type(self, field: str, but: Collection[int]) -> DataPrototype:
        """What values look like in all texts but some; one that a text repeats counts once."""
        texts = set(range(len(self.lesson.texts))) - set(but) or set(but)
        values = {(each.text, self.table.value(each.span)): None for each in self.lesson.of_field(field) if each.text in texts}
        return DataPrototype.from_values([value for _, value in values])

    def _decisions(self, values: Mapping[str, Mapping[str, int]], own: Mapping[tuple[int, str], set[str]]) -> Iterator[FieldDecision]:
        fold_of = {number: fold for fold, numbers in enumerate(self.held_out) for number in numbers}
        types = {(field, fold): self._type(field, numbers) for field in self.fields for fold, numbers in enumerate(self.held_out)}
        known = KnownValues(values, lambda text, field: types[field, fold_of[text]], own)
        everything = candidates_of(self.table, self.fields, list(self._held_out_spans()), self.votes, known)
        several = fields_with_several(self.lesson.texts)
        for number, field in enumerate(self.fields):
            candidates = [each for each in everything if each.field == number]
            truth = {text: found for (text, name), found in own.items() if name == field}
            rows = features(candidates, tuple(self.votes))
            yield learn_decision(candidates, rows, truth, several=several[field])
