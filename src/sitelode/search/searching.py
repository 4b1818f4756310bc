"""Search one or several results: the best texts first, with an excerpt around what was found.

Every result has its own index, and its own idea of how rare a word is; so that the hits of several sites are comparable, the best of each
are scored again with counts over all of them: BM25 (Robertson and others 1994) with a title's words counted five times, times the share of
the asked words that a text has.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sitelode.errors import ResultError
from sitelode.search.mined_texts import FILES, MinedText, check_folder, text_at
from sitelode.search.query import Part, Query, read_query, search_words, without_accents
from sitelode.search.text_index import TITLE_WEIGHT, TextIndex, has_full_text

MOST: Final = 1_000  # hits of one search; a bound, set by hand
SHOWN: Final = 240  # characters of a text around what was found
_CANDIDATES: Final = 200  # of each result that are scored again, at least; set by hand
_K1, _B = 1.2, 0.75  # of BM25: SQLite's, and everybody's


@dataclass(frozen=True, slots=True)
class Hit:
    """A text that a search found."""

    text: MinedText
    folder: Path
    score: float
    excerpt: str


def search(folders: Sequence[Path], asked: str, most: int = 10, kinds: tuple[str, ...] = tuple(FILES)) -> list[Hit]:
    """The texts that have most of the words, best first; the newest first among equals.

    Raises:
        SettingError: when there is no word to look for.
        ResultError: when a folder holds no mined site, or this Python has no full-text search.

    """
    query = read_query(asked)
    if not has_full_text():
        raise ResultError("this Python's SQLite was built without full-text search (FTS5); take another Python")
    most = max(1, min(most, MOST))
    found: list[tuple[MinedText, Path]] = []
    with ExitStack() as stack:
        indexes = [TextIndex(check_folder(folder)) for folder in folders]
        for index in indexes:
            stack.callback(index.close)
            found += _candidates(index, query, kinds, max(most, _CANDIDATES))
        total = sum(map(len, indexes))
        rarity = {part: _rarity(sum(index.having(str(part)) for index in indexes), total) for part in query.scored}
    scores = _scores([text for text, _ in found], rarity)
    order = sorted(range(len(found)), key=lambda place: (-scores[place], _newest(found[place][0].date), found[place][0].url))
    return [
        Hit(text, folder, round(scores[place], 3), excerpt(text.text, query))
        for place in order[:most]
        for text, folder in [found[place]]
    ]  # fmt: skip


def _candidates(index: TextIndex, query: Query, kinds: tuple[str, ...], most: int) -> list[tuple[MinedText, Path]]:
    chosen = index.candidates(query.match(), kinds, most)
    with ExitStack() as stack:
        files = {kind: stack.enter_context((index.folder / FILES[kind]).open("rb")) for kind in {each.kind for each in chosen}}
        return [(text_at(files[each.kind], each.kind, each.place), index.folder) for each in chosen]


def _rarity(having: int, total: int) -> float:
    """As SQLite has it, never below a little: a word that most texts have still counts."""
    return max(math.log((total - having + 0.5) / (having + 0.5)), 1e-3)


def _scores(texts: Sequence[MinedText], rarity: dict[Part, float]) -> list[float]:
    cut = [(search_words(text.title), search_words(text.text)) for text in texts]
    lengths = [len(title) + len(body) for title, body in cut]
    mean = max(sum(lengths) / max(len(lengths), 1), 1.0)
    scores = []
    for (title, body), length in zip(cut, lengths, strict=True):
        counts = [TITLE_WEIGHT * _times(part, title) + _times(part, body) for part in rarity]
        damped = (count * (_K1 + 1) / (count + _K1 * (1 - _B + _B * length / mean)) for count in counts)
        fit = sum(weight * value for weight, value in zip(rarity.values(), damped, strict=True))
        scores.append(fit * sum(count > 0 for count in counts) / max(len(counts), 1))
    return scores


def _times(part: Part, text: Sequence[str]) -> int:
    """How often a word or phrase is in a text."""
    if len(part.words) == 1 and not part.open_end:
        return Counter(text)[part.words[0]]
    *first, last = part.words
    places = range(len(text) - len(part.words) + 1)
    return sum(
        text[place + len(first)].startswith(last) if part.open_end else text[place + len(first)] == last
        for place in places
        if list(text[place : place + len(first)]) == first
    )


def excerpt(text: str, query: Query) -> str:
    """The part of a text around the first words that were asked for."""
    lower = without_accents(text).lower()
    found = (re.search(rf"(?<!\w){re.escape(part.words[0])}", lower) or re.search(re.escape(part.words[0]), lower) for part in query.scored)
    start = max(min((place.start() for place in found if place), default=0) - SHOWN // 4, 0)
    start = text.rfind(" ", 0, start + 1) + 1  # a whole word
    shown = " ".join(text[start : start + SHOWN].split())
    return f"{'.. ' if start else ''}{shown}{' ..' if start + SHOWN < len(text) else ''}"


def _newest(date: str) -> tuple[int, ...]:
    return tuple(-ord(character) for character in date)
