"""Words that values of a field are made of, learnt from the examples: a gazetteer nobody had to write."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sitelode.text_rules.chain.attributes import Attribute, flag_attribute
from sitelode.text_rules.contract import Lesson
from sitelode.text_rules.token_table import Codes, Flags, TokenTable

LEAST_SHARE = 0.3  # of the texts that have a word, in which it stands in a value


@dataclass(frozen=True, slots=True)
class LearntLists:
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
