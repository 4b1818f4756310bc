"""The pieces of a source as it is written: tags, comments and texts; and where the texts of a parsed page stand in it."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

from sitelode.html.page import Page

# One alternative matches at every `<`, each in time linear in what it takes; an unclosed tag or comment goes to the end.
_PIECE: Final = re.compile(
    r"(?P<comment><!--.*?(?:-->|\Z))|(?P<other><[!?][^>]*>?)|<(?P<slash>/?)(?P<name>[A-Za-z][^\s/>]*)(?P<rest>[^>]*)>?|(?P<text>[^<]+|<)",
    re.DOTALL,
)
_RAW_ENDS: Final = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "textarea")}
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_LETTER: Final = re.compile(r"&#?\w{1,32};?|\S")
MOST_MISSES: Final = 500  # texts that are looked for from the beginning or in vain, each in one pass; set by hand
SHORTEST_MOVED: Final = 8  # letters of a text that is looked for before the place where it is expected: shorter ones stand anywhere


def source_pieces(source: str) -> Iterator[tuple[int, int, str, str | None]]:
    """Start, end and name of every tag; of texts and comments also what is said. Linear."""
    place = 0
    while (piece := _PIECE.match(source, place)) is not None:
        place = piece.end()
        if piece["comment"]:
            yield piece.start(), place, "comment", piece["comment"]
        elif piece["text"]:
            yield piece.start(), place, "", piece["text"]
        elif piece["name"]:
            name = piece["name"].lower()
            yield piece.start(), place, name, None
            if name in _RAW_ENDS and not piece["slash"]:
                end = _RAW_ENDS[name].search(source, place)
                stop = end.start() if end else len(source)
                for comment in _COMMENT.finditer(source, place, stop):
                    yield comment.start(), comment.end(), "comment", comment[0]
                place = stop


def words_in(written: str) -> str:
    """The words of a piece of source, with tags left out and entities decoded."""
    return " ".join(unescape("".join(piece["text"] or "" for piece in _PIECE.finditer(written))).split())


def written_spans(source: str, page: Page) -> dict[int, tuple[int, int]]:
    """For the text rows of a page, where their letters stand in the source that it was parsed from.

    White space and the spelling of entities differ between the two, so letters are compared. A parser moves texts that stand in the wrong
    place: what is not found behind the text before it is looked for from the beginning.
    """
    letters, starts, ends = _letters(source)
    found: dict[int, tuple[int, int]] = {}
    place = misses = 0
    for row in page.text_rows.tolist():
        wanted = "".join(page.text(row).split())
        if not wanted or misses > MOST_MISSES:
            continue
        at = letters.find(wanted, place)
        if at < 0:
            misses += 1
            at = letters.find(wanted, 0, place) if len(wanted) >= SHORTEST_MOVED else -1
        else:
            place = at + len(wanted)
        if at >= 0:
            found[row] = (starts[at], ends[at + len(wanted) - 1])
    return found


def _letters(source: str) -> tuple[str, list[int], list[int]]:
    """All letters of texts, each with the start and the end of what it was written as."""
    letters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for first, _, name, said in source_pieces(source):
        if name or said is None:
            continue
        for written in _LETTER.finditer(said):
            for letter in unescape(written[0]) if len(written[0]) > 1 else written[0]:
                if not letter.isspace():
                    letters.append(letter)
                    starts.append(first + written.start())
                    ends.append(first + written.end())
    return "".join(letters), starts, ends
