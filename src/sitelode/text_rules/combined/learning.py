"""How the default learns. What one step learns from the step before was made on texts held out, so that nothing is trusted too much."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.text_rules.chain.attributes import Attribute, attributes_of
from sitelode.text_rules.chain.model import ChainModel, Layout, learn_chain
from sitelode.text_rules.chain.spans import LikelySpan, likely_spans
from sitelode.text_rules.chain.stored import StoredChain
from sitelode.text_rules.chain.training import Floats, Stretches
from sitelode.text_rules.combined.combined_rules import CombinedRules, Learnt
from sitelode.text_rules.combined.decision import LEAST_PRECISION, FieldDecision, KnownValues, candidates_of, features, learn_decision
from sitelode.text_rules.combined.evidence import reading_attributes, worth_a_second_look
from sitelode.text_rules.combined.learnt_lists import LearntLists, learn_lists
from sitelode.text_rules.combined.relevance import OddsOfRows, Relevances, UnitsOfTable, learn_relevances
from sitelode.text_rules.combined.word_habits import WordHabits, learn_habits
from sitelode.text_rules.contract import Finding, Lesson, Rules, System, smoothed
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

FOLDS = 3  # in which texts are held out
LEAST_TEXTS = 3  # below it nothing can be held out, and all systems are believed as they are
MOST_TEXTS = 150  # that rules are learnt from; the chain model learns from all


def _believed(rules: Rules) -> Rules:
    """Without those that are so often wrong that they would not be listened to."""
    return rules.without({line.name for line in rules.lines() if smoothed(line.right, line.wrong) < LEAST_PRECISION})


class Learning:
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
        relevances = self._relevances(range(len(self.lesson.texts)))
        learnt = Learnt(self.fields, lists, habits, relevances, StoredChain.of(first), StoredChain.of(second), decisions, values)
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
            part = self._sample(self._others(numbers))
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
            yield self._chain(attributes, self._of_texts(self._others(numbers), stretches))

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
        everything = candidates_of(self.table, self.fields, list(self._held_out_spans()), self.votes, known, self._held_out_relevance())
        several = fields_with_several(self.lesson.texts)
        for number, field in enumerate(self.fields):
            candidates = [each for each in everything if each.field == number]
            truth = {text: found for (text, name), found in own.items() if name == field}
            rows = features(candidates, tuple(self.votes))
            yield learn_decision(candidates, rows, truth, several=several[field])
