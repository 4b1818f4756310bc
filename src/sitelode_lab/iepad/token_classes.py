"""The source of a page as a sequence of token classes: Html(<tag>) for every start and end tag, Text(_) for text between two tags.

The first step of IEPAD, cited in `regular_repeats.py`. Which tags count is a choice: text-level tags format the inside of a block,
in some records more than in others, and leaving out a group of them can reveal a repetition that they hide. Texts that are then
adjacent become one token.

Tags are those of the source as it is written, as in the paper (Chia-Hui Chang, Chun-Nan Hsu), comments are Html(comment): a browser adds
end tags and moves what stands in the wrong place, which can hide a repetition that its author wrote down (its figure 5). What is inside
<script>, <style> and <textarea> is no text; a comment there is one token. Of a page that was parsed, the source is written again from its
rows.
"""

from collections.abc import Collection
from dataclasses import dataclass
from html import unescape
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.errors import SettingError
from sitelode.html.page import Page
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode_lab.strings.page_source import source_of, source_pieces, words_in

Tokens = NDArray[np.uint32]

# The groups of HTML 3.2, as in the paper, with tags of later versions added to the group where they belong.
LOGICAL_TAGS: Final = frozenset("abbr acronym cite code data del dfn em ins kbd mark meter output q samp strong time var".split())
PHYSICAL_TAGS: Final = frozenset("b big i nobr s small strike sub sup tt u".split())
SPECIAL_TAGS: Final = frozenset(
    "a applet area basefont bdi bdo br button canvas embed font iframe image img input label map noscript object picture rp rt ruby script "
    "select source span svg textarea video wbr".split()
)
TAG_GROUPS: Final = {
    "logical": LOGICAL_TAGS,
    "physical": PHYSICAL_TAGS,
    "special": SPECIAL_TAGS,
    "text-level": LOGICAL_TAGS | PHYSICAL_TAGS | SPECIAL_TAGS,
}
TEXT_CLASSES: Final = ("Text", "Alph", "Num", "Punct")
"""Classes of a text token: any text, letters (with spaces and punctuation), a number, neither."""

TEXT_TOKEN: Final = 0
_FIRST_OWN_TAG: Final = 1 << 16  # numbers of tags that HTML does not know
COMMENT_TOKEN: Final = 1 << 19  # after all tags
_FINER_TEXT: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class TranslationSettings:
    """Which tags are tokens, and how many classes of text there are."""

    dropped: Collection[str] = ()  # names of TAG_GROUPS
    finer_text: bool = False  # letters and numbers are separate classes


@dataclass(frozen=True, slots=True)
class TokenSequence:
    """Tokens, each with the characters it was made of: 2 * tag for its start, 2 * tag + 1 for its end, and numbers for classes of text."""

    source: str
    tokens: Tokens
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]  # for joined texts, the end of the last
    tags: dict[int, str]  # names by number

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def is_text(self) -> NDArray[np.bool_]:
        flags: NDArray[np.bool_] = (self.tokens == TEXT_TOKEN) | (self.tokens >= _FINER_TEXT)
        return flags

    @property
    def is_end(self) -> NDArray[np.bool_]:
        flags: NDArray[np.bool_] = (self.tokens & 1 == 1) & ~self.is_text
        return flags

    def text(self, token: int) -> str:
        """The words of a text token, by its place, with tags inside it left out and entities decoded."""
        return words_in(self.source[self.starts[token] : self.ends[token]])

    def name(self, token: int) -> str:
        """The class of a token, as the paper writes it: Html(<tag>), Html(</tag>) or Text(_)."""
        if token == TEXT_TOKEN or token >= _FINER_TEXT:
            return f"{TEXT_CLASSES[token - _FINER_TEXT if token else 0]}(_)"
        return "Html(comment)" if token == COMMENT_TOKEN else f"Html(<{'/' if token & 1 else ''}{self.tags[token >> 1]}>)"

    def names(self, start: int, length: int) -> str:
        return "".join(map(self.name, self.tokens[start : start + length].tolist()))


def translate(source: str | Page, settings: TranslationSettings | None = None) -> TokenSequence:
    """The tokens of a source, in order. Linear.

    Raises:
        SettingError: for an unknown group of tags.

    """
    source = source if isinstance(source, str) else source_of(source).text
    settings = settings or TranslationSettings()
    if unknown := [group for group in settings.dropped if group not in TAG_GROUPS]:
        raise SettingError(f"no such group of tags: {unknown[0][:40]}; there are {', '.join(TAG_GROUPS)}")
    dropped, numbers = frozenset[str]().union(*(TAG_GROUPS[group] for group in settings.dropped)), dict[str, int]()
    found: list[tuple[int, int, int]] = []
    for start, end, name, said in source_pieces(source):
        if name in dropped:
            continue
        if said is None:
            number = numbers.setdefault(name, TAG_NUMBER.get(name, _FIRST_OWN_TAG + len(numbers)))
            found.append((2 * number + (source[start + 1 : start + 2] == "/"), start, end))
        elif name == "comment":
            found.append((COMMENT_TOKEN, start, end))
        elif (unescape(said) if "&" in said else said).strip():
            if found and found[-1][0] == TEXT_TOKEN:
                found[-1] = (TEXT_TOKEN, found[-1][1], end)  # texts that a dropped tag parted
            else:
                found.append((TEXT_TOKEN, start, end))
    columns = np.array(found, np.int64).reshape(-1, 3)
    tokens, tags = columns[:, 0].astype(np.uint32), {number: name for name, number in numbers.items()}
    whole = TokenSequence(source, tokens, columns[:, 1], columns[:, 2], tags)
    if settings.finer_text:
        for place in np.flatnonzero(tokens == TEXT_TOKEN).tolist():
            tokens[place] = _text_class(whole.text(place))
    return whole


def _text_class(text: str) -> int:
    """The class of a text: letters with signs, a number, neither, or letters with numbers."""
    letters, digits = (any(map(test, text)) for test in (str.isalpha, str.isdigit))
    name = "Text" if letters and digits else "Alph" if letters else "Num" if digits else "Punct"
    return _FINER_TEXT + TEXT_CLASSES.index(name) if name != "Text" else TEXT_TOKEN
