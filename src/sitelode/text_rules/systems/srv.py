"""Learn rules about fragments from the general to the special: SRV.

Dayne Freitag: "Information Extraction from HTML: Application of a General Machine Learning Approach", AAAI 1998; section 8.5.2 of the
News Ripper thesis. A candidate is any fragment of a text with as many tokens as values in training have; negatives are all but the values.
A rule starts without a condition and gets the predicate with most information gain (FOIL) until no negative is left. Two thirds of the
texts are learnt from, the last third says how far a rule can be trusted (m-estimate), three times in turn. Changed: a variable and its
position are one predicate; negatives are sampled while a rule grows, and all are counted when it is validated.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import msgspec
import numpy as np

from sitelode.text_rules.contract import Finding, Lesson, RuleLine, in_order
from sitelode.text_rules.systems.srv_predicates import (
    ANYWHERE,
    EVERY,
    FEATURES,
    FIRST,
    LAST,
    LENGTH,
    MEANING,
    PATHS,
    SOME,
    WORD,
    Predicate,
    PredicateTable,
)  # fmt: skip
from sitelode.text_rules.token_table import Flags, Rows, Span, TokenTable

LONGEST_FRAGMENT = 20  # tokens; longer values are read by other rules
THIRDS = 3


@dataclass(frozen=True, slots=True)
class SrvRule:
    name: str
    field: str
    predicates: tuple[Predicate, ...]
    right: int  # in the texts that validate it
    wrong: int
    confidence: float


@dataclass(frozen=True, slots=True)
class SrvRules:
    rules: tuple[SrvRule, ...]
    lengths: dict[str, tuple[int, int]]  # shortest and longest value of each field, in tokens

    def findings(self, table: TokenTable) -> list[Finding]:
        seen = PredicateTable(table)
        found: list[Finding] = []
        for rule in self.rules:
            shortest, longest = self.lengths[rule.field]
            first, stop = seen.fragments(rule.predicates, max(shortest, 1), min(longest, LONGEST_FRAGMENT))
            spans = map(Span, first.tolist(), stop.tolist())
            found += map(Finding, repeat(rule.field), spans, repeat(rule.name), repeat(rule.confidence))
        return sorted(found, key=in_order)

    def lines(self) -> list[RuleLine]:
        return [RuleLine(rule.name, rule.field, ", ".join(map(str, rule.predicates)), rule.right, rule.wrong) for rule in self.rules]

    def without(self, names: Collection[str]) -> "SrvRules":
        return SrvRules(tuple(rule for rule in self.rules if rule.name not in names), self.lengths)

    def to_data(self) -> Mapping[str, Any]:
        data: Mapping[str, Any] = msgspec.to_builtins(self)
        return data


@dataclass(frozen=True, slots=True)
class Srv:
    """The learner and its settings."""

    most_predicates: int = 8
    most_rules: int = 60  # of a field and a third
    negatives: int = 200_000  # sampled while a rule grows
    prior_weight: float = 3.0  # m of the m-estimate
    least_right: int = 2  # values a rule must cover while it is learnt
    seed: int = 0

    def learn(self, lesson: Lesson) -> SrvRules:
        lengths, rules = {}, []
        for field in lesson.fields:
            found = [each.span.stop - each.span.first for each in lesson.of_field(field)]
            lengths[field] = (min(found), min(max(found), LONGEST_FRAGMENT))
            rules += _FieldSearch(self, lesson, field, lengths[field]).rules()
        return SrvRules(tuple(rules), lengths)

    def read(self, data: Mapping[str, Any]) -> SrvRules:
        rules = msgspec.convert(data, SrvRules)
        for rule in rules.rules:
            _check(rule, rules.lengths)
        return rules


def _check(rule: SrvRule, lengths: Mapping[str, tuple[int, int]]) -> None:
    if rule.field not in lengths:
        raise ValueError(f"`lengths` lacks the field {rule.field} of rule {rule.name}")
    for each in rule.predicates:
        is_feature = each.feature in (*FEATURES, WORD, MEANING) and each.path in PATHS and each.place in (ANYWHERE, FIRST, LAST)
        if not ((each.kind == LENGTH and each.test in ("<", "=", ">")) or (each.kind in (SOME, EVERY) and is_feature)):
            raise ValueError(f"no such predicate: {each}")


@dataclass(frozen=True, slots=True, eq=False)
class _Fragments:
    first: Rows
    stop: Rows
    positive: Flags

    def where(self, keep: Flags) -> "_Fragments":
        return _Fragments(self.first[keep], self.stop[keep], self.positive[keep])

    @property
    def counts(self) -> tuple[int, int]:
        right = int(self.positive.sum())
        return right, len(self.positive) - right


class _FieldSearch:
    """For the rules of one field."""

    def __init__(self, settings: Srv, lesson: Lesson, field: str, lengths: tuple[int, int]) -> None:
        self.settings, self.lesson, self.field, self.lengths = settings, lesson, field, lengths
        self.table = lesson.table
        self.seen = PredicateTable(lesson.table)
        self.general = [*self._feature_predicates(), *self._length_predicates()]

    def rules(self) -> list[SrvRule]:
        everything = self._fragments()
        third = self.lesson.table.text_of[everything.first] % THIRDS
        thirds = range(THIRDS) if len(self.lesson.texts) >= 2 * THIRDS else range(1)
        found: dict[tuple[Predicate, ...], SrvRule] = {}
        for each in thirds:
            held_out = third == each if len(thirds) > 1 else np.zeros(len(third), np.bool_)
            validation = everything.where(held_out) if held_out.any() else everything
            for predicates in self._grown_rules(self._sampled(everything.where(~held_out))):
                if predicates not in found:
                    found[predicates] = self._validated(predicates, validation, len(found) + 1)
        return [rule for rule in found.values() if rule.right]

    def _fragments(self) -> _Fragments:
        first, stop = self.seen.fragments((), *self.lengths)
        marked = {(each.span.first, each.span.stop) for each in self.lesson.of_field(self.field)}
        width = LONGEST_FRAGMENT + 1
        keys = np.array([begin * width + end - begin for begin, end in marked if end - begin < width], np.int64)
        return _Fragments(first, stop, np.isin(first * width + (stop - first), keys))

    def _sampled(self, fragments: _Fragments) -> _Fragments:
        negative = np.flatnonzero(~fragments.positive)
        if len(negative) > self.settings.negatives:
            chosen = np.random.default_rng(self.settings.seed).choice(negative, self.settings.negatives, replace=False)
            keep = fragments.positive.copy()
            keep[chosen] = True
            return fragments.where(keep)
        return fragments

    def _grown_rules(self, fragments: _Fragments) -> Iterator[tuple[Predicate, ...]]:
        for _ in range(self.settings.most_rules):
            if fragments.counts[0] < self.settings.least_right:
                return
            predicates, covered = self._grown(fragments)
            if not predicates or int(covered.sum()) < self.settings.least_right:
                return
            yield predicates
            fragments = fragments.where(~covered)

    def _grown(self, fragments: _Fragments) -> tuple[tuple[Predicate, ...], Flags]:
        """One rule, and which fragments are positives that it covers."""
        predicates: list[Predicate] = []
        rest, numbers = fragments, np.arange(len(fragments.first))
        while len(predicates) < self.settings.most_predicates and rest.counts[1]:
            best = self._best_predicate(rest)
            if best is None:
                break
            predicates.append(best)
            keep = self.seen.holds(best, rest.first, rest.stop)
            rest, numbers = rest.where(keep), numbers[keep]
        covered = np.zeros(len(fragments.first), np.bool_)
        covered[numbers[rest.positive]] = True
        return tuple(sorted(predicates)), covered

    def _best_predicate(self, rest: _Fragments) -> Predicate | None:
        right, wrong = rest.counts
        best, best_gain = None, 1e-9
        for predicate in self.general:
            holds = self.seen.holds(predicate, rest.first, rest.stop)
            hits = int((holds & rest.positive).sum())
            gain = _gain(hits, int(holds.sum()) - hits, right, wrong)
            if gain > best_gain:
                best, best_gain = predicate, gain
        word, word_gain = self._best_word(rest)
        return word if word_gain > best_gain else best

    def _best_word(self, rest: _Fragments) -> tuple[Predicate | None, float]:
        """Of all words at all fixed places at once."""
        right, wrong = rest.counts
        best, best_gain = None, 0.0
        for place, rows in ((FIRST, rest.first), (LAST, rest.stop - 1)):
            for path in PATHS:
                words = self.table.word[self.seen.path(path)[rows]]
                hits = np.bincount(words[rest.positive], minlength=len(self.table.lower_forms))
                known = np.flatnonzero(hits >= self.settings.least_right)
                known = known[known > 0]
                if not len(known):
                    continue
                misses = np.bincount(words[~rest.positive], minlength=len(self.table.lower_forms))
                gains = [_gain(int(hits[word]), int(misses[word]), right, wrong) for word in known.tolist()]
                top = int(np.argmax(gains))
                if gains[top] > best_gain:
                    best_gain = gains[top]
                    best = Predicate(SOME, WORD, self.table.lower_forms[known[top]], path, place)
        return best, best_gain

    def _validated(self, predicates: tuple[Predicate, ...], fragments: _Fragments, number: int) -> SrvRule:
        keep = np.ones(len(fragments.first), np.bool_)
        for predicate in predicates:
            keep &= self.seen.holds(predicate, fragments.first, fragments.stop)
        right, wrong = fragments.where(keep).counts
        base = fragments.counts[0] / max(1, len(fragments.first))
        confidence = (right + self.settings.prior_weight * base) / (right + wrong + self.settings.prior_weight)
        return SrvRule(f"{self.field}-{number}", self.field, predicates, right, wrong, round(confidence, 4))

    def _feature_predicates(self) -> Iterator[Predicate]:
        meanings = sorted({meaning for classes in self.table.knowledge.lexicon.values() for meaning in classes})
        tests = [(feature, value) for feature in FEATURES for value in ("true", "false")] + [(MEANING, meaning) for meaning in meanings]
        for feature, value in tests:
            yield Predicate(EVERY, feature, value)
            for path in PATHS:
                places = (ANYWHERE, FIRST, LAST) if value == "true" or feature == MEANING else (FIRST, LAST)
                yield from (Predicate(SOME, feature, value, path, place) for place in places)

    def _length_predicates(self) -> Iterator[Predicate]:
        shortest, longest = self.lengths
        for length in range(shortest, longest + 1):
            yield from (Predicate(LENGTH, test=test, length=length) for test in "<=>")


def _gain(hits: int, misses: int, right: int, wrong: int) -> float:
    """FOIL's information gain of going from `right` and `wrong` to `hits` and `misses`."""
    if not hits or hits + misses == right + wrong:
        return 0.0
    return hits * float(np.log2(hits / (hits + misses)) - np.log2(right / (right + wrong)))
