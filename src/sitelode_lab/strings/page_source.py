"""A page's source rebuilt from its columns, for the methods that work on strings.

A stored page has no source. The rebuilt one has what string methods need: every tag with its class, every text, in document order,
with white space collapsed. Other attributes, comments, scripts and styles are gone; entities are decoded.

The pieces of a source as it is written: tags, comments and texts; and where the texts of a parsed page stand in it.

Text with every run of white space collapsed to one space, and the mapping back to the original text.

White space in source code has no meaning. String methods compare the collapsed text; their answers, one per
character, are needed for the characters of the source.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import NO_STRING, Page
from sitelode.html.vocabulary import TEXT, VOID_TAGS
from sitelode_lab.sampling import sample_of


@dataclass(frozen=True, slots=True)
class PageSource:
    text: str
    first: NDArray[np.int64]  # for each row of the page the start of its own text, in characters
    last: NDArray[np.int64]  # and its end; the same as the start for elements

    @property
    def visible(self) -> NDArray[np.bool_]:
        """One mark per character: text, not markup."""
        edges = np.bincount(self.first, minlength=len(self.text) + 1) - np.bincount(self.last, minlength=len(self.text) + 1)
        marks: NDArray[np.bool_] = np.cumsum(edges)[:-1] > 0
        return marks

    def shares(self, marked: NDArray[np.bool_]) -> NDArray[np.float64]:
        """For each row the share of its text that is marked, given one mark per character of the source; 0 if it has no text."""
        running = np.append(0, np.cumsum(marked))
        length = self.last - self.first
        shares: NDArray[np.float64] = (running[self.last] - running[self.first]) / np.maximum(length, 1)
        return shares


def starts_and_ends(page: Page) -> Iterator[tuple[int, bool]]:
    """The rows of a page in document order, and every element once more where it ends (True)."""
    open_rows, ends = list[int](), page.columns.end.tolist()
    for row in range(len(page)):
        while open_rows and ends[open_rows[-1]] <= row:
            yield open_rows.pop(), True
        yield row, False
        if page.tags[row] != TEXT:
            open_rows.append(row)
    yield from ((row, True) for row in reversed(open_rows))


def source_of(page: Page) -> PageSource:
    first, last = np.zeros(len(page), np.int64), np.zeros(len(page), np.int64)
    pieces, written = list[str](), 0
    for row, is_end in starts_and_ends(page):
        if page.tags[row] == TEXT:
            pieces.append(_WHITE_SPACE.sub(" ", page.text(row)))
            first[row], last[row] = written, written + len(pieces[-1])
        elif is_end:
            pieces.append("" if page.tag_name(row) in VOID_TAGS else f"</{page.tag_name(row)}>")
        else:
            class_ = int(page.columns.class_[row])
            pieces.append(f'<{page.tag_name(row)} class="{page.string(class_)}">' if class_ != NO_STRING else f"<{page.tag_name(row)}>")
        written += len(pieces[-1])
    return PageSource("".join(pieces), first, last)


_WHITE_SPACE: Final = re.compile(r"[\t-\r ]+")


def sources_within(pages: Sequence[Page], most_characters: int, most_pages: int = 400) -> list[str]:
    """Sources of a sample of pages up to a total size; at least one if there is a page."""
    return [source.text for source in page_sources_within(pages, most_characters, most_pages)]


def page_sources_within(pages: Sequence[Page], most_characters: int, most_pages: int = 400) -> list[PageSource]:
    """The same with the positions of the texts."""
    sources: list[PageSource] = []
    room = most_characters
    for page in sample_of(pages, most_pages):
        source = source_of(page)
        room -= len(source.text)
        if room < 0 and sources:
            break
        sources.append(source)
    return sources


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


Value = TypeVar("Value", bound=np.generic)

_SPACE = ord(" ")
_WHITE = tuple(ord(character) for character in " \t\n\r")


@dataclass(frozen=True, slots=True)
class CollapsedText:
    text: str
    place_of: NDArray[np.int32]  # for each character of the source, its character in `text`

    def on_source(self, column: NDArray[Value]) -> NDArray[Value]:
        """Turn one value per character of `text` into one value per character of the source."""
        return column[self.place_of]


def collapse_spaces(source: str) -> CollapsedText:
    """Tabs and line ends become spaces, runs of spaces become one. Nothing is stripped at the ends."""
    codes = np.frombuffer(source.encode("utf-32-le", "surrogatepass"), "<u4")
    white = np.isin(codes, _WHITE)
    kept = np.ones(len(codes), np.bool_)
    kept[1:] = ~(white[1:] & white[:-1])
    collapsed = np.where(white, _SPACE, codes)[kept].astype("<u4")
    text = collapsed.tobytes().decode("utf-32-le", "surrogatepass")
    return CollapsedText(text, (np.cumsum(kept) - 1).astype(np.int32))
