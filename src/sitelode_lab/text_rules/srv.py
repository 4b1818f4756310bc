"""Learn rules about fragments from the general to the special: SRV.

Dayne Freitag: "Information Extraction from HTML: Application of a General Machine Learning Approach", AAAI 1998; section 8.5.2 of the
News Ripper thesis. A candidate is any fragment of a text with as many tokens as values in training have; negatives are all but the values.
A rule starts without a condition and gets the predicate with most information gain (FOIL) until no negative is left. Two thirds of the
texts are learnt from, the last third says how far a rule can be trusted (m-estimate), three times in turn. Changed: a variable and its
position are one predicate; negatives are sampled while a rule grows, and all are counted when it is validated.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from sitelode.landmarks.token_classes import ALL_CAPS, ALPHABETIC, CAPITALIZED, LOWER, NUMBER, PUNCTUATION
from sitelode.text_rules.contract import Finding, Lesson, RuleLine, in_order
from sitelode.text_rules.token_table import Flags, Rows, Span, TokenTable
from sitelode_lab.text_rules.rule_table import RuleTable

SOME, EVERY, LENGTH = "some", "every", "length"
ANYWHERE, FIRST, LAST = "anywhere", "first", "last"
WORD, MEANING = "word", "wn-word"
RIGHT_AN: Final = "right-AN"
PATHS: Final = ("", "next-token", "prev-token", "next-token next-token", "prev-token prev-token", RIGHT_AN)
_OFFSETS: Final = {"": 0, "next-token": 1, "prev-token": -1, "next-token next-token": 2, "prev-token prev-token": -2}
FEATURES: Final = (
    "capitalized", "all-upper-case", "all-lower-case", "numeric", "punctuation", "one-character", "two-characters", "new-line",
)  # fmt: skip
_CLASSES: Final = {
    "capitalized": CAPITALIZED, "all-upper-case": ALL_CAPS, "all-lower-case": LOWER, "numeric": NUMBER, "punctuation": PUNCTUATION,
}  # fmt: skip

LONGEST_FRAGMENT = 20  # tokens; longer values are read by other rules
THIRDS = 3


@dataclass(frozen=True, slots=True, order=True)
class Predicate:
    """One condition. `some`: a token at this place of the fragment, reached over the path, has the feature. `every`: all tokens have it."""

    kind: str
    feature: str = ""
    value: str = "true"
    path: str = ""
    place: str = ANYWHERE
    test: str = ""  # of the length: <, = or >
    length: int = 0

    def __str__(self) -> str:
        if self.kind == LENGTH:
            return f"length({self.test} {self.length})"
        value = f"'{self.value}'" if self.feature in (WORD, MEANING) else self.value
        if self.kind == EVERY:
            return f"every({self.feature} {value})"
        place = "" if self.place == ANYWHERE else f", position {self.place}"
        return f"some(?A [{self.path}] {self.feature} {value}{place})"


class PredicateTable:
    """The tokens of a table as predicates see them."""

    def __init__(self, table: TokenTable) -> None:
        self.table = RuleTable.of(table)
        self._columns: dict[tuple[str, str, str], Flags] = {}
        self._sums: dict[tuple[str, str, str], NDArray[np.int32]] = {}
        self._paths: dict[str, Rows] = {}

    def path(self, name: str) -> Rows:
        """For each row the row at the end of a path."""
        found = self._paths.get(name)
        if found is None:
            rows = np.arange(len(self.table))
            found = self._right_content_word() if name == RIGHT_AN else np.clip(rows + _OFFSETS[name], 0, len(rows) - 1)
            self._paths[name] = found
        return found

    def _right_content_word(self) -> Rows:
        """The next token of letters, in the same text; a parser of a language would follow the grammar."""
        rows = np.flatnonzero(self.table.of_class(ALPHABETIC))
        place = np.searchsorted(rows, np.arange(len(self.table)), side="right")
        found = np.append(rows, 0)[place]
        return np.where(self.table.text_of[found] == self.table.text_of, found, 0)

    def flags(self, path: str, feature: str, value: str) -> Flags:
        """Which tokens reach one with the feature over the path."""
        key = (path, feature, value)
        found = self._columns.get(key)
        if found is None:
            if path in _OFFSETS:  # tables begin and end with empty rows, which have no feature
                found = np.roll(self.flags("", feature, value), -_OFFSETS[path]) if path else self._here(feature, value)
            else:
                found = self.flags("", feature, value)[self.path(path)]
            found = self._columns[key] = found & self.table.is_token
        return found

    def _here(self, feature: str, value: str) -> Flags:
        table = self.table
        if feature == WORD:
            return table.is_word(value)
        if feature == MEANING:
            return table.with_meaning(value)
        if feature == "new-line":
            found = table.is_token & (table.line_breaks > 0)
        elif feature in _CLASSES:
            found = table.of_class(_CLASSES[feature])
        else:
            found = table.length == {"one-character": 1, "two-characters": 2}[feature]
        return found if value == "true" else table.is_token & ~found

    def sums(self, path: str, feature: str, value: str) -> NDArray[np.int32]:
        """How many tokens before each row have the feature."""
        key = (path, feature, value)
        found = self._sums.get(key)
        if found is None:
            found = self._sums[key] = np.concatenate(([0], np.cumsum(self.flags(*key)))).astype(np.int32)
        return found

    def holds(self, predicate: Predicate, first: Rows, stop: Rows) -> Flags:
        """For which of some fragments a predicate is true."""
        if predicate.kind == LENGTH:
            length = stop - first
            tests: dict[str, Flags] = {"<": length < predicate.length, "=": length == predicate.length, ">": length > predicate.length}
            return tests[predicate.test]
        column = (predicate.path, predicate.feature, predicate.value)
        if predicate.kind == SOME and predicate.place == FIRST:
            return self.flags(*column)[first]
        if predicate.kind == SOME and predicate.place == LAST:
            return self.flags(*column)[stop - 1]
        sums = self.sums(*column)
        count: Rows = sums[stop] - sums[first]
        return count == stop - first if predicate.kind == EVERY else count > 0

    def fragments(self, predicates: Sequence[Predicate], shortest: int, longest: int) -> tuple[Rows, Rows]:
        """All fragments for which all predicates are true: first those at fixed places, on all tokens at once."""
        for predicate in predicates:
            if predicate.kind == LENGTH:
                shortest = max(shortest, {"<": 1, "=": predicate.length, ">": predicate.length + 1}[predicate.test])
                longest = min(longest, {"<": predicate.length - 1, "=": predicate.length, ">": longest}[predicate.test])
        if any(each.feature == WORD and each.value not in self.table.word_numbers for each in predicates):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        may_start, may_end = self.table.is_token, self.table.is_token
        rest = []
        for predicate in predicates:
            column = (predicate.path, predicate.feature, predicate.value)
            if predicate.kind == SOME and predicate.place == FIRST:
                may_start = may_start & self.flags(*column)
            elif predicate.kind == SOME and predicate.place == LAST:
                may_end = may_end & self.flags(*column)
            elif predicate.kind == EVERY:
                may_start, may_end = may_start & self.flags(*column), may_end & self.flags(*column)
                rest.append(predicate)
            elif predicate.kind == SOME:
                rest.append(predicate)
        first, stop = self._pairs(may_start, may_end, shortest, longest)
        for predicate in rest:
            keep = self.holds(predicate, first, stop)
            first, stop = first[keep], stop[keep]
        return first, stop

    def _pairs(self, may_start: Flags, may_end: Flags, shortest: int, longest: int) -> tuple[Rows, Rows]:
        """All fragments of texts that may start and end where they do, the shortest first."""
        starts, found = np.flatnonzero(may_start), [(np.empty(0, np.int64),) * 2]
        for length in range(shortest, longest + 1):
            starts = starts[starts + length <= self.table.stop_of_row[starts]]
            ending = starts[may_end[starts + length - 1]]
            found.append((ending, ending + length))
        first, stop = map(np.concatenate, zip(*found, strict=True))
        return first, stop


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
        self.table = RuleTable.of(lesson.table)
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
