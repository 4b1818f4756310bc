"""The default: rules of all systems, learnt lists and a chain model, weighed together for each value of a text.

1. Each published system learns its rules. What they find in a text that they were not learnt from is evidence about its tokens.
2. A chain model reads all texts with that evidence; a second one also knows what the first found elsewhere in the same text: a speaker or a
   place that a text names several times is recognised at its clearest place.
3. All places of one value are weighed together, and the best values are given.

Whatever one step learns from the step before was made on texts held out, so that nothing is trusted more than it deserves.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from sitelode.text_rules.chain.attributes import Attribute, attributes_of
from sitelode.text_rules.chain.model import ChainModel, learn_chain
from sitelode.text_rules.chain.spans import LikelySpan, likely_spans
from sitelode.text_rules.chain.stored import StoredChain
from sitelode.text_rules.chain.training import Floats
from sitelode.text_rules.combined.decision import Candidate, FieldDecision, candidates_of, features, learn_decision
from sitelode.text_rules.combined.evidence import reading_attributes, templates_with, votes_attribute
from sitelode.text_rules.combined.learnt_lists import LearntLists, learn_lists
from sitelode.text_rules.contract import Finding, Lesson, RuleLine, Rules, System
from sitelode.text_rules.systems.autoslog import AutoSlog
from sitelode.text_rules.systems.rapier import Rapier
from sitelode.text_rules.systems.srv import Srv
from sitelode.text_rules.systems.whisk import Whisk
from sitelode.text_rules.token_table import Span, TokenTable
from sitelode.text_rules.values import fields_with_several, normalised

SYSTEMS: Mapping[str, System] = {
    "autoslog": AutoSlog(),
    "rapier": Rapier(pairs=3, failures=3),
    "srv": Srv(negatives=40_000),
    "whisk": Whisk(most_seeds=100),
}
"""The published systems with settings for this use: each is one opinion of several, and quick."""

FOLDS = 3  # in which texts are held out
LEAST_TEXTS = 2 * FOLDS  # below it nothing can be held out, and all systems are believed as they are
MOST_TEXTS = 150  # that rules are learnt from; the chain model learns from all
CHAIN = "chain"


@dataclass(frozen=True, slots=True)
class CombinedRules:
    fields: tuple[str, ...]
    systems: dict[str, Rules]
    lists: LearntLists
    first: StoredChain
    second: StoredChain
    decisions: tuple[FieldDecision, ...]
    values: dict[str, dict[str, int]]  # of each field in training, and in how many texts

    def findings(self, table: TokenTable) -> list[Finding]:
        """The values that are given; `precision` is how often a value with that much for it was right on texts held out."""
        return [each for each, _ in self.weighed(table)]

    def weighed(self, table: TokenTable) -> list[tuple[Finding, Candidate]]:
        reading = self._read(table)
        found = []
        for number, decision in enumerate(self.decisions):
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
        for number, decision in enumerate(self.decisions):
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
        attributes = _attributes(table, self.fields, findings) | {"listed": self.lists.attribute(table)}
        marginals = self.first.model.run(table, attributes).marginals
        attributes |= reading_attributes(table, marginals, self.fields)
        likely = likely_spans(self.second.model, table, self.second.model.run(table, attributes))
        return candidates_of(table, self.fields, likely, findings, self.values)

    def lines(self) -> list[RuleLine]:
        rules = [replace(line, name=f"{name} {line.name}") for name, system in self.systems.items() for line in system.lines()]
        return [*rules, *self.second.lines()]

    def without(self, names: Collection[str]) -> "CombinedRules":
        kept = {
            name: system.without({each.removeprefix(f"{name} ") for each in names if each.startswith(f"{name} ")})
            for name, system in self.systems.items()
        }
        return replace(self, systems=kept)

    def to_data(self) -> Mapping[str, Any]:
        stored = _Stored(self.fields, self.lists, self.first, self.second, self.decisions, self.values)
        data: dict[str, Any] = msgspec.to_builtins(stored)
        return data | {"systems": {name: rules.to_data() for name, rules in self.systems.items()}}


def _attributes(table: TokenTable, fields: Sequence[str], findings: Mapping[str, Sequence[Finding]]) -> dict[str, Attribute]:
    return attributes_of(table) | {f"voted {name}": votes_attribute(table, found, fields) for name, found in findings.items()}


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
        stored = msgspec.convert({name: value for name, value in data.items() if name != "systems"}, _Stored)
        unknown = [name for name in data["systems"] if name not in SYSTEMS]
        if unknown:
            raise ValueError(f"no system called {unknown[0]}")
        systems = {name: SYSTEMS[name].read(rules) for name, rules in data["systems"].items()}
        return CombinedRules(stored.fields, systems, stored.lists, stored.first, stored.second, stored.decisions, stored.values)


@dataclass(frozen=True, slots=True)
class _Stored:
    fields: tuple[str, ...]
    lists: LearntLists
    first: StoredChain
    second: StoredChain
    decisions: tuple[FieldDecision, ...]
    values: dict[str, dict[str, int]]


class _Learning:
    """One run of learning; each step is there once it is asked for."""

    def __init__(self, lesson: Lesson, folds: int) -> None:
        self.lesson, self.table, self.fields = lesson, lesson.table, lesson.fields
        texts = len(lesson.texts)
        folds = folds if texts >= LEAST_TEXTS else 1
        self.held_out = [[number for number in range(texts) if number % folds == fold] for fold in range(folds)]
        self.marked = [(self.fields.index(each.field), each.span) for each in lesson.spans]

    def rules(self) -> CombinedRules:
        systems = {name: system.learn(self._sample(range(len(self.lesson.texts)))) for name, system in SYSTEMS.items()}
        first = self._chain(self.attributes, None)
        second = self._chain(self.second_attributes, None)
        values, own = self._values()
        return CombinedRules(
            self.fields, systems, self.lists[0], StoredChain.of(first), StoredChain.of(second), tuple(self._decisions(values, own)), values
        )

    def _sample(self, numbers: Sequence[int]) -> Lesson:
        """Texts to learn rules from: all, or as many as that takes in reasonable time, those with marks first."""
        marked = [number for number in numbers if self.lesson.texts[number].marks]
        rest = [number for number in numbers if not self.lesson.texts[number].marks]
        step = max(1, -(-len(marked) // MOST_TEXTS))
        kept = marked[::step]
        return self.lesson.part(sorted([*kept, *rest[:: max(1, -(-len(rest) // max(1, len(kept))))]]))

    @cached_property
    def votes(self) -> dict[str, list[Finding]]:
        """What rules find in texts that they were not learnt from."""
        found: dict[str, list[Finding]] = {name: [] for name in SYSTEMS}
        for numbers in self.held_out:
            others = sorted(set(range(len(self.lesson.texts))) - set(numbers)) or numbers
            part = self._sample(others)
            if not part.spans:
                continue
            table = TokenTable([self.table.texts[number] for number in numbers], self.lesson.knowledge)
            for name, system in SYSTEMS.items():
                found[name] += [self._moved(each, table, numbers) for each in system.learn(part).findings(table)]
        return found

    def _moved(self, finding: Finding, table: TokenTable, numbers: Sequence[int]) -> Finding:
        """The same finding as rows of the whole lesson's table."""
        text = int(table.text_of[finding.span.first])
        by = int(self.table.first[numbers[text]] - table.first[text])
        return replace(finding, span=Span(finding.span.first + by, finding.span.stop + by))

    @cached_property
    def lists(self) -> tuple[LearntLists, list[dict[str, set[int]]]]:
        return learn_lists(self.lesson)

    @cached_property
    def attributes(self) -> dict[str, Attribute]:
        lists, own = self.lists
        return _attributes(self.table, self.fields, self.votes) | {"listed": lists.attribute(self.table, own)}

    @cached_property
    def second_attributes(self) -> dict[str, Attribute]:
        marginals = np.zeros((len(self.table), 1 + 2 * len(self.fields)))
        for numbers, model in zip(self.held_out, self._held_out_chains(self.attributes), strict=True):
            rows = np.isin(self.table.text_of, numbers)
            marginals[rows] = model.run(self.table, self.attributes).marginals[rows]
        return self.attributes | reading_attributes(self.table, marginals, self.fields)

    def _chain(self, attributes: Mapping[str, Attribute], texts: Sequence[int] | None) -> ChainModel:
        votes = {name: each for name, each in attributes.items() if name.startswith("voted ")}
        return learn_chain(self.table, attributes, self.fields, self.marked, texts, templates_with(votes))

    def _held_out_chains(self, attributes: Mapping[str, Attribute]) -> Iterator[ChainModel]:
        for numbers in self.held_out:
            yield self._chain(attributes, sorted(set(range(len(self.lesson.texts))) - set(numbers)) or numbers)

    def _held_out_spans(self) -> Iterator[LikelySpan]:
        for numbers, model in zip(self.held_out, self._held_out_chains(self.second_attributes), strict=True):
            inside = set(numbers)
            for each in likely_spans(model, self.table, model.run(self.table, self.second_attributes)):
                if int(self.table.text_of[each.span.first]) in inside:
                    yield each

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

    def _decisions(self, values: Mapping[str, Mapping[str, int]], own: Mapping[tuple[int, str], set[str]]) -> Iterator[FieldDecision]:
        everything = candidates_of(self.table, self.fields, list(self._held_out_spans()), self.votes, values, own)
        several = fields_with_several(self.lesson.texts)
        for number, field in enumerate(self.fields):
            candidates = [each for each in everything if each.field == number]
            truth = {text: found for (text, name), found in own.items() if name == field}
            rows = features(candidates, tuple(SYSTEMS))
            yield learn_decision(candidates, rows, truth, several=several[field])
