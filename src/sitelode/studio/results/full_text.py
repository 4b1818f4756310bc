"""Search in the texts of all articles, by the index that `sitelode search` keeps in the folder of the result."""

from pathlib import Path

from sitelode.search.query import Part
from sitelode.search.search_words import search_words
from sitelode.search.text_index import TextIndex

_MOST_WORDS = 12  # of a search; set by hand


def prepare_search(folder: Path) -> bool:
    """Make the index, unless it is there already and knows all articles."""
    TextIndex(folder).close()
    return True


def places_with(folder: Path, words: str, most: int) -> list[int]:
    """Where in `articles.jsonl` the articles begin that have all these words, best first; the last word may be unfinished."""
    cut = [tuple(found) for word in words.split()[:_MOST_WORDS] if (found := search_words(word))]
    if not cut:
        return []
    parts = [Part(found, open_end=place == len(cut) - 1) for place, found in enumerate(cut)]
    index = TextIndex(folder)
    try:
        return [each.place for each in index.candidates(" AND ".join(map(str, parts)), ("article",), max(most, 1))]
    finally:
        index.close()


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
