"""Tokens of any text, and the wildcards that stand for many of them: what landmark rules and data prototypes are written in.

A token is a tag (`<b>`), a number with its inner points and commas (`1,290.50`), a run of letters with their marks, one ideograph, or one
sign. Letters and digits part (`4GB` is two tokens), and `_` is a sign: so no token of a text is ever spelled like a wildcard.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

HTML_TAG, NUMBER, PUNCTUATION = "_HtmlTag_", "_Number_", "_Punctuation_"
ALL_CAPS, CAPITALIZED, LOWER, ALPHABETIC, ALPHANUMERIC = "_AllCaps_", "_Capitalized_", "_Lower_", "_Alphabetic_", "_AlphaNumeric_"
WILDCARDS: Final = (HTML_TAG, NUMBER, PUNCTUATION, ALL_CAPS, CAPITALIZED, LOWER, ALPHABETIC, ALPHANUMERIC)
"""From special to general: a token's wildcards keep this order."""

_TAG = r"<[A-Za-z/!?][^<>]{0,1000}>"
_NUMBER = r"\d+(?:[.,'\u2019\u066b\u066c]\d+)*"
_IDEOGRAPH = r"[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_LETTER = r"[^\W\d_]"
_HAS_IDEOGRAPH = re.compile(_IDEOGRAPH)
_ATTRIBUTE = re.compile(r' [^\s="]+="[^"]*"')


def tokens_of(text: str) -> list[str]:
    """Cut a text into tokens; white space only divides."""
    return _pattern(*_signs_of_scripts(text)).findall(text)


def token_spans(text: str) -> list[tuple[int, int]]:
    """Where each token begins and ends, in characters."""
    return [match.span() for match in _pattern(*_signs_of_scripts(text)).finditer(text)]


def tokens_and_gaps(text: str) -> list[str]:
    """The whole text in pieces: what stands before the first token, the token, what stands behind it, the next token, and so on."""
    return _pattern(*_signs_of_scripts(text)).split(text)


def _signs_of_scripts(text: str) -> tuple[str, bool]:
    """The marks that stand in a text, and whether it has ideographs: most texts have neither, and are cut faster so."""
    if text.isascii():
        return "", False
    characters = "".join(sorted(set(text)))
    marks = "".join(each for each in characters if each > "\u02ff" and unicodedata.category(each)[0] == "M")
    return marks, _HAS_IDEOGRAPH.search(characters) is not None


@lru_cache(maxsize=64)
def _pattern(marks: str, has_ideographs: bool) -> re.Pattern[str]:  # noqa: FBT001 (what a pattern is kept by)
    """Marks (vowel signs, accents written apart) are no letters to Python, and there are thousands: only those of the text are listed."""
    letter = rf"(?!{_IDEOGRAPH}){_LETTER}" if has_ideographs else _LETTER
    word = rf"(?:{letter}|[{marks}])+" if marks else rf"(?:{letter})+"
    return re.compile(rf"({_TAG}|{_NUMBER}|{word}|\S)")  # an ideograph is a sign to it


@lru_cache(maxsize=1 << 16)
def wildcards_of(token: str) -> tuple[str, ...]:
    """All wildcards that match a token, special ones first. A tag stands for those with more attributes too, as in style sheets."""
    first = token[0]
    if first == "<" and len(token) > 1:
        return *_barer_tags(token), HTML_TAG
    if first.isdecimal():
        return NUMBER, ALPHANUMERIC
    if not first.isalpha():
        return (PUNCTUATION,)
    return *_letter_case(token), ALPHABETIC, ALPHANUMERIC


def _barer_tags(tag: str) -> Iterator[str]:
    """With each attribute alone, where there are several, and without any."""
    name, _, rest = tag.partition(" ")
    attributes = _ATTRIBUTE.findall(f" {rest}")
    if len(attributes) > 1:
        yield from (f"{name}{attribute}>" for attribute in attributes)
    if rest:
        yield f"{name}>"


def _letter_case(word: str) -> tuple[str, ...]:
    if word.isupper() and len(word) > 1:
        return ALL_CAPS, CAPITALIZED
    if word[0].istitle():  # as every capital letter is
        return (CAPITALIZED,)
    return (LOWER,) if word[0].islower() else ()  # most scripts of the world have no case


def matches(wanted: str, token: str) -> bool:
    """Whether a token is what a rule wants: this very token, or one of this class."""
    return wanted == token or wanted in wildcards_of(token)
