"""The tokens of many texts as one table of numbers: what all rules are matched on.

All texts stand one behind the other, with empty rows between them, so that a rule is matched on all of them in a few operations on arrays,
and never over the border of a text. Tokens are those of `landmarks.token_classes`; equal spellings have equal numbers.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from itertools import count
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from sitelode.landmarks.token_classes import tokens_and_gaps
from sitelode.text_rules.kernels.chain import rows_by_code

Rows: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Codes: TypeAlias = NDArray[np.int32]

EMPTY = 8  # rows between texts: no rule looks farther than that from a token without looking at those between
NO_TOKEN = 0  # the spelling of an empty row
_NO_TOKENS = np.full(EMPTY, NO_TOKEN, np.int32)


_Answer = TypeVar("_Answer", bound=Hashable)


class Span(NamedTuple):
    """Tokens of one text, as rows of the table."""

    first: int
    stop: int


class TokenTable:
    """One row a token."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        numbers: defaultdict[str, int] = defaultdict(count(NO_TOKEN).__next__)
        numbers[""]  # the first number
        spellings: list[Codes] = [_NO_TOKENS]
        places: list[Codes] = [np.zeros((EMPTY, 2), np.int32)]
        for text in texts:
            pieces = tokens_and_gaps(text)
            tokens = pieces[1::2]
            ends = np.cumsum(np.fromiter(map(len, pieces), np.int32, len(pieces)), dtype=np.int32)
            places += [ends[:-1].reshape(-1, 2), np.full((EMPTY, 2), len(text), np.int32)]
            spellings += [np.fromiter(map(numbers.__getitem__, tokens), np.int32, len(tokens)), _NO_TOKENS]
        self.spellings = tuple(numbers)
        self.spelling_numbers = dict(numbers)
        self.spelling: Codes = np.concatenate(spellings)
        self.start, self.end = np.ascontiguousarray(np.concatenate(places).T)
        self.stop: Rows = np.cumsum([len(each) for each in spellings])[1::2]
        self.first: Rows = self.stop - np.array([len(each) for each in spellings[1::2]], np.int64)

    def __len__(self) -> int:
        return len(self.spelling)

    @cached_property
    def is_token(self) -> Flags:
        found: Flags = self.spelling != NO_TOKEN
        return found

    @cached_property
    def text_of(self) -> Rows:
        """The number of the text of each row; empty rows belong to the text before them."""
        if not len(self.first):
            return np.zeros(len(self), np.int64)
        return np.repeat(np.arange(len(self.first)), np.diff(self.first[1:], prepend=0, append=len(self)))

    @cached_property
    def lower_forms(self) -> tuple[str, ...]:
        return self.numbered(str.lower)[1]

    @cached_property
    def word_of_spelling(self) -> Codes:
        """Each spelling in lower case, as a number of `lower_forms`."""
        return self.numbered(str.lower)[0]

    @cached_property
    def word(self) -> Codes:
        """Each row's spelling in lower case, as a number of `lower_forms`."""
        return self.word_of_spelling[self.spelling]

    @cached_property
    def word_numbers(self) -> dict[str, int]:
        return {form: number for number, form in enumerate(self.lower_forms)}

    def flags_by_spelling(self, test: Callable[[str], bool]) -> Flags:
        of_spellings = np.zeros(len(self.spellings), np.bool_)
        of_spellings[1:] = np.fromiter(map(test, self.spellings[1:]), np.bool_, len(self.spellings) - 1)
        return of_spellings[self.spelling]

    def numbered(self, answer: Callable[[str], _Answer]) -> tuple[Codes, tuple[_Answer | str, ...]]:
        """What depends on a spelling alone: for each the number of its answer, and all answers. Number 0 is an empty row's, and empty.

        Loops over all spellings are most of the time that short texts take: this one runs in compiled code.
        """
        numbers: defaultdict[_Answer | str, int] = defaultdict(count().__next__)
        numbers[""]  # the first number
        found = np.zeros(len(self.spellings), np.int32)
        found[1:] = np.fromiter(map(numbers.__getitem__, map(answer, self.spellings[1:])), np.int32, len(self.spellings) - 1)
        return found, tuple(numbers)

    def is_one_of(self, spellings: Iterable[str]) -> Flags:
        """Which rows are spelled in one of some ways."""
        found = np.zeros(len(self.spellings), np.bool_)
        found[[self.spelling_numbers[each] for each in spellings if each in self.spelling_numbers]] = True
        return found[self.spelling]

    @cached_property
    def is_written(self) -> Flags:
        """Rows whose token begins with a letter or a digit: no signs."""
        return self.flags_by_spelling(_begins_written)

    @cached_property
    def rows_by_word(self) -> Rows:
        """All rows in the order of their words' numbers; those of one word ascending."""
        found: Rows = rows_by_code(self.word, self._word_borders)
        return found

    @cached_property
    def _word_borders(self) -> Rows:
        return np.append(0, np.cumsum(np.bincount(self.word, minlength=len(self.lower_forms))))

    @cached_property
    def same_words(self) -> tuple[Rows, Rows]:
        """For each row the number of its group, the rows of one word in one text; and the size of each group."""
        order = self.rows_by_word  # those of a word stand in the order of texts
        words, texts = self.word[order], self.text_of[order]
        begins = np.append(True, (words[1:] != words[:-1]) | (texts[1:] != texts[:-1]))[: len(order)]
        group = np.empty(len(order), np.int64)
        group[order] = np.cumsum(begins) - 1
        return group, np.bincount(group)

    def rows_of_word(self, word: str) -> Rows:
        """Where a word stands, in any case, ascending."""
        number = self.word_numbers.get(word)
        if number is None or number == NO_TOKEN:
            return np.empty(0, np.int64)
        return self.rows_by_word[self._word_borders[number] : self._word_borders[number + 1]]

    @cached_property
    def line_breaks(self) -> Codes:
        """Line breaks just before each token: 0, 1, or 2 for a blank line and for the start of a text."""
        characters = np.frombuffer("".join(self.texts).encode("utf-32-le", "surrogatepass"), np.uint32)
        breaks = np.zeros(len(characters) + 1, np.int32)
        np.cumsum(characters == ord("\n"), out=breaks[1:])
        lengths = np.fromiter(map(len, self.texts), np.int64, len(self.texts))
        before = breaks[self.start + (np.cumsum(lengths) - lengths)[self.text_of]] if len(lengths) else np.zeros(len(self), np.int32)
        found = np.zeros(len(self), np.int32)
        found[1:] = np.minimum(np.diff(before), 2)
        found[self.first[self.first < self.stop]] = 2
        found[~self.is_token] = 0
        return found

    @cached_property
    def spaces(self) -> Codes:
        """Characters between each token and the one before it in its text."""
        found = np.zeros(len(self), np.int32)
        found[1:] = np.maximum(self.start[1:] - self.end[:-1], 0)
        return found

    def span_of(self, text: int, start: int, end: int) -> Span:
        """The tokens that some characters of a text touch; a mark that cuts a word is widened to the whole word."""
        first, stop = int(self.first[text]), int(self.stop[text])
        begin = first + int(np.searchsorted(self.end[first:stop], start, side="right"))
        behind = first + int(np.searchsorted(self.start[first:stop], end, side="left"))
        return Span(begin, max(begin, behind))

    def value(self, span: Span) -> str:
        """The characters of some tokens of one text, as they stand there."""
        text = int(self.text_of[span.first])
        return self.texts[text][int(self.start[span.first]) : int(self.end[span.stop - 1])]


def _begins_written(spelling: str) -> bool:
    return spelling[0].isalnum()
