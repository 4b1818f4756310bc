"""What the chain model sees of a token: its word, its shape, its ending, and the line it stands in. Nothing here knows a language.

An attribute is one code a row with the name of each code. Those that depend on the spelling alone are looked up once a spelling.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from sitelode.landmarks.token_classes import ALPHABETIC, CAPITALIZED, NUMBER
from sitelode.text_rules.token_table import Codes, Flags, Rows, TokenTable

_LONG_RUN = re.compile(r"(.)\1{2,}", re.DOTALL)  # letters or digits of one kind that a shape no longer counts
MANY = 3  # occurrences in a text, or tokens from the start of a line, from which they are no longer counted
LABEL_TOKENS = 3  # a line's label is at most so many words before its colon
COLONS = (":", "\uff1a")  # of Latin and of Chinese texts
LINE_WORDS = (1, 2, 3, 4, 5, 8)  # borders of the buckets of a line's number of words
CASES = ("small", "mixed", "capital")  # of the words of a line
MOST_BITS = 12  # flags whose combinations are counted one by one
FIRST_LINES = (1, 2, 4, 8, 16)  # borders of the buckets of line numbers


@dataclass(frozen=True, slots=True, eq=False)
class Attribute:
    """Codes of all rows; `names[code]` says what a code means. Code 0 is an empty row, or nothing to be said."""

    codes: Codes
    names: Sequence[str]
    by_spelling: Codes | None = None  # the code of each spelling, where that decides


Attributes: TypeAlias = Mapping[str, Attribute]


def attributes_of(table: TokenTable) -> dict[str, Attribute]:
    """All attributes that need no training."""
    found = {
        "word": Attribute(table.word, table.lower_forms, table.word_of_spelling),
        "shape": _by_spelling(table, shape),
        "ending": _by_spelling(table, _ending),
        "beginning": _by_spelling(table, _beginning),
    }
    lines = _Lines(table)
    found["line"] = _numbered(table, np.minimum(table.line_breaks, 2), ("same line", "new line", "new paragraph"))
    found["in line"] = _numbered(table, np.minimum(lines.place, MANY), tuple(map(str, range(MANY + 1))))
    found["line number"] = _numbered(table, np.digitize(lines.number, FIRST_LINES), tuple(map(str, range(len(FIRST_LINES) + 1))))
    found["label"], found["label above"] = lines.labels()
    found["line form"], found["line above"], found["line below"] = lines.forms()
    found["often"] = _numbered(table, np.minimum(_occurrences(table), MANY) - 1, ("once", "twice", "often"))
    return found


def flag_attribute(table: TokenTable, names: Sequence[str], columns: Sequence[Flags]) -> Attribute:
    """Several flags as one attribute: each combination that comes up is a code."""
    packed = np.zeros(len(table), np.int64)
    for bit, column in enumerate(columns):
        packed |= column.astype(np.int64) << bit
    if len(columns) <= MOST_BITS:  # few enough combinations to count them all
        values = np.flatnonzero(np.bincount(packed))
        codes = np.searchsorted(values, np.arange(int(values[-1]) + 1))[packed]
    else:
        values, codes = np.unique(packed, return_inverse=True)
    spelled = ["+".join(name for bit, name in enumerate(names) if value >> bit & 1) or "none" for value in values.tolist()]
    return _numbered(table, codes, spelled)


def bucket_attribute(table: TokenTable, numbers: Codes, names: Sequence[str]) -> Attribute:
    return _numbered(table, numbers, names)


@lru_cache(maxsize=1 << 16)
def shape(token: str) -> str:
    """Letters as X, x or l (no case), digits as 0, runs cut: `Wean` Xxx+, `5409` 000+, `(` itself."""
    kinds = token.translate(_ASCII_KINDS) if token.isascii() else "".join(map(_kind, token))
    return _LONG_RUN.sub(r"\1\1\1+", kinds)


def _kind(character: str) -> str:
    if character.isdecimal():
        return "0"
    if character.isupper():
        return "X"
    if character.islower():
        return "x"
    return "l" if character.isalpha() else character


_ASCII_KINDS = {code: _kind(chr(code)) for code in range(128)}


@lru_cache(maxsize=1 << 16)
def _ending(token: str) -> str:
    return token[-3:].lower() if token[0].isalpha() else shape(token)


@lru_cache(maxsize=1 << 16)
def _beginning(token: str) -> str:
    return token[:3].lower() if token[0].isalpha() else shape(token)


def _by_spelling(table: TokenTable, answer: Callable[[str], str]) -> Attribute:
    of_spellings, names = table.numbered(answer)
    return Attribute(of_spellings[table.spelling], names, of_spellings)


def _numbered(table: TokenTable, numbers: Codes | Rows, names: Sequence[str]) -> Attribute:
    return Attribute(np.where(table.is_token, numbers + 1, 0).astype(np.int32), ("", *names))


def _occurrences(table: TokenTable) -> Codes:
    """How often the word of each row stands in its text."""
    group, sizes = table.same_words
    found: Codes = sizes[group].astype(np.int32)
    return found


class _Lines:
    """Lines of texts: where they begin, and the label before a colon that some of them have."""

    def __init__(self, table: TokenTable) -> None:
        self.table = table
        self.starts = np.flatnonzero(table.is_token & (table.line_breaks > 0))
        rows = np.arange(len(table))
        begins = np.zeros(len(table), np.bool_)
        begins[self.starts] = True
        self.line = np.maximum(np.cumsum(begins) - 1, 0)
        self.place = np.where(table.is_token, rows - (self.starts[self.line] if len(self.starts) else 0), 0)
        of_text = np.searchsorted(self.starts, table.first)
        self.number = np.maximum(self.line - (of_text[table.text_of] if len(of_text) else 0), 0)

    def forms(self) -> tuple[Attribute, Attribute, Attribute]:
        """How each row's line looks as a whole, and how those above and below it do: a name on a line of its own is short and capital."""
        table = self.table
        if not len(self.starts):
            nothing = Attribute(np.zeros(len(table), np.int32), ("",))
            return nothing, nothing, nothing
        is_word, is_number = table.of_class(ALPHABETIC), table.of_class(NUMBER)
        words, capitals, numbers = (
            np.add.reduceat(flags.astype(np.int32), self.starts) for flags in (is_word, is_word & table.of_class(CAPITALIZED), is_number)
        )
        length = np.digitize(words, LINE_WORDS)
        case = np.where(capitals == words, 2, np.where(2 * capitals > words, 1, 0))
        code = (length * 3 + case) * 2 + (numbers > 0) + 1
        names = ["", *(f"{size} {kind}{digits}" for size in range(len(LINE_WORDS) + 1) for kind in CASES for digits in ("", " digits"))]
        texts = table.text_of[self.starts]
        same = np.append(False, texts[1:] == texts[:-1])
        above, below = np.where(same, np.roll(code, 1), 0), np.where(np.append(same[1:], False), np.roll(code, -1), 0)
        own, upper, lower = (
            Attribute(np.where(table.is_token, of_line[self.line], 0).astype(np.int32), names) for of_line in (code, above, below)
        )
        return own, upper, lower

    def labels(self) -> tuple[Attribute, Attribute]:
        """The label of each row's line, for the tokens behind it; and of the last labelled line above, in the same text."""
        names: dict[str, int] = {"": 0, "(none)": 1}
        of_line = np.ones(max(1, len(self.starts)), np.int32)
        for number, length in self._labelled():
            of_line[number] = names.setdefault(self._label(int(self.starts[number]), length), len(names))
        above = self._above(of_line)
        spelled = tuple(names)
        inside = self.table.is_token
        return (
            Attribute(np.where(inside, of_line[self.line], 0).astype(np.int32), spelled),
            Attribute(np.where(inside, above[self.line], 0).astype(np.int32), spelled),
        )

    def _labelled(self) -> Iterator[tuple[int, int]]:
        """The numbers of lines that have a label, and how many tokens it has."""
        table = self.table
        is_colon = table.is_one_of(COLONS) & (table.line_breaks == 0)
        length = np.zeros(len(self.starts), np.int64)
        for tokens in range(LABEL_TOKENS, 0, -1):
            length[is_colon[self.starts + tokens]] = tokens
        numbers = np.flatnonzero(length)
        return zip(numbers.tolist(), length[numbers].tolist(), strict=True)

    def _label(self, start: int, length: int) -> str:
        return " ".join(self.table.spellings[code].lower() for code in self.table.spelling[start : start + length].tolist())

    def _above(self, of_line: Codes) -> Codes:
        """For each line the label of the line just before it in its text."""
        if not len(self.starts):
            return of_line
        texts = self.table.text_of[self.starts]
        above = np.ones(len(of_line), np.int32)
        above[1:] = np.where(texts[1:] == texts[:-1], of_line[:-1], 1)
        return above
