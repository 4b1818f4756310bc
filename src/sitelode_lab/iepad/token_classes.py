"""A page as a sequence of token classes: Html(<tag>) for every start and end tag, Text(_) for text between two tags.

The first step of IEPAD, cited in `regular_repeats.py`. Which tags count is a choice: text-level tags format the inside of a block,
in some records more than in others, and leaving out a group of them can reveal a repetition that they hide. Texts that are then
adjacent become one token.

Tags are those of the parsed tree: a missing end tag is added, a superfluous one is dropped. `translate_source` takes them from the source.

The tokens of a page's source as it is written: every tag where it stands, comments as Html(comment).

As in the paper of Chia-Hui Chang, Chun-Nan Hsu (cited in `regular_repeats.py`): a browser adds end tags and
moves what stands in the wrong place, which can hide a repetition that its author wrote down (their figure 5). What is inside <script>,
<style> and <textarea> is no text; a comment there is one token.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.errors import SettingError
from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES, TAG_NUMBER, TEXT, VOID_TAGS
from sitelode_lab.strings.page_source import source_pieces, starts_and_ends, words_in

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
_FINER_TEXT: Final = 1 << 20  # after all tags


@dataclass(frozen=True, slots=True)
class TranslationSettings:
    """Which tags are tokens, and how many classes of text there are."""

    dropped: Collection[str] = ()  # names of TAG_GROUPS
    finer_text: bool = False  # letters and numbers are separate classes


class TokenSequence:
    """The tokens of a page: 2 * tag for its start, 2 * tag + 1 for its end, and numbers for classes of text."""

    tokens: Tokens
    settings: TranslationSettings

    def tag_name(self, number: int) -> str:
        raise NotImplementedError

    def text(self, token: int) -> str:
        """The words of a text token, by its place."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def is_text(self) -> NDArray[np.bool_]:
        return is_text(self.tokens)

    @property
    def is_end(self) -> NDArray[np.bool_]:
        return is_end(self.tokens)

    def name(self, token: int) -> str:
        """The class of a token, as the paper writes it: Html(<tag>), Html(</tag>) or Text(_)."""
        if token == TEXT_TOKEN or token >= _FINER_TEXT:
            return f"{TEXT_CLASSES[token - _FINER_TEXT if token else 0]}(_)"
        return f"Html(<{'/' if token & 1 else ''}{self.tag_name(token >> 1)}>)"

    def names(self, start: int, length: int) -> str:
        return "".join(map(self.name, self.tokens[start : start + length].tolist()))


@dataclass(frozen=True)
class Translation(TokenSequence):
    """The tokens of a parsed page, each with the element or text node it came from."""

    page: Page
    tokens: Tokens
    rows: RowColumn  # for an end tag, the row of its element; for joined texts, the first
    last_rows: RowColumn  # for joined texts, the last
    settings: TranslationSettings = field(default_factory=TranslationSettings)

    def tag_name(self, number: int) -> str:
        return self.page.columns.unknown_tags[number - FIRST_UNKNOWN_TAG] if number >= FIRST_UNKNOWN_TAG else TAG_NAMES[number]

    def text(self, token: int) -> str:
        columns = self.page.columns
        first, last = self.rows[token], self.last_rows[token]
        text = columns.text[columns.text_start[first] : columns.text_end[last]]
        return " ".join(text.decode("utf-8", "replace").split())


def is_text(tokens: Tokens) -> NDArray[np.bool_]:
    flags: NDArray[np.bool_] = (tokens == TEXT_TOKEN) | (tokens >= _FINER_TEXT)
    return flags


def is_end(tokens: Tokens) -> NDArray[np.bool_]:
    flags: NDArray[np.bool_] = (tokens & 1 == 1) & ~is_text(tokens)
    return flags


def translate(page: Page, settings: TranslationSettings | None = None) -> Translation:
    """The tokens of a page, in document order. Linear.

    Raises:
        SettingError: for an unknown group of tags.

    """
    settings = settings or TranslationSettings()
    dropped, columns = dropped_tags(settings), page.columns
    found: list[tuple[int, int, int]] = []
    for row, at_end in starts_and_ends(page):
        if page.tags[row] != TEXT:
            name = page.tag_name(row)
            if name not in dropped and not (at_end and name in VOID_TAGS):
                found.append((2 * page.tags[row] + at_end, row, row))
            continue
        kind = _class_of_text(columns.text[columns.text_start[row] : columns.text_end[row]])
        if kind is None:
            continue
        token = _FINER_TEXT + kind if settings.finer_text and kind else TEXT_TOKEN
        if found and (found[-1][0] == TEXT_TOKEN or found[-1][0] >= _FINER_TEXT):
            found[-1] = (token if token == found[-1][0] else TEXT_TOKEN, found[-1][1], row)
        else:
            found.append((token, row, row))
    tokens, rows, last = np.array(found, np.int32).reshape(-1, 3).T
    return Translation(page, tokens.astype(np.uint32), rows, last, settings)


_LETTERS, _DIGITS, _OTHERS = (re.compile(each) for each in (rb"[A-Za-z\xc3-\xff]", rb"[0-9]", rb"[^\s0-9A-Za-z\x80-\xff]"))


def _class_of_text(text: bytes) -> int | None:
    """The place of its class in TEXT_CLASSES; None where there is nothing but white space."""
    if _LETTERS.search(text):
        return TEXT_CLASSES.index("Text" if _DIGITS.search(text) else "Alph")
    if _DIGITS.search(text):
        return TEXT_CLASSES.index("Num")
    return TEXT_CLASSES.index("Punct") if _OTHERS.search(text) else None


def dropped_tags(settings: TranslationSettings) -> frozenset[str]:
    """The tags that are no tokens.

    Raises:
        SettingError: for an unknown group of tags.

    """
    unknown = [group for group in settings.dropped if group not in TAG_GROUPS]
    if unknown:
        raise SettingError(f"no such group of tags: {unknown[0]}; there are {', '.join(TAG_GROUPS)}")
    return frozenset[str]().union(*(TAG_GROUPS[group] for group in settings.dropped))


def text_class(text: str) -> int:
    """The finer class of a text: letters, a number, or neither."""
    if any(character.isalpha() for character in text):
        return _FINER_TEXT + TEXT_CLASSES.index("Alph")
    return _FINER_TEXT + TEXT_CLASSES.index("Num" if any(character.isdigit() for character in text) else "Punct")


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
