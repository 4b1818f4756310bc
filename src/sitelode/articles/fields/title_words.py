"""Words and parts of titles: the similarity of two titles, and where the site's name can be cut off."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sitelode.text.tokens import words_in

# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
COMMON_SHARE = 0.3  # of the pages; a part of titles that recurs on more is the site's name
FEW_PAGES = 3  # fewer cannot show that a text recurs, and even this many cannot show where titles are
# A run of spaces is matched once, from its beginning: tried at each space, a title of spaces would take quadratic time. The first character
# is looked for first, which is several times as fast as two alternatives at each.
_SEPARATOR = re.compile(
    r"[\s|»«•·](?:(?<=\s)(?<!\s\s)\s*+(?:[-|–—·•:»«/~>]++\s+|[|»«•·]\s*)|(?<=[|»«•·])\s*)"  # noqa: RUF001 (the dashes that titles use)
)
_SIGN = re.compile(r"[-|–—·•:»«/~>]")  # noqa: RUF001 (every separator has one)
_BEGINNING = re.compile(r"[^\s:][^:]{0,58}:(?=\s+\S)")
_USUAL_LENGTH = 500  # characters of a title; a bound: longer ones would fill the cache
_MOST_PARTS = 8  # of a title whose runs are compared; a bound: the number of runs is quadratic
_ANY_WORD = re.compile(r"\w")
_SIGNS = re.compile(r"[\W_]+")  # everything that is neither letter nor digit
_ASCII_SIGNS = {code: None for code in range(128) if not chr(code).isalnum()}
_WITHOUT_SPACES = "\u3000"  # from here on: scripts without spaces between words, and rarer ones


def likeness(one: str, other: str) -> float:
    """The share of words that two titles have in common, from 0 to 1."""
    if one == other and has_words(one):
        return 1.0
    return common_share(units_of(one), units_of(other))


def has_words(text: str) -> bool:
    return _ANY_WORD.search(text) is not None


def common_share(first: frozenset[str], second: frozenset[str]) -> float:
    return 2 * len(first & second) / (len(first) + len(second)) if first and second else 0.0


def recurs(texts: Sequence[str]) -> bool:
    """Whether many pages have the same text."""
    return len(texts) >= FEW_PAGES and max(Counter(texts).values()) > max(1, COMMON_SHARE * len(texts))


def units_of(text: str) -> frozenset[str]:
    """The words of a text; in scripts without spaces, its characters."""
    return _remembered_units(text) if len(text) <= _USUAL_LENGTH else _remembered_units.__wrapped__(text)


@lru_cache(maxsize=64)  # the same title is compared with many headings
def _remembered_units(text: str) -> frozenset[str]:
    return frozenset(unit for word in words_in(text.lower()) for unit in (word if word >= _WITHOUT_SPACES else [word]))


def parts_of(title: str) -> list[str]:
    """The parts of a title between separators."""
    parts = _SEPARATOR.split(title) if _SIGN.search(title) else [title]
    return [stripped for part in parts if (stripped := part.strip())]


def common_beginning(titles: Sequence[str]) -> str:
    """What stands before a colon in all titles, if they differ: the site's name. A series ("Interview: ..") is on some of them only."""
    begun = {match[0] if (match := _BEGINNING.match(title)) else "" for title in titles}
    return begun.pop() if len(begun) == 1 and len(set(titles)) > FEW_PAGES else ""


def runs_of(title: str, common: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """The letters of consecutive parts of a title that are not all the site's, and whether they are its beginning."""
    parts = parts_of(title)[:_MOST_PARTS]
    for first in range(len(parts)):
        for last in range(first + 1, len(parts) + 1):
            if not common.issuperset(parts[first:last]):
                yield letters_of("".join(parts[first:last])), first == 0


def letters_of(text: str) -> str:
    """The letters and digits of a text, in lower case."""
    lower = text.lower()
    return lower.translate(_ASCII_SIGNS) if lower.isascii() else _SIGNS.sub("", lower)
