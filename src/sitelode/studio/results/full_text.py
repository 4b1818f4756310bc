"""Search in the texts of all articles. The index is SQLite's own (FTS5), in a temporary file of this run: it is never out of date.

Scripts without spaces are indexed character by character, and a search for several of them asks for that sequence.
"""

import re
import sqlite3
from collections.abc import Iterable
from functools import cache
from threading import Lock

from sitelode.text.tokens import UNSPACED, character_kind

_LAST_IN_TABLE = 0x10000
_RARE_CHINESE = "\U00020000-\U0003ffff"
_MOST_WORDS = 12  # of a search; set by hand
_WEIGHTS = "8.0, 3.0, 1.0"  # of title, author and text; set by hand
_WORD = re.compile(r"\w+")


class TextIndex:
    """An index of texts, each under a number."""

    def __init__(self, texts: Iterable[tuple[int, str, str, str]]) -> None:
        """Index (number, title, author, text)."""
        self._lock = Lock()
        self._base = sqlite3.connect("", check_same_thread=False)
        self._base.execute(
            "CREATE VIRTUAL TABLE found USING fts5(title, author, text, content='', tokenize='unicode61 remove_diacritics 2')"
        )
        rows = ((number, _spaced(title), _spaced(author), _spaced(text)) for number, title, author, text in texts)
        self._base.executemany("INSERT INTO found(rowid, title, author, text) VALUES (?, ?, ?, ?)", rows)
        self._base.commit()

    def numbers(self, words: str) -> list[int]:
        """The texts that have all these words, best first; the last word may be unfinished."""
        asked = _question(words)
        if not asked:
            return []
        with self._lock:
            ranked = f"SELECT rowid FROM found WHERE found MATCH ? ORDER BY bm25(found, {_WEIGHTS}), rowid"  # noqa: S608 (constants)
            return [number for (number,) in self._base.execute(ranked, (asked,))]


def _question(words: str) -> str:
    """The search in the language of the index: every word in quotation marks, so that none of them is a command."""
    found = [" ".join(_WORD.findall(_spaced(word))) for word in words.split()[:_MOST_WORDS]]
    quoted = [f'"{word}"' for word in found if word]
    return " ".join(quoted) + "*" if quoted else ""


def _spaced(text: str) -> str:
    return _unspaced().sub(r" \g<0> ", text)


@cache
def _unspaced() -> re.Pattern[str]:
    known = "".join(re.escape(chr(code)) for code in range(_LAST_IN_TABLE) if character_kind(code) == UNSPACED)
    return re.compile(f"[{known}{_RARE_CHINESE}]")


def excerpt(text: str, words: str, around: int = 60) -> str:
    """A piece of the text with the first of the words that occurs in it; empty if none does."""
    lower = text.lower()
    for word in words.lower().split()[:_MOST_WORDS]:
        at = lower.find(word)
        if at >= 0:
            start, end = max(at - around // 3, 0), at + len(word) + 2 * around
            start = text.find(" ", start, at) + 1 or start  # no half a word
            return ("… " if start else "") + " ".join(text[start:end].split()) + (" …" if end < len(text) else "")
    return ""
