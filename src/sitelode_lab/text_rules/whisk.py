"""Learn patterns with skips, for one slot or for several that belong together: WHISK.

Stephen Soderland: "Learning Information Extraction Rules for Semi-Structured and Free Text", Machine Learning 34, 1999; section 8.5.3 of
the News Ripper thesis. A rule grows from one marked instance, the seed: each slot is anchored by terms inside it or just beside it, then
terms of the seed are added while the Laplacian error (e + 1) / (n + 1) falls. Rules cover the instances that are left. Terms are words,
classes that the user gives, and classes by form. An instance is a paragraph, or the whole text where a record spans several.

    * ( Digit ) 'BR' * '$' ( Nmb )

A pattern has literals, classes, `*` that skips to the first match of what follows, and `( )` around slots. Matching never goes back: each
run of terms between two skips is found at its first place behind the run before it. So a pattern is matched in one pass over a text,
whatever it says. Literals compare without case.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

import msgspec
import numpy as np

from sitelode.landmarks.token_classes import ALL_CAPS, ALPHABETIC, CAPITALIZED, LOWER, NUMBER, PUNCTUATION, tokens_of, wildcards_of
from sitelode.text_rules.contract import Finding, Lesson, MarkedSpan, RuleLine, in_order, smoothed
from sitelode.text_rules.token_table import Flags, Rows, Span, TokenTable
from sitelode_lab.text_rules.rule_table import RuleTable

SKIP, OPEN, CLOSE = "*", "(", ")"
DIGIT, LINE_START = "Digit", "LineStart"
CLASSES: Final = {
    "Nmb": NUMBER, "AllCaps": ALL_CAPS, "Capitalized": CAPITALIZED, "Lower": LOWER, "Word": ALPHABETIC, "Punctuation": PUNCTUATION,
}  # fmt: skip
MOST_PARTS = 200  # of a pattern
MOST_RECORDS = 10_000  # of one text
_PART = re.compile(r"'((?:[^'\\]|\\.?)*+)('|\Z)|([^\s()*']+)|([()*])", re.DOTALL)  # a literal without an end is found once


@dataclass(frozen=True, slots=True)
class Term:
    """A literal token in lower case, or the name of a class."""

    literal: str = ""
    named: str = ""

    def __str__(self) -> str:
        return self.named or "'" + self.literal.replace("\\", "\\\\").replace("'", "\\'") + "'"


@dataclass(frozen=True, slots=True)
class WhiskPattern:
    """Terms, and the signs `*`, `(` and `)`, in order."""

    parts: tuple[Term | str, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.parts))

    @classmethod
    def parse(cls, text: str) -> "WhiskPattern":
        """Read a pattern as it is written; raises ValueError where that is no pattern."""
        parts: list[Term | str] = []
        end = 0
        for match in _PART.finditer(text):
            literal, closed, named, sign = match.groups()
            if text[end : match.start()].strip() or closed == "":
                raise ValueError(f"cannot read {text[end:].strip()!r:.40} in the pattern {text!r:.80}")
            end = match.end()
            if literal is not None:
                parts += [Term(token.lower()) for token in tokens_of(re.sub(r"\\(.)", r"\1", literal))]
            else:
                parts.append(sign or Term(named=named))
        if text[end:].strip():
            raise ValueError(f"cannot read {text[end:].strip()!r:.40} in the pattern {text!r:.80}")
        return cls(tuple(parts)).checked()

    def checked(self) -> "WhiskPattern":
        signs = [part for part in self.parts if part in (OPEN, CLOSE)]
        in_turn = signs == [OPEN, CLOSE] * (len(signs) // 2)
        if not signs or not in_turn or len(self.parts) > MOST_PARTS or not any(isinstance(part, Term) for part in self.parts):
            raise ValueError(f"a pattern has slots in ( ), one behind the other, and at most {MOST_PARTS} parts: {str(self)!r:.80}")
        return self

    @property
    def slots(self) -> int:
        return sum(part == OPEN for part in self.parts)


@dataclass(frozen=True, slots=True)
class _Run:
    """Terms that follow each other without a skip, and the borders of slots among them."""

    terms: tuple[Term, ...]
    skipped_to: bool
    borders: tuple[tuple[int, int], ...]  # border number (2 * slot, + 1 for its end), and how many terms stand before it


def _runs(pattern: WhiskPattern) -> Iterator[_Run]:
    terms: list[Term] = []
    borders: list[tuple[int, int]] = []
    skipped = False
    border = 0
    for part in (*pattern.parts, SKIP):
        if isinstance(part, Term):
            terms.append(part)
        elif part == SKIP:
            if terms or borders or skipped:
                yield _Run(tuple(terms), skipped, tuple(borders))
            terms, borders, skipped = [], [], True
        else:
            borders.append((border, len(terms)))
            border += 1


class PatternMatcher:
    """Matches many patterns on one table; positions of terms are looked up once."""

    def __init__(self, table: RuleTable, classes: Mapping[str, Sequence[str]] | None = None) -> None:
        self.table, self.classes = table, classes or {}
        self._flags: dict[Term, Flags] = {}
        self._places: dict[tuple[Term, ...], Rows] = {}

    def records(self, pattern: WhiskPattern, first: Rows, stop: Rows) -> list[tuple[Rows, Rows, Rows]]:
        """What a pattern finds in each instance, again and again behind its last match.

        Each element holds the numbers of instances, and for these the borders of all slots as rows: begin and end in turn.
        """
        runs = list(_runs(pattern))
        found = []
        numbers, at = np.arange(len(first)), first.copy()
        for _ in range(MOST_RECORDS):
            alive, place, borders = self._match_once(runs, at, stop[numbers], 2 * pattern.slots)
            moved = place > at[alive]
            alive, place, borders = alive[moved], place[moved], borders[moved]
            if not len(alive):
                break
            numbers, at = numbers[alive], place
            filled = (borders[:, 1::2] > borders[:, ::2]).all(axis=1)
            found.append((numbers[filled], borders[filled], at[filled]))
        return found

    def _match_once(self, runs: Sequence[_Run], at: Rows, stop: Rows, width: int) -> tuple[Rows, Rows, Rows]:
        alive = np.arange(len(at))
        place = at
        borders = np.zeros((len(at), width), np.int64)
        for number, run in enumerate(runs):
            start = self._next(run, place, stop[alive], is_last=number == len(runs) - 1)
            ok = (start >= 0) & (start + len(run.terms) <= stop[alive])
            alive, start, borders = alive[ok], start[ok], borders[ok]
            for border, offset in run.borders:
                borders[:, border] = start + offset
            place = start + len(run.terms)
        return alive, place, borders

    def _next(self, run: _Run, place: Rows, stop: Rows, *, is_last: bool) -> Rows:
        if not run.terms:
            # A slot that nothing follows goes on to the end of its instance.
            closes = any(border % 2 for border, _ in run.borders)
            return stop if run.skipped_to and is_last and closes else place
        places = self.places(run.terms)
        if not run.skipped_to:
            return np.where(np.isin(place, places), place, -1)
        index = np.searchsorted(places, place)
        return np.where(index < len(places), np.append(places, -1)[index], -1)

    def places(self, terms: tuple[Term, ...]) -> Rows:
        """Where some terms stand one behind the other, ascending."""
        found = self._places.get(terms)
        if found is None:
            rarest = min(range(len(terms)), key=lambda each: self._count(terms[each]))
            rows = self._rows(terms[rarest]) - rarest
            rows = rows[(rows >= 0) & (rows + len(terms) <= len(self.table))]
            for offset, term in enumerate(terms):
                if offset == rarest or not len(rows):
                    continue
                if term.literal:
                    rows = rows[self.table.word[rows + offset] == self.table.word_numbers.get(term.literal, -1)]
                else:
                    rows = rows[self.flags(term)[rows + offset]]
            found = self._places[terms] = rows
        return found

    def _count(self, term: Term) -> int:
        return len(self.table.rows_of_word(term.literal)) if term.literal else len(self.table)

    def _rows(self, term: Term) -> Rows:
        return self.table.rows_of_word(term.literal) if term.literal else np.flatnonzero(self.flags(term))

    def flags(self, term: Term) -> Flags:
        found = self._flags.get(term)
        if found is None:
            found = self._flags[term] = self._computed_flags(term)
        return found

    def _computed_flags(self, term: Term) -> Flags:
        table = self.table
        if term.literal:
            return table.is_word(term.literal)
        if term.named == DIGIT:
            found: Flags = table.of_class(NUMBER) & (table.length == 1)
            return found
        if term.named == LINE_START:
            return table.is_token & (table.line_breaks > 0)
        if term.named in CLASSES:
            return table.of_class(CLASSES[term.named])
        members = {member.lower() for member in self.classes.get(term.named, ())}
        return table.flags_by_spelling(lambda spelling: spelling.lower() in members) | table.with_meaning(term.named)


def class_names(classes: Mapping[str, Sequence[str]]) -> set[str]:
    return {*CLASSES, DIGIT, LINE_START, *classes}


@dataclass(frozen=True, slots=True)
class WhiskRule:
    name: str
    fields: tuple[str, ...]  # of the slots, in order
    pattern: str
    right: int  # records
    wrong: int


@dataclass(frozen=True, slots=True)
class WhiskRules:
    rules: tuple[WhiskRule, ...]
    classes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    whole_texts: bool = False  # whether an instance is a whole text

    def findings(self, table: TokenTable) -> list[Finding]:
        table = RuleTable.of(table)
        matcher = PatternMatcher(table, self.classes)
        first, stop = instances(table, whole_texts=self.whole_texts)
        found: list[Finding] = []
        records = 0
        for rule in self.rules:
            precision = smoothed(rule.right, rule.wrong)
            for _, borders, _ in matcher.records(_parsed(rule.pattern), first, stop):
                for row in borders.tolist():
                    records += 1
                    spans = (Span(*row[at : at + 2]) for at in range(0, len(row), 2))
                    found += [Finding(name, span, rule.name, precision, records) for name, span in zip(rule.fields, spans, strict=True)]
        return sorted(found, key=in_order)

    def lines(self) -> list[RuleLine]:
        return [RuleLine(rule.name, ", ".join(rule.fields), rule.pattern, rule.right, rule.wrong) for rule in self.rules]

    def without(self, names: Collection[str]) -> "WhiskRules":
        return WhiskRules(tuple(rule for rule in self.rules if rule.name not in names), self.classes, self.whole_texts)

    def to_data(self) -> Mapping[str, Any]:
        data: Mapping[str, Any] = msgspec.to_builtins(self)
        return data


@lru_cache(maxsize=4096)
def _parsed(pattern: str) -> WhiskPattern:
    """A rule is matched on one part of many texts after the other."""
    return WhiskPattern.parse(pattern)


def instances(table: RuleTable, *, whole_texts: bool) -> tuple[Rows, Rows]:
    """First and stop rows of what patterns are matched in."""
    if whole_texts:
        return table.first, table.stop
    first = np.flatnonzero(table.is_token & (table.line_breaks > 1))
    stop = np.minimum(np.append(first[1:], len(table)), table.stop[table.text_of[first]]) if len(first) else first
    return first, stop


@dataclass(frozen=True, slots=True)
class Whisk:
    """The learner and its settings."""

    classes: Mapping[str, Sequence[str]] = field(default_factory=dict)  # named by the user: Bedroom: br, brs, bdrm
    widest: int = 5  # tokens beside a slot that may become terms
    most_terms: int = 8  # added to one rule
    worst: float = 0.34  # Laplacian error of a rule that is kept
    least_right: int = 2  # records a rule must find, where there are that many
    most_seeds: int = 150  # tried for each set of slots
    failures: int = 150  # seeds in a row that give no rule, before the search for a set of slots ends

    def learn(self, lesson: Lesson) -> WhiskRules:
        records = _records(lesson)
        whole = any(_spans_paragraphs(lesson.table, record) for record in records)
        by_fields = groupby(sorted(records, key=_fields_of), key=_fields_of)
        rules = [rule for fields, group in by_fields for rule in _Covering(self, lesson, fields, list(group), whole_texts=whole).rules()]
        return WhiskRules(tuple(rules), {name: tuple(words) for name, words in self.classes.items()}, whole)

    def read(self, data: Mapping[str, Any]) -> WhiskRules:
        rules = msgspec.convert(data, WhiskRules)
        names = class_names(rules.classes)
        for rule in rules.rules:
            pattern = WhiskPattern.parse(rule.pattern)
            if pattern.slots != len(rule.fields):
                raise ValueError(f"rule {rule.name} has {pattern.slots} slots and {len(rule.fields)} fields")
            unknown = [part.named for part in pattern.parts if isinstance(part, Term) and part.named and part.named not in names]
            if unknown:
                raise ValueError(f"rule {rule.name} has an unknown class {unknown[0]}")
        return rules


def _records(lesson: Lesson) -> list[list[MarkedSpan]]:
    """Marks that belong together, in order; a mark without a record is one of its own."""
    found: dict[tuple[int, int], list[MarkedSpan]] = {}
    for number, each in enumerate(sorted(lesson.spans, key=lambda one: one.span.first)):
        found.setdefault((each.text, each.record) if each.record else (each.text, -number - 1), []).append(each)
    return list(found.values())


def _fields_of(record: Sequence[MarkedSpan]) -> tuple[str, ...]:
    return tuple(each.field for each in record)


def _spans_paragraphs(table: TokenTable, record: Sequence[MarkedSpan]) -> bool:
    return bool((table.line_breaks[record[0].span.first + 1 : record[-1].span.stop] > 1).any())


@dataclass(frozen=True, slots=True)
class _Growing:
    """A rule as places of the seed with a term each, and how it does."""

    terms: Mapping[int, Term]
    errors: int
    total: int
    hits: frozenset[tuple[int, ...]]  # records found

    @property
    def laplacian(self) -> float:
        return (self.errors + 1) / (self.total + 1)


class _Covering:
    """Rules for one set of slots."""

    def __init__(
        self, settings: Whisk, lesson: Lesson, fields: tuple[str, ...], records: list[list[MarkedSpan]], *, whole_texts: bool
    ) -> None:
        self.settings, self.table, self.fields = settings, RuleTable.of(lesson.table), fields
        self.matcher = PatternMatcher(self.table, settings.classes)
        self.first, self.stop = instances(self.table, whole_texts=whole_texts)
        self.records = [tuple(border for each in record for border in (each.span.first, each.span.stop)) for record in records]
        self.wanted = frozenset(self.records)
        self.least = min(settings.least_right, len(self.wanted))

    def rules(self) -> list[WhiskRule]:
        found: list[WhiskRule] = []
        open_ones = list(dict.fromkeys(self.records))
        failures = 0
        for _ in range(self.settings.most_seeds):
            if not open_ones or failures >= self.settings.failures:
                break
            seed = open_ones.pop(0)
            rule = self._grown(seed)
            failures += 1
            if rule is None or len(rule.hits) < self.least or rule.laplacian > self.settings.worst:
                continue
            failures = 0
            open_ones = [record for record in open_ones if record not in rule.hits]
            name = f"{'+'.join(self.fields)}-{len(found) + 1}"
            found.append(WhiskRule(name, self.fields, str(self._pattern(seed, rule.terms)), len(rule.hits), rule.errors))
        return found

    def _grown(self, seed: tuple[int, ...]) -> _Growing | None:
        rule = self._anchored(seed)
        for _ in range(self.settings.most_terms):
            if rule is None or not rule.errors:
                break
            longer = self._best(seed, ({**rule.terms, place: term} for place, term in self._additions(seed, rule.terms)))
            if longer is None or longer.laplacian >= rule.laplacian:
                break
            rule = longer
        return rule

    def _anchored(self, seed: tuple[int, ...]) -> _Growing | None:
        """Anchor one slot after the other, by what is in it or by what is beside it."""
        terms: Mapping[int, Term] = {}
        best: _Growing | None = None
        for slot in range(0, len(seed), 2):
            begin, end = seed[slot], seed[slot + 1]
            best = self._best(seed, ({**terms, **anchor} for anchor in self._anchors(begin, end)), slots=slot // 2 + 1)
            if best is None:
                return None
            terms = best.terms
        return best

    def _anchors(self, begin: int, end: int) -> Iterator[dict[int, Term]]:
        inside = [self._terms_of(row) for row in range(begin, end)]
        for choice in range(max(map(len, inside))):
            yield {row: terms[min(choice, len(terms) - 1)] for row, terms in zip(range(begin, end), inside, strict=True)}
        before = [({begin - 1: term}) for term in self._terms_of(begin - 1)]
        behind = [({end: term}) for term in self._terms_of(end)]
        for left in before:
            yield from ({**left, **right} for right in behind)
            yield {**left, **{row: terms[-1] for row, terms in zip(range(begin, end), inside, strict=True)}}

    def _terms_of(self, row: int) -> list[Term]:
        """What a token may be in a rule: its word, the user's classes, its classes by form; special ones first."""
        if not self.table.is_token[row]:
            return []
        spelling = self.table.spellings[self.table.spelling[row]]
        found = [Term(spelling.lower())]
        found += [Term(named=name) for name, words in self.settings.classes.items() if spelling.lower() in words]
        if len(spelling) == 1 and spelling.isdecimal():
            found.append(Term(named=DIGIT))
        if self.table.line_breaks[row]:
            found.append(Term(named=LINE_START))
        forms = wildcards_of(spelling)
        return found + [Term(named=name) for name, form in CLASSES.items() if form in forms and name != "Punctuation"]

    def _additions(self, seed: tuple[int, ...], terms: Mapping[int, Term]) -> Iterator[tuple[int, Term]]:
        instance = int(np.searchsorted(self.first, seed[0], side="right")) - 1
        first, stop = int(self.first[instance]), int(self.stop[instance])
        rows: set[int] = set()
        for slot in range(0, len(seed), 2):
            rows |= set(range(max(first, seed[slot] - self.settings.widest), min(stop, seed[slot + 1] + self.settings.widest)))
        for row in sorted(rows):
            yield from ((row, term) for term in self._terms_of(row) if terms.get(row) != term)

    def _best(self, seed: tuple[int, ...], candidates: Iterator[Mapping[int, Term]], slots: int | None = None) -> _Growing | None:
        """The one with the least error that still finds the seed; of equals, the one that finds more, and says less."""
        best: _Growing | None = None
        for terms in candidates:
            found = self._counted(seed, terms, slots or len(seed) // 2)
            if found is not None and (best is None or _rank(found) < _rank(best)):
                best = found
        return best

    def _counted(self, seed: tuple[int, ...], terms: Mapping[int, Term], slots: int) -> _Growing | None:
        width = 2 * slots
        pattern = self._pattern(seed[:width], terms)
        wanted = self.wanted if width == len(seed) else frozenset(record[:width] for record in self.wanted)
        hits: set[tuple[int, ...]] = set()
        total = 0
        for _, borders, _ in self.matcher.records(pattern, self.first, self.stop):
            given = {tuple(row) for row in borders.tolist()}
            total += len(given)
            hits |= given & wanted
        if seed[:width] not in hits:
            return None
        return _Growing(terms, total - len(hits), total, frozenset(hits))

    def _pattern(self, seed: tuple[int, ...], terms: Mapping[int, Term]) -> WhiskPattern:
        """Terms and borders of slots in the order of the seed, a skip wherever tokens are passed over."""
        signs = {(border, 2 if at % 2 == 0 else 0): OPEN if at % 2 == 0 else CLOSE for at, border in enumerate(seed)}
        placed: list[tuple[int, int, Term | str]] = [(place, 3, term) for place, term in terms.items()]
        placed += [(row, rank, sign) for (row, rank), sign in signs.items()]
        ordered = sorted(placed, key=lambda one: one[:2])
        parts: list[Term | str] = [SKIP]
        at = -1  # behind the last term or border
        for row, _, part in ordered:
            if at >= 0 and row > at:
                parts.append(SKIP)
            parts.append(part)
            at = row + 1 if isinstance(part, Term) else max(at, row)
        if ordered[-1][2] == CLOSE and seed[-1] - 1 not in terms:
            parts[-1:] = [CLOSE] if parts[-2] == SKIP else [SKIP, CLOSE]
        return WhiskPattern(tuple(parts))


def _rank(rule: _Growing) -> tuple[float, int, int]:
    literal = sum(bool(term.literal) for term in rule.terms.values())
    return rule.laplacian, -len(rule.hits), literal
