"""Clean the values of fields: trim them, split texts that hold several values, and drop impossible values."""

import re
from collections.abc import Sequence
from functools import lru_cache
from html import unescape
from typing import Final

from sitelode.urls import resolve

# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
LONGEST_NAME: Final = 100  # characters of an author
LONGEST_TAG: Final = 60
MOST_TAGS: Final = 50
FULL_NAME: Final = 2  # words of a full name, at least
LABELLED_FROM: Final = 3  # different texts; two may begin alike by chance
_ADDRESS = re.compile(r"^(?:https?:)?//|^www\.|\.(?:com|org|net)/|@")
# A run of spaces is matched once, from its beginning: linear time for any input.
_BETWEEN_TAGS = re.compile(r"(?<!\s)\s++[,;|，、；]\s*|[,;|，、；]\s*")  # noqa: RUF001 (commas of other scripts)
# A dot inside a name written in another script is part of the name.
_BETWEEN_NAMES = re.compile(r"(?<!\s)\s++(?:[;|/&，、；]\s*|[-–—•·]\s+)|[;|/&，、；]\s*")  # noqa: RUF001 (dashes, commas of other scripts)
_WITHOUT_SPACES = re.compile(r"(?=[^\u3040-\u30ff\u3400-\u9fff]*+[\u3040-\u30ff\u3400-\u9fff])[\s\w]*+")  # Chinese and Japanese
_LINK = re.compile(r"https?://|/")
_LETTER = re.compile(r"[^\W\d_]")
_REMEMBERED: Final = 1_000  # size of the caches; names and tags recur from page to page


def cleaned(name: str, raw: Sequence[str], base: str) -> tuple[str, ...]:
    """The possible values of a field, without duplicates."""
    values: Sequence[str] = raw
    if name == "author":
        names = [part for each in raw for part in _names(each)]
        # A text around another name is a label with it, or the text of a link: all articles by Ann Lee.
        values = [each for each in names if not any(f" {other} " in f" {each} " for other in names if other != each)]
    elif name in ("tags", "categories"):
        values = [part for each in raw for part in _tags(each)][:MOST_TAGS]
    elif name == "licence":
        values = [resolve(base, each) or each if _LINK.match(each) else each for each in raw[:1] if _LETTER.search(each)]
    elif name == "image":
        values = [address for each in raw[:1] if (address := resolve(base, each)) and not address.startswith("file:")]
    else:
        return (raw[0],) if raw and _LETTER.search(raw[0]) else ()
    return tuple(dict.fromkeys(values)) if len(values) > 1 else tuple(values)


def _tags(text: str) -> list[str]:
    """The tags in one text."""
    return _remembered_tags(text) if len(text) <= LONGEST_TAG else _remembered_tags.__wrapped__(text)


@lru_cache(maxsize=_REMEMBERED)
def _remembered_tags(text: str) -> list[str]:
    parts = [part.strip().lstrip("# ") for part in _divided(unescape(text))]  # a hash may also end a name: C#
    return [each for each in parts if 0 < len(each) <= LONGEST_TAG and _LETTER.search(each)]


def _divided(text: str) -> list[str]:
    """The parts of a text: between signs, or between spaces in scripts that put no spaces between words."""
    parts = _BETWEEN_TAGS.split(text)
    return text.split() if len(parts) == 1 and _WITHOUT_SPACES.fullmatch(text) else parts


def _names(text: str) -> list[str]:
    """The names in one text. A comma separates names only if the first part has several words: "Last, First" is one name."""
    return _remembered_names(text) if len(text) <= LONGEST_NAME else _remembered_names.__wrapped__(text)


@lru_cache(maxsize=_REMEMBERED)
def _remembered_names(text: str) -> list[str]:
    if _ADDRESS.search(text):
        return []
    text = text.rpartition(": ")[2]
    parts = [part for piece in _BETWEEN_NAMES.split(text) for part in (piece.split(", ") if " " in piece.split(", ")[0] else [piece])]
    trimmed = [part.strip(" ,;|·•-–—") for each in parts for part in _joined_names(each)]  # noqa: RUF001 (dashes)
    names = [each for each in trimmed if _LETTER.match(each) and len(each) <= LONGEST_NAME]
    return [each for each in names if not each[0].islower()] or names


def _joined_names(text: str) -> list[str]:
    """Split two names joined by one small word, in any language: full names on both sides, and no other small word.

    Small words inside a name have fewer words around them: Ludwig van Beethoven, Maria Luisa de Filippi, Ana de la Cruz.
    """
    words = text.split()
    small = [place for place, word in enumerate(words) if word[0].islower()]
    if len(small) != 1 or min(small[0], len(words) - 1 - small[0]) < FULL_NAME or not words[small[0]].isalpha():
        return [text]
    return [" ".join(words[: small[0]]), " ".join(words[small[0] + 1 :])]


def label_of(texts: Sequence[str]) -> str:
    """The words that all of these different texts begin with: "By", "Posted by". Empty if they may be part of the names.

    Two Marias are no label: with few texts, a label must leave more than one word of each. An abbreviation, such as an academic title, is
    no label either, nor are words that leave no letters.
    """
    distinct = [text.split() for text in dict.fromkeys(texts)]
    if len(distinct) < 2:  # noqa: PLR2004 (one text has no common beginning with another)
        return ""
    common = 0
    most = min(map(len, distinct)) - (1 if len(distinct) >= LABELLED_FROM else 2)
    while common < most and len({words[common] for words in distinct}) == 1:
        common += 1
    leaves_letters = all(any(map(str.isalpha, "".join(words[common:]))) for words in distinct)
    return " ".join(distinct[0][:common]) if common and leaves_letters and not distinct[0][common - 1].endswith(".") else ""
