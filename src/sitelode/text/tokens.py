"""Cut text of any script into terms: words if the script puts spaces between them, else pairs of neighbouring characters.

There is no word list and no segmenter: Chinese, Japanese, Thai, Lao, Khmer and Burmese are cut into overlapping pairs, which behave like
words when counted (a single character is a term too). Letters are compared in lower case, marks belong to the letter before them, and
everything that is neither letter nor digit separates terms.
"""

import re
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page, RowColumn
from sitelode.text.kernels.tokens import cut_terms
from sitelode.text.segments import Segments

TermCodes: TypeAlias = NDArray[np.uint64]  # of terms: equal codes are equal terms

DIVIDES, WORD, UNSPACED, INVISIBLE = range(4)
"""The role of a character: it separates terms, belongs to a word, belongs to a run without spaces, or is invisible."""

_UNSPACED_RANGES: Final = (
    (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3005, 0x3007), (0x3021, 0x3029), (0x3031, 0x3035), (0x3041, 0x3096),
    (0x309D, 0x309F), (0x30A1, 0x30FA), (0x30FC, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
    (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F), (0xF900, 0xFAFF), (0xFF66, 0xFF9D),
)  # fmt: skip
_INVISIBLE: Final = frozenset((0xAD, 0x200C, 0x200D, 0x2060, 0xFEFF))  # soft hyphen, joiners: they are inside words
_LAST_LETTER_PLANE: Final = 0x1EFFF  # scripts with few readers; above it are pictographs, then rare Chinese characters
_FIRST_RARE_CHINESE: Final = 0x20000
_LAST_RARE_CHINESE: Final = 0x3FFFF
_BORDERS_ABOVE: Final = (_LAST_LETTER_PLANE + 1, _FIRST_RARE_CHINESE, _LAST_RARE_CHINESE + 1)
_LAST_CHARACTER: Final = 0x10FFFF
_TABLE_SIZE: Final = 1 << 16
_AS_NUMBERS: Final = f"utf-32-{sys.byteorder[0]}e"
_TWO_IN_LOWER: Final = "\u0130"  # the only one of them whose lower case is two characters
_AT_ONCE: Final = 10_000  # texts that are cut together; set by hand


@dataclass(frozen=True, slots=True)
class PageTerms:
    """The terms of a page, in document order."""

    codes: TermCodes
    segment: NDArray[np.int32]  # the segment of each term, or its given group of text nodes


def terms(text: str) -> list[str]:
    """The terms as text, in order; `term_codes` and `page_terms` are faster still."""
    runs, invisible = _patterns()
    found, visible = list[str](), invisible.sub("", text)
    for word, unspaced in runs.findall(visible.lower() if visible.isascii() else "".join(map(_lower, visible))):
        if word:
            found.append(word)
        elif len(unspaced) == 1:
            found.append(unspaced)
        else:
            found += map("".join, pairwise(unspaced))
    return found


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Runs of words and runs without spaces as two groups; and what is not there for a reader."""
    word, unspaced, invisible = (_character_class(kind) for kind in (WORD, UNSPACED, INVISIBLE))
    return re.compile(f"([{word}]+)|([{unspaced}]+)"), re.compile(f"[{invisible}]+")


def _character_class(kind: int) -> str:
    """Neighbouring characters of one kind, as a regular expression has them; above the table, kinds change at few places."""
    kinds = _tables()[0]
    codes = [*(np.flatnonzero(kinds[1:] != kinds[:-1]) + 1).tolist(), _TABLE_SIZE, *_BORDERS_ABOVE]
    ranges = zip([0, *codes], [*codes, _LAST_CHARACTER + 1], strict=True)
    return "".join(f"{re.escape(chr(first))}-{re.escape(chr(stop - 1))}" for first, stop in ranges if character_kind(first) == kind)


def term_codes(text: str) -> TermCodes:
    """The codes of the terms of a text."""
    encoded = np.frombuffer(text.encode("utf-8", "replace"), np.uint8)
    codes, _ = _cut(encoded, np.zeros(1, np.int32), np.array([len(encoded)], np.int32), np.zeros(1, np.int32))
    return codes


def distinct_terms(texts: Sequence[str]) -> NDArray[np.int64]:
    """The number of distinct terms in each text."""
    counts = [_distinct_terms(texts[first : first + _AT_ONCE]) for first in range(0, len(texts), _AT_ONCE)]
    return np.concatenate([np.zeros(0, np.int64), *counts])


def _distinct_terms(texts: Sequence[str]) -> NDArray[np.int64]:
    encoded = [text.encode("utf-8", "replace") for text in texts]
    ends = np.cumsum([len(each) for each in encoded]).astype(np.int32)
    starts = np.concatenate((np.zeros(1, np.int32), ends[:-1]))
    codes, group = _cut(np.frombuffer(b"".join(encoded), np.uint8), starts, ends, np.arange(len(texts), dtype=np.int32))
    order = np.lexsort((codes, group))
    codes, group = codes[order], group[order]
    new = np.append(True, (codes[1:] != codes[:-1]) | (group[1:] != group[:-1]))[: len(codes)]
    return np.bincount(group[new], minlength=len(texts))


def page_terms(page: Page, segments: Segments) -> PageTerms:
    """The terms of all segments of a page; inline markup inside a word does not split it, the end of a segment does."""
    of_row = np.repeat(np.arange(len(segments), dtype=np.int32), np.diff(segments.first))
    return terms_of_rows(page, segments.rows, of_row)


def terms_of_rows(page: Page, rows: RowColumn, groups: NDArray[np.int32]) -> PageTerms:
    """The terms of some text nodes; consecutive nodes of one group are one text."""
    columns = page.columns
    text = np.frombuffer(columns.text, np.uint8)
    return PageTerms(*_cut(text, columns.text_start[rows], columns.text_end[rows], groups))


def _cut(
    text: NDArray[np.uint8], starts: NDArray[np.int32], ends: NDArray[np.int32], groups: NDArray[np.int32]
) -> tuple[TermCodes, NDArray[np.int32]]:
    codes, group = cut_terms(text, starts, ends, groups, *_tables())
    return codes, group


def character_kind(code_point: int) -> int:
    """The role of one character."""
    if code_point < _TABLE_SIZE:
        return int(_tables()[0][code_point])
    if _FIRST_RARE_CHINESE <= code_point <= _LAST_RARE_CHINESE:
        return UNSPACED
    return WORD if code_point <= _LAST_LETTER_PLANE else DIVIDES


def _lower(character: str) -> str:
    """Lower case, one character for one: the few that become two characters stay unchanged."""
    lower = character.lower() if ord(character) < _TABLE_SIZE else character
    return lower if len(lower) == 1 else character


@cache
def _tables() -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """Role and lower case of the first 65,536 characters, in a tenth of the time that Python takes for them one by one."""
    codes = np.arange(_TABLE_SIZE, dtype=np.uint32)
    kinds = np.strings.isalnum(codes.view("U1")).astype(np.uint8)
    others = np.flatnonzero(kinds == 0).tolist()
    kinds[others] = [unicodedata.category(chr(code))[0] == "M" for code in others]
    for first, last in _UNSPACED_RANGES:
        kinds[first : last + 1] *= UNSPACED
    kinds[list(_INVISIBLE)] = INVISIBLE
    text = codes.tobytes().decode(_AS_NUMBERS, "surrogatepass").replace(_TWO_IN_LOWER, "\0")
    lower = np.frombuffer(text.lower().encode(_AS_NUMBERS, "surrogatepass"), np.uint32).copy()
    lower[ord(_TWO_IN_LOWER)] = ord(_TWO_IN_LOWER)
    return kinds, lower


# Letters of any script, with the marks that belong to them: vowel signs, combining accents, joiners inside words.

JOINERS: Final = "\u200c\u200d"  # inside Persian and Indic words
_MARKED: Final = range(0x300, 0x12000)  # code points of the marks of scripts in use
_ASCII_WORDS = re.compile(r"\w+")


def words_in(text: str) -> list[str]:
    """The words of a text: letters, digits and their marks."""
    return (_ASCII_WORDS if text.isascii() else _words()).findall(text)


def letters_in(text: str) -> int:
    """The number of letters in a text, marks included."""
    letters = sum(map(str.isalpha, text))
    return letters if text.isascii() else letters + len(_marks().findall(text))


@cache
def _marks() -> re.Pattern[str]:
    return re.compile(f"[{_class_of_marks()}]")


@cache
def _words() -> re.Pattern[str]:
    return re.compile(rf"[\w{_class_of_marks()}]+")


@cache
def _class_of_marks() -> str:
    """All marks as the inside of a regex character class, made on first use: most pages need none."""
    codes = [code for code in _MARKED if unicodedata.category(chr(code))[0] == "M"]
    found: list[list[int]] = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return JOINERS + "".join(f"{chr(first)}-{chr(last)}" for first, last in found)
