"""What a person types to search, and words as a search compares them: of any script, in lower case, without Latin and Greek accents.

A query is words, "a phrase", -unwanted, begin*; `match` says it in the words of SQLite's full-text search.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

from sitelode.errors import SettingError
from sitelode.text.tokens import terms

_LAST_FOLDED: Final = 0x1FFF  # the last block with accented Latin or Greek letters
_LATIN, _GREEK = range(0x0250), range(0x0370, 0x0400)
LONGEST: Final = 500  # characters of a query that are looked at; a bound, set by hand
_PART = re.compile(r'(?P<minus>(?<!\S)-)?(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))')


def search_words(text: str) -> list[str]:
    """The words of a text, in order."""
    return terms(without_accents(text))


def without_accents(text: str) -> str:
    """The same text, character for character: positions stay."""
    return text if text.isascii() else text.translate(_bare_letters())


@cache
def _bare_letters() -> dict[int, int]:
    """Accented letters and what they are without their accents. In other scripts such marks make another letter, and stay."""
    found = {}
    for code in range(0x80, _LAST_FOLDED + 1):
        bare, *marks = list(unicodedata.normalize("NFD", chr(code)))
        if marks and (ord(bare) in _LATIN or ord(bare) in _GREEK) and all(map(unicodedata.combining, marks)):
            found[code] = ord(bare)
    return found


@dataclass(frozen=True, slots=True)
class Part:
    """Words in a row; several of them are a phrase. With `open_end` the last is the beginning of a word."""

    words: tuple[str, ...]
    open_end: bool = False

    def __str__(self) -> str:
        return '"' + " ".join(self.words) + '"' + (" *" if self.open_end else "")


@dataclass(frozen=True, slots=True)
class Query:
    """Parts of which as many as possible are wanted, those that must be there, and those that may not."""

    wanted: tuple[Part, ...]
    needed: tuple[Part, ...]
    unwanted: tuple[Part, ...]

    @property
    def scored(self) -> tuple[Part, ...]:
        return self.wanted + self.needed

    def match(self) -> str:
        """For `match` of an FTS5 table."""
        found = " AND ".join(map(str, self.needed)) if self.needed else "(" + " OR ".join(map(str, self.wanted)) + ")"
        return found + "".join(f" NOT {part}" for part in self.unwanted)


def read_query(text: str) -> Query:
    """Raises SettingError when there is no word to look for."""
    wanted: list[Part] = []
    needed: list[Part] = []
    unwanted: list[Part] = []
    for found in _PART.finditer(text[:LONGEST]):
        said = found["phrase"] if found["phrase"] is not None else found["word"]
        cut = tuple(search_words(said))
        if not cut:
            continue
        part = Part(cut, open_end=found["phrase"] is None and said.endswith("*"))
        (unwanted if found["minus"] else needed if found["phrase"] is not None else wanted).append(part)
    if not wanted and not needed:
        raise SettingError("nothing to search for: give some words")
    return Query(tuple(dict.fromkeys(wanted)), tuple(dict.fromkeys(needed)), tuple(dict.fromkeys(unwanted)))
