"""Terms of any script as words, quickly: the same as `text.tokens.terms`, which goes letter by letter.

A regular expression finds the runs; it is made once from the same table of characters. Numbers are kept as their number of digits where
that is wanted: room 4114 and room 4115 say the same of a page.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from sitelode.text.tokens import DIVIDES, INVISIBLE, UNSPACED, WORD, character_kind

_TABLE_SIZE: Final = 1 << 16
_LAST_CHARACTER: Final = 0x10FFFF
_LONGEST_NUMBER: Final = 4  # digits that are told apart


def words(text: str) -> list[str]:
    """The terms of a text in lower case, in order."""
    runs, invisible = _patterns()
    found: list[str] = []
    for word, unspaced in runs.findall(_lower(invisible.sub("", text))):
        if word:
            found.append(word)
        elif len(unspaced) == 1:
            found.append(unspaced)
        else:
            found += map("".join, pairwise(unspaced))
    return found


def words_without_numbers(text: str) -> list[str]:
    """The same, with every number as a row of zeros of its length, four at most."""
    return ["0" * min(len(word), _LONGEST_NUMBER) if word.isdecimal() else word for word in words(text)]


def _lower(text: str) -> str:
    """Lower case where it is one character for one, as terms have it."""
    lower = text.lower()
    if len(lower) == len(text) and text.isascii():
        return lower
    return "".join(low if ord(high) < _TABLE_SIZE and len(low := high.lower()) == 1 else high for high in text)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Runs of words and runs without spaces as two groups; and what is not there for a reader."""
    word, unspaced, invisible = (_character_class(kind) for kind in (WORD, UNSPACED, INVISIBLE))
    return re.compile(f"([{word}]+)|([{unspaced}]+)"), re.compile(f"[{invisible}]+")


def _character_class(kind: int) -> str:
    return "".join(f"{re.escape(chr(first))}-{re.escape(chr(last))}" for first, last in _ranges(kind))


def _ranges(kind: int) -> Iterator[tuple[int, int]]:
    """Neighbouring characters of one kind; above the table, kinds change at few places."""
    first, current = 0, character_kind(0)
    borders = [*range(1, _TABLE_SIZE + 1), 0x1F000, 0x20000, 0x40000, _LAST_CHARACTER + 1]
    for code in borders:
        found = character_kind(code) if code <= _LAST_CHARACTER else DIVIDES
        if found != current or code == _LAST_CHARACTER + 1:
            if current == kind:
                yield first, code - 1
            first, current = code, found
