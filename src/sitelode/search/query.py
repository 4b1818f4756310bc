"""What a person types to search: words, "a phrase", -unwanted, begin*; and the same in the words of SQLite's full-text search."""

import re
from dataclasses import dataclass
from typing import Final

from sitelode.errors import SettingError
from sitelode.search.search_words import search_words

LONGEST: Final = 500  # characters of a query that are looked at; a bound, set by hand
_PART = re.compile(r'(?P<minus>(?<!\S)-)?(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))')


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
