"""Rules that find the start and the end of a value by landmarks, on plain text: STALKER, without a page.

Section 6.3 of the News Ripper thesis; see `algorithms.landmark_rules`. A rule skips from the start of a text to the value, another one from
the start of the value to its end. Meant for texts that follow a form, and for few examples: it learns from the shortest texts only.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from sitelode.landmarks.indexed_tokens import IndexedTokens
from sitelode.landmarks.landmark_learning import Example, SearchBounds, learn_rule
from sitelode.landmarks.landmark_rules import LandmarkRule
from sitelode.text_rules.contract import Finding, Lesson, RuleLine, smoothed
from sitelode.text_rules.token_table import Span, TokenTable

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
        texts = [_tokens(table, int(first), int(stop)) for first, stop in zip(table.first, table.stop, strict=True)]
        found = []
        for rule in self.rules:
            start, end = LandmarkRule.from_data(rule.start), LandmarkRule.from_data(rule.end)
            for first, tokens in zip(table.first.tolist(), texts, strict=True):
                span = _found(start, end, tokens, first)
                if span is not None:
                    found.append(Finding(rule.field, span, rule.name, smoothed(rule.right, rule.wrong)))
        return sorted(found, key=lambda one: (one.span.first, one.span.stop, one.rule))

    def lines(self) -> list[RuleLine]:
        return [RuleLine(rule.name, rule.field, rule.describe(), rule.right, rule.wrong) for rule in self.rules]

    def without(self, names: Collection[str]) -> "LandmarkBorders":
        return LandmarkBorders(tuple(rule for rule in self.rules if rule.name not in names))

    def to_data(self) -> Mapping[str, Any]:
        data: Mapping[str, Any] = msgspec.to_builtins(self)
        return data


def _tokens(table: TokenTable, first: int, stop: int) -> IndexedTokens:
    return IndexedTokens([table.spellings[code] for code in table.spelling[first:stop]])


def _found(start: LandmarkRule, end: LandmarkRule, tokens: IndexedTokens, first: int) -> Span | None:
    begin = start.border(tokens)
    if begin is None:
        return None
    length = end.border(IndexedTokens(tokens.tokens[begin : begin + LONGEST_VALUE]))
    return Span(first + begin, first + begin + length) if length else None


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
        start = learn_rule(starts, bounds=self.bounds).rule
        end = learn_rule(ends, bounds=replace(self.bounds, what_follows_first=True)).rule
        marked = {(each.span.first, each.span.stop) for each in lesson.of_field(field)}
        rules = BorderRules(f"{field}-landmarks", field, start.to_data(), end.to_data(), 0, 0)
        found = LandmarkBorders((rules,)).findings(table)
        right = sum((each.span.first, each.span.stop) in marked for each in found)
        return BorderRules(rules.name, field, rules.start, rules.end, right, len(found) - right)

    def read(self, data: Mapping[str, Any]) -> LandmarkBorders:
        rules = msgspec.convert(data, LandmarkBorders)
        for rule in rules.rules:
            LandmarkRule.from_data(rule.start)
            LandmarkRule.from_data(rule.end)
        return rules
