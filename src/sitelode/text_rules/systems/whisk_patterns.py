"""WHISK's patterns: literals, classes, `*` that skips to the first match of what follows, and `( )` around slots.

    * ( Digit ) 'BR' * '$' ( Nmb )

Matching never goes back: each run of terms between two skips is found at its first place behind the run before it. So a pattern is matched
in one pass over a text, whatever it says. Literals compare without case.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sitelode.landmarks.token_classes import ALL_CAPS, ALPHABETIC, CAPITALIZED, LOWER, NUMBER, PUNCTUATION, tokens_of
from sitelode.text_rules.token_table import Flags, Rows, TokenTable

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

    def __init__(self, table: TokenTable, classes: Mapping[str, Sequence[str]] | None = None) -> None:
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
