"""Texts as published systems look at them: the table of tokens with classes by form, parts of speech and classes of meaning.

A user may know more about words, as plain data or a function; nothing is downloaded. Without a tagger the tag of a token is its class by
form (`_Capitalized_`, `_Number_`, ..), which every script has; without a lexicon no word has a meaning.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Self, TypeAlias

import numpy as np

from sitelode.landmarks.token_classes import wildcards_of
from sitelode.text_rules.contract import Lesson
from sitelode.text_rules.marked_texts import MarkedText
from sitelode.text_rules.token_table import Codes, Flags, Rows, TokenTable

Tagger: TypeAlias = Callable[[Sequence[str]], Sequence[str]]
"""The tag of each token of a text."""


@dataclass(frozen=True, slots=True)
class WordKnowledge:
    """Plug-ins of one kind of texts."""

    tagger: Tagger | None = None
    lexicon: Mapping[str, Sequence[str]] = field(default_factory=dict)  # word in lower case: its classes of meaning

    def tags(self, tokens: Sequence[str]) -> Sequence[str]:
        return [form_tag(token) for token in tokens] if self.tagger is None else self.tagger(tokens)

    def classes(self, word: str) -> Sequence[str]:
        return self.lexicon.get(word.lower(), ())


NOTHING_KNOWN = WordKnowledge()


@lru_cache(maxsize=1 << 16)
def form_tag(token: str) -> str:
    """The most special class of a token by its form; a sign is its own class."""
    classes = wildcards_of(token)
    return classes[0] if token[0].isalnum() else token


class RuleTable(TokenTable):
    """One row a token, with all that rules ask for."""

    knowledge = NOTHING_KNOWN

    def __init__(self, texts: Sequence[str], knowledge: WordKnowledge = NOTHING_KNOWN) -> None:
        super().__init__(texts)
        self.knowledge = knowledge

    @classmethod
    def of(cls, table: TokenTable) -> Self:
        """A table with these questions; what one of both works out, the other has as well."""
        if isinstance(table, cls):
            return table
        found = cls.__new__(cls)
        found.__dict__ = table.__dict__
        return found

    @cached_property
    def token_rows(self) -> Rows:
        return np.flatnonzero(self.is_token)

    @cached_property
    def stop_of_row(self) -> Rows:
        """The row behind the last token of each row's text."""
        return self.stop[self.text_of] if len(self.stop) else np.zeros(len(self), np.int64)

    def is_word(self, word: str) -> Flags:
        """Which rows are a word, in any case."""
        found: Flags = self.word == self.word_numbers.get(word, -1)
        return found

    def by_spelling(self, answer: Callable[[str], int]) -> Codes:
        """A number for each row that depends on its spelling alone; asked once a spelling."""
        return np.fromiter(map(answer, self.spellings), np.int32, len(self.spellings))[self.spelling]

    @cached_property
    def length(self) -> Codes:
        """Characters of each row's token."""
        return self.by_spelling(len)

    @cached_property
    def _classes(self) -> dict[str, Flags]:
        kind_of_spelling, kinds = self.numbered(wildcards_of)
        kind = kind_of_spelling[self.spelling]
        members: dict[str, list[int]] = {}
        for number, names in enumerate(kinds):
            for name in names:
                members.setdefault(name, []).append(number)
        return {name: np.isin(np.arange(len(kinds)), found)[kind] for name, found in members.items()}

    def of_class(self, name: str) -> Flags:
        """Rows whose token has a class of `token_classes`, such as `_Number_`."""
        found = self._classes.get(name)
        if found is None:
            found = self._classes[name] = np.zeros(len(self), np.bool_)
        return found

    @cached_property
    def tags(self) -> tuple[Codes, dict[str, int]]:
        """The tag of each row as a number, and the numbers of all tags; an empty row has number 0."""
        if self.knowledge.tagger is None:
            by_form, all_tags = self.numbered(form_tag)
            return by_form[self.spelling], {tag: number for number, tag in enumerate(all_tags)}
        numbers: dict[str, int] = {"": 0}
        found = np.zeros(len(self), np.int32)
        for first, stop in zip(self.first.tolist(), self.stop.tolist(), strict=True):
            tags = self.knowledge.tags([self.spellings[code] for code in self.spelling[first:stop]])
            found[first:stop] = [numbers.setdefault(tag, len(numbers)) for tag in tags]
        return found, numbers

    @cached_property
    def _rows_of_tags(self) -> dict[tuple[str, ...], Rows]:
        return {}

    def rows_of_tags(self, tags: tuple[str, ...]) -> Rows:
        """Where one of some tags stands, ascending; looked for once."""
        found = self._rows_of_tags.get(tags)
        if found is None:
            codes, numbers = self.tags
            wanted = np.zeros(len(numbers), np.bool_)
            wanted[[numbers[tag] for tag in tags if tag in numbers]] = True
            found = self._rows_of_tags[tags] = np.flatnonzero(wanted[codes])
        return found

    def with_meaning(self, meaning: str) -> Flags:
        """Rows whose word the user's lexicon has in a class of meaning."""
        return self.flags_by_spelling(lambda spelling: meaning in self.knowledge.classes(spelling))

    def rows_of_words(self, words: Iterable[str]) -> Rows:
        found = [self.rows_of_word(word) for word in words]
        return np.sort(np.concatenate(found)) if found else np.empty(0, np.int64)


class RuleLesson(Lesson):
    """Marked texts of which a user knows more."""

    def __init__(self, texts: Sequence[MarkedText], knowledge: WordKnowledge) -> None:
        super().__init__(texts)
        self.table = RuleTable(self.table.texts, knowledge)
