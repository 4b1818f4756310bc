"""How words are usually written, learnt from the texts: which are common, and which never stand in small letters. Names are neither."""

from dataclasses import dataclass
from itertools import chain, repeat

import numpy as np

from sitelode.text_rules.chain.attributes import Attribute
from sitelode.text_rules.token_table import Codes, TokenTable

FEW = 2  # texts; a word of more is common
NAMES = ("", "new", "few small", "few capital", "common small", "common capital")
"""Of all texts, or of all others: no text has the word, few or many have it, and some have it in small letters or none."""


@dataclass(frozen=True, slots=True)
class WordHabits:
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
