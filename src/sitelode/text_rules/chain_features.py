"""What the chain model sees of a token: its word, its shape, its ending, the line it stands in, and what was learnt of its word.

An attribute is one code a row with the name of each code. Those that depend on the spelling alone are looked up once a spelling. Habits of
words (which are common, which never stand in small letters: names are neither) and lists of the words that values are made of (a gazetteer
nobody had to write) are learnt from the texts. Nothing here knows a language. A feature is one attribute at a place beside the token, or
several together.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, repeat
from typing import Annotated, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.json_data import Form, JsonData
from sitelode.text_rules.contract import Lesson
from sitelode.text_rules.token_table import Codes, Flags, Rows, TokenTable

Floats = NDArray[np.float64]
SomeFloats = NDArray[np.floating[Any]]
"""Learnt with double precision, read with single."""
_LONG_RUN = re.compile(r"(.)\1{2,}", re.DOTALL)  # letters or digits of one kind that a shape no longer counts
MANY = 3  # occurrences in a text, or tokens from the start of a line, from which they are no longer counted
LABEL_TOKENS = 3  # a line's label is at most so many words before its colon
COLONS = (":", "\uff1a")  # of Latin and of Chinese texts
MOST_BITS = 12  # flags whose combinations are counted one by one
FIRST_LINES = (1, 2, 4, 8, 16)  # borders of the buckets of line numbers
FEW = 2  # texts; a word of more is common
NAMES = ("", "new", "few small", "few capital", "common small", "common capital")
"""Of all texts, or of all others: no text has the word, few or many have it, and some have it in small letters or none."""
LEAST_SHARE = 0.3  # of the texts that have a word, in which it stands in a value


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
    found["line"] = numbered_attribute(table, np.minimum(table.line_breaks, 2), ("same line", "new line", "new paragraph"))
    found["in line"] = numbered_attribute(table, np.minimum(lines.place, MANY), tuple(map(str, range(MANY + 1))))
    found["line number"] = numbered_attribute(table, np.digitize(lines.number, FIRST_LINES), tuple(map(str, range(len(FIRST_LINES) + 1))))
    found["label"], found["label above"] = lines.labels()
    found["often"] = numbered_attribute(table, np.minimum(_occurrences(table), MANY) - 1, ("once", "twice", "often"))
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
    return numbered_attribute(table, codes, spelled)


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


def numbered_attribute(table: TokenTable, numbers: Codes | Rows, names: Sequence[str]) -> Attribute:
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


@dataclass(frozen=True, slots=True)
class WordHabits(JsonData):
    """For each word of more than one text, how many texts have it, and how many in small letters."""

    texts: dict[str, tuple[int, int]]

    def attribute(self, table: TokenTable) -> Attribute:
        """The habit of each row's word."""
        pairs = chain.from_iterable(map(self.texts.get, table.lower_forms, repeat((0, 0))))
        counts = np.fromiter(pairs, np.int64, 2 * len(table.lower_forms)).reshape(-1, 2)
        of_spellings = _codes(counts[:, 0], counts[:, 1])[table.word_of_spelling]
        of_spellings[0] = 0
        return Attribute(of_spellings[table.spelling], NAMES, of_spellings)


def _codes(texts: np.ndarray[tuple[int], np.dtype[np.int64]], small: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Codes:
    return np.where(texts == 0, 1, 2 + 2 * (texts > FEW) + (small == 0)).astype(np.int32)


def learn_habits(table: TokenTable) -> tuple[WordHabits, Attribute]:
    """The habits of all words of a table, and those of its rows as far as other texts tell them."""
    words = len(table.lower_forms)
    is_small = table.flags_by_spelling(lambda spelling: spelling == spelling.lower())
    key = table.text_of * words + table.word
    pairs, place = np.unique(key, return_inverse=True)
    small = np.bincount(place, is_small) > 0
    texts_with = np.bincount(pairs % words, minlength=words)
    texts_small = np.bincount(pairs % words, small, minlength=words).astype(np.int64)
    codes = _codes(texts_with[table.word] - 1, texts_small[table.word] - small[place])
    codes[~table.is_token] = 0
    counts = {form: (int(texts_with[number]), int(texts_small[number])) for number, form in enumerate(table.lower_forms) if form}
    return WordHabits(dict(sorted(counts.items()))), Attribute(codes, NAMES)


@dataclass(frozen=True, slots=True)
class LearntLists(JsonData):
    """For each field its words, and in how many texts each stood in a value and anywhere."""

    fields: tuple[str, ...]
    words: tuple[dict[str, tuple[int, int]], ...]

    def attribute(self, table: TokenTable, own: Sequence[Mapping[str, set[int]]] | None = None) -> Attribute:
        """Which fields' lists each token's word is on; in training, without what a text itself says of its own words (`own`)."""
        columns = [self._column(table, words, own[number] if own else {}) for number, words in enumerate(self.words)]
        found = flag_attribute(table, self.fields, columns)
        return found if own else replace(found, by_spelling=_of_spellings(table, found.codes))

    def _column(self, table: TokenTable, words: Mapping[str, tuple[int, int]], own: Mapping[str, set[int]]) -> Flags:
        listed = np.zeros(len(table.lower_forms), np.bool_)
        numbers = table.word_numbers
        listed[[numbers[word] for word, (inside, anywhere) in words.items() if word in numbers and inside / anywhere >= LEAST_SHARE]] = True
        found = listed[table.word]
        for word, texts in own.items():
            inside, anywhere = words[word]
            rows = table.rows_of_word(word)
            others = inside > 1 and (inside - 1) / max(1, anywhere - 1) >= LEAST_SHARE
            found[rows[np.isin(table.text_of[rows], list(texts))]] = others
        return found


def _of_spellings(table: TokenTable, codes: Codes) -> Codes:
    """The code of each spelling, where rows of one spelling have the same."""
    found = np.zeros(len(table.spellings), np.int32)
    found[table.spelling] = codes
    return found


def learn_lists(lesson: Lesson) -> tuple[LearntLists, list[dict[str, set[int]]]]:
    """The lists, and for each field and word the texts that put it there."""
    table = lesson.table
    key = np.unique(table.text_of * len(table.lower_forms) + table.word)
    texts_with = np.bincount(key % len(table.lower_forms), minlength=len(table.lower_forms))
    words, own = [], []
    for field in lesson.fields:
        texts: dict[str, set[int]] = {}
        for each in lesson.of_field(field):
            for row in range(each.span.first, each.span.stop):
                word = table.lower_forms[table.word[row]]
                if word[:1].isalnum():
                    texts.setdefault(word, set()).add(each.text)
        own.append(texts)
        words.append({word: (len(found), int(texts_with[table.word_numbers[word]])) for word, found in sorted(texts.items())})
    return LearntLists(lesson.fields, tuple(words)), own


@dataclass(frozen=True, slots=True, order=True)
class Template:
    """Attributes, each at its offset from the token: (("word", -1), ("shape", 0))."""

    parts: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return ", ".join(f"{name}[{offset:+d}]" if offset else name for name, offset in self.parts)

    @classmethod
    def parse(cls, text: str) -> "Template":
        """Read what `str` writes: `word[-1], shape`."""
        parts = (part.partition("[") for part in text.split(", "))
        return cls(tuple((name, int(offset.rstrip("]") or 0)) for name, _, offset in parts))

    def is_known(self, attributes: Attributes) -> bool:
        return all(name in attributes for name, _ in self.parts)

    def keys(self, table: TokenTable, attributes: Attributes) -> NDArray[np.int64]:
        """A number for each row: rows that look alike to this template have the same; -1 where an attribute is missing."""
        found = np.zeros(len(table), np.int64)
        missing = np.zeros(len(table), np.bool_)
        for name, offset in self.parts:
            codes = shifted(attributes[name].codes, offset)
            found = found * len(attributes[name].names) + codes
            missing |= (codes == 0) & (offset == 0)
        found[missing] = -1
        return found

    def values(self, keys: NDArray[np.int64], attributes: Attributes) -> list[tuple[str, ...]]:
        """What some keys stand for."""
        spelled: list[NDArray[np.object_]] = []
        rest = keys
        for name, _ in reversed(self.parts):
            names = attributes[name].names
            rest, codes = np.divmod(rest, len(names))
            spelled.append(np.array(names, object)[codes])
        return list(zip(*reversed(spelled), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Feature(JsonData):
    """The values of a template that have weights."""

    template: Annotated[Template, Form(str, Template.parse)]
    values: tuple[tuple[str, ...], ...]
    weights: Floats  # values x states


def shifted(codes: NDArray[np.int32], offset: int) -> NDArray[np.int32]:
    """The code of the row `offset` further on; the table begins and ends with empty rows."""
    return np.roll(codes, -offset) if offset else codes


def single(name: str, *offsets: int) -> list[Template]:
    return [Template(((name, offset),)) for offset in offsets]


def together(name: str, *offsets: int) -> Template:
    return Template(tuple((name, offset) for offset in offsets))


TEMPLATES: tuple[Template, ...] = (
    *single("word", -4, -3, -2, -1, 0, 1, 2, 3, 4),
    together("word", -1, 0), together("word", 0, 1), together("word", -2, -1), together("word", 1, 2),
    *single("shape", -3, -2, -1, 0, 1, 2, 3),
    together("shape", -1, 0), together("shape", 0, 1),
    together("shape", -1, 0, 1), together("shape", 0, 1, 2), together("shape", -2, -1, 0),
    *single("ending", -1, 0, 1), *single("beginning", 0),
    *single("line", -1, 0, 1, 2), together("line", 0, 1), *single("in line", 0),
    Template((("line", 0), ("shape", 0))), Template((("line", 1), ("shape", 0))), Template((("line", 0), ("shape", 0), ("shape", 1))),
    *single("line number", 0), Template((("line number", 0), ("shape", 0))),
    *single("label", 0), Template((("label", 0), ("shape", 0))), Template((("label", 0), ("in line", 0))), *single("label above", 0),
    *single("habit", -2, -1, 0, 1, 2), together("habit", -1, 0), together("habit", 0, 1), together("habit", -1, 0, 1),
    Template((("habit", 0), ("shape", 0))), Template((("habit", 0), ("shape", 0), ("habit", 1), ("shape", 1))),
    Template((("habit", -1), ("shape", -1), ("habit", 0), ("shape", 0))),
    *single("often", 0), Template((("often", 0), ("shape", 0))),
    *single("listed", -2, -1, 0, 1, 2), together("listed", -1, 0), together("listed", 0, 1), together("listed", -1, 0, 1),
    *single("elsewhere", -1, 0, 1), Template((("elsewhere", 0), ("shape", 0))), together("elsewhere", -1, 0), together("elsewhere", 0, 1),
)  # fmt: skip
"""All that are used where their attributes are there; the last rows need what was learnt before."""
