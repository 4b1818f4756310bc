"""Rules that find the start and the end of a value by landmarks, on plain text: STALKER, without a page.

Section 6.3 of the News Ripper thesis; see `landmarks.landmark_rules`. A rule skips from the start of a text to the value, another one from
the start of the value to its end. Meant for texts that follow a form, and for few examples: it learns from the shortest texts only.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import numpy as np

from sitelode.landmarks.landmark_learning import Example, SearchBounds, learn_rule
from sitelode.landmarks.landmark_rules import IndexedTokens, Landmark, LandmarkRule
from sitelode.text_rules.contract import Finding, Lesson, RuleLine, in_order, smoothed
from sitelode.text_rules.token_table import Flags, Rows, Span, TokenTable
from sitelode_lab.text_rules.rule_table import RuleTable

LONGEST_VALUE = 60  # tokens
BOUNDS = SearchBounds(refinements=8, candidates=60, patience=2, longest_landmark=3, most_landmarks=3)


@dataclass(frozen=True, slots=True)
class BorderRules:
    """Both rules of one field, as data, and how often they were right together."""

    name: str
    field: str
    start: dict[str, Any]
    end: dict[str, Any]
    right: int
    wrong: int

    def describe(self) -> str:
        return f"from {LandmarkRule.from_data(self.start)} up to {LandmarkRule.from_data(self.end)}"


@dataclass(frozen=True, slots=True)
class LandmarkBorders:
    rules: tuple[BorderRules, ...]

    def findings(self, table: TokenTable) -> list[Finding]:
        places = _Places(table)
        found = []
        for rule in self.rules:
            first = places.borders(LandmarkRule.from_data(rule.start), table.first, table.stop)
            texts = np.flatnonzero(first >= 0)
            begin = first[texts]
            stop = places.borders(LandmarkRule.from_data(rule.end), begin, np.minimum(table.stop[texts], begin + LONGEST_VALUE))
            spans = map(Span, begin[stop > begin].tolist(), stop[stop > begin].tolist())
            found += [Finding(rule.field, span, rule.name, smoothed(rule.right, rule.wrong)) for span in spans]
        return sorted(found, key=in_order)

    def lines(self) -> list[RuleLine]:
        return [RuleLine(rule.name, rule.field, rule.describe(), rule.right, rule.wrong) for rule in self.rules]

    def without(self, names: Collection[str]) -> "LandmarkBorders":
        return LandmarkBorders(tuple(rule for rule in self.rules if rule.name not in names))

    def to_data(self) -> Mapping[str, Any]:
        data: Mapping[str, Any] = msgspec.to_builtins(self)
        return data


def _tokens(table: TokenTable, first: int, stop: int) -> IndexedTokens:
    return IndexedTokens([table.spellings[code] for code in table.spelling[first:stop]])


class _Places:
    """Where landmarks stand in a table, for all its texts at once."""

    def __init__(self, table: TokenTable) -> None:
        self.table = RuleTable.of(table)
        self._known: dict[Landmark, Rows] = {}

    def borders(self, rule: LandmarkRule, start: Rows, stop: Rows) -> Rows:
        """What a rule finds in each stretch of tokens; -1 where that is nothing."""
        found = np.full(len(start), -1, np.int64)
        for alternative in rule.alternatives:
            rest = np.flatnonzero(found < 0)
            place, matches = start[rest], np.ones(len(rest), np.bool_)
            for step in alternative:
                known = self._of(step.landmark)
                place = np.append(known, len(self.table))[np.searchsorted(known, place)]
                matches &= place + len(step.landmark) <= stop[rest]
                place = place + len(step.landmark) if step.past else place
            found[rest[matches]] = place[matches]
        return found

    def _of(self, landmark: Landmark) -> Rows:
        found = self._known.get(landmark)
        if found is None:
            found = np.flatnonzero(self._flags(landmark[0]))
            for offset, wanted in enumerate(landmark[1:], start=1):
                found = found[found + offset < len(self.table)]
                found = found[self._flags(wanted)[found + offset]]
            self._known[landmark] = found
        return found

    def _flags(self, wanted: str) -> Flags:
        found: Flags = (self.table.spelling == self.table.spelling_numbers.get(wanted, -1)) | self.table.of_class(wanted)
        return found


@dataclass(frozen=True, slots=True)
class Landmarks:
    """The learner and its settings."""

    most_texts: int = 12  # the shortest ones that have the field
    bounds: SearchBounds = BOUNDS

    def learn(self, lesson: Lesson) -> LandmarkBorders:
        return LandmarkBorders(tuple(self._borders(lesson, field) for field in lesson.fields))

    def _borders(self, lesson: Lesson, field: str) -> BorderRules:
        first_marks: dict[int, Span] = {}
        for each in sorted(lesson.of_field(field), key=lambda one: one.span.first):
            first_marks.setdefault(each.text, each.span)
        table = lesson.table
        texts = sorted(first_marks, key=lambda text: (int(table.stop[text] - table.first[text]), text))[: self.most_texts]
        starts, ends = [], []
        for text in texts:
            first, span = int(table.first[text]), first_marks[text]
            tokens = _tokens(table, first, int(table.stop[text]))
            starts.append(Example(tokens, span.first - first))
            ends.append(Example(IndexedTokens(tokens.tokens[span.first - first :][:LONGEST_VALUE]), span.stop - span.first))
        start = learn_rule(starts, bounds=self.bounds)
        end = learn_rule(ends, bounds=replace(self.bounds, what_follows_first=True))
        marked = {(each.span.first, each.span.stop) for each in lesson.of_field(field)}
        rules = BorderRules(f"{field}-landmarks", field, start.to_data(), end.to_data(), 0, 0)
        found = LandmarkBorders((rules,)).findings(table)
        right = sum((each.span.first, each.span.stop) in marked for each in found)
        return BorderRules(rules.name, field, rules.start, rules.end, right, len(found) - right)

    def read(self, data: Mapping[str, Any]) -> LandmarkBorders:
        rules = msgspec.convert(data, LandmarkBorders)
        for rule in rules.rules:
            if LandmarkRule.from_data(rule.start).backward or LandmarkRule.from_data(rule.end).backward:
                raise ValueError(f"rule {rule.name} goes backward; rules for text are read forward")
        return rules
