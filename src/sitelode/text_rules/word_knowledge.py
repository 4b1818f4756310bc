"""What a user may know about words: parts of speech and classes of meaning. Optional, plain data or a function; nothing is downloaded.

Without a tagger the tag of a token is its class by form (`_Capitalized_`, `_Number_`, ..), which every script has; without a lexicon no
word has a meaning.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from sitelode.landmarks.token_classes import wildcards_of

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
