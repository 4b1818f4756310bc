"""The tokens of a page's source as it is written: every tag where it stands, comments as Html(comment).

As in the paper of Chia-Hui Chang, Chun-Nan Hsu (cited in `regular_repeats.py`): a browser adds end tags and
moves what stands in the wrong place, which can hide a repetition that its author wrote down (their figure 5). What is inside <script>,
<style> and <textarea> is no text; a comment there is one token.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.html.vocabulary import TAG_NUMBER
from sitelode_lab.iepad.token_classes import TEXT_TOKEN, Tokens, TokenSequence, TranslationSettings, dropped_tags, text_class
from sitelode_lab.strings.source_pieces import source_pieces, words_in

COMMENT_TOKEN: Final = 1 << 19  # after all tags, before the classes of text
_FIRST_OWN_TAG: Final = 1 << 16  # numbers of tags that HTML does not know


@dataclass(frozen=True)
class SourceTranslation(TokenSequence):
    """The tokens of a source, each with the characters it was made of."""

    source: str
    tokens: Tokens
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]  # for joined texts, the end of the last
    tags: dict[int, str] = field(default_factory=dict)
    settings: TranslationSettings = field(default_factory=TranslationSettings)

    def text(self, token: int) -> str:
        """The words of a text token, with tags inside it left out and entities decoded."""
        return words_in(self.source[self.starts[token] : self.ends[token]])

    def tag_name(self, number: int) -> str:
        return "comment" if number == COMMENT_TOKEN >> 1 else self.tags[number]

    def name(self, token: int) -> str:
        return "Html(comment)" if token == COMMENT_TOKEN else super().name(token)


def translate_source(source: str, settings: TranslationSettings | None = None) -> SourceTranslation:
    """The tokens of a source, in order. Linear.

    Raises:
        SettingError: for an unknown group of tags.

    """
    settings = settings or TranslationSettings()
    dropped, numbers = dropped_tags(settings), dict[str, int]()
    found: list[tuple[int, int, int]] = []
    for start, end, name, said in source_pieces(source):
        if name in dropped:
            continue
        if said is None:
            number = numbers.setdefault(name, TAG_NUMBER.get(name, _FIRST_OWN_TAG + len(numbers)))
            found.append((2 * number + (source[start + 1 : start + 2] == "/"), start, end))
        elif name == "comment":
            found.append((COMMENT_TOKEN, start, end))
        elif said.strip():
            if found and found[-1][0] == TEXT_TOKEN:
                found[-1] = (TEXT_TOKEN, found[-1][1], end)  # texts that a dropped tag parted
            else:
                found.append((TEXT_TOKEN, start, end))
    columns = np.array(found, np.int64).reshape(-1, 3)
    tokens, tags = columns[:, 0].astype(np.uint32), {number: name for name, number in numbers.items()}
    whole = SourceTranslation(source, tokens, columns[:, 1], columns[:, 2], tags, settings)
    if settings.finer_text:
        for place in np.flatnonzero(tokens == TEXT_TOKEN).tolist():
            tokens[place] = text_class(whole.text(place))
    return whole
