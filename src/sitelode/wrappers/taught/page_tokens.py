"""A page as landmark rules see it: its tags and the tokens of its text, in the order of the source; and where a value stands on it."""

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

import numpy as np

from sitelode.html.page import Page
from sitelode.html.render.selection import HIDDEN_TAGS
from sitelode.html.vocabulary import TEXT, VOID_TAGS, tag_flags
from sitelode.landmarks.landmark_rules import IndexedTokens
from sitelode.landmarks.token_classes import token_spans, tokens_of

MOST_TOKENS = 100_000  # a bound: what follows the text node that exceeds it is not read
TOLD_APART_BY: Final = ("class", "id", "itemprop")  # attributes that stay with a tag
_LONGEST_ATTRIBUTE = 120  # characters; longer values are no names
_UNFIT = frozenset('<>"')
_ENDLESS = tag_flags(VOID_TAGS | {"#text"})
MOST_OCCURRENCES = 24  # of one value on one page; a bound
MOST_READINGS = 4  # ways to understand the examples that are tried; a bound


@dataclass(frozen=True)
class PageTokens:
    """Tokens with the rows of the page that they come from."""

    page: Page
    tokens: tuple[str, ...]
    rows: tuple[int, ...]  # of a text node for its tokens, of an element for its tags
    text_places: tuple[int, ...]  # numbers of the tokens that are text, ascending

    @cached_property
    def indexed(self) -> IndexedTokens:
        return IndexedTokens(self.tokens)

    @cached_property
    def _texts(self) -> frozenset[int]:
        return frozenset(self.text_places)

    def is_text(self, place: int) -> bool:
        return place in self._texts

    def text_rank(self, place: int) -> int:
        """How many tokens of text stand before a place."""
        return bisect_left(self.text_places, place)

    def node_of(self, place: int) -> range:
        """All tokens of the text node that a token stands in."""
        row, first, last = self.rows[place], place, place + 1
        while first > 0 and self.rows[first - 1] == row:
            first -= 1
        while last < len(self.rows) and self.rows[last] == row:
            last += 1
        return range(first, last)

    def text_of(self, places: range) -> str:
        """The text between two borders as it stands in the page, white space collapsed."""
        pieces: list[str] = []
        at = places.start
        while at < places.stop:
            if not self.is_text(at):
                at += 1
                continue
            node = self.node_of(at)
            stop = min(places.stop, node.stop)
            text = self.page.text(self.rows[at])
            spans = token_spans(text)
            pieces.append(text[spans[at - node.start][0] : spans[stop - 1 - node.start][1]])
            at = stop
        return " ".join(" ".join(pieces).split())


def page_tokens(page: Page) -> PageTokens:
    """Walk the page once."""
    tokens: list[str] = []
    rows: list[int] = []
    text_places: list[int] = []
    opening, closing = _opening_tags(page), _closing_tags(page)
    for row, opens in _walk(page):
        first = len(tokens)
        if first >= MOST_TOKENS:
            break
        end_tag = closing[row]
        if end_tag is None:
            tokens += tokens_of(page.text(row))
            text_places += range(first, len(tokens))
            rows += [row] * (len(tokens) - first)
        else:
            tokens.append(opening[row] if opens else end_tag)
            rows.append(row)
    return PageTokens(page, tuple(tokens), tuple(rows), tuple(text_places))


def _walk(page: Page) -> Iterator[tuple[int, bool]]:
    """Every row when it begins, and elements that have an end again when they end."""
    ends: list[int] = page.columns.end.tolist()
    has_end: list[bool] = (~_ENDLESS[page.columns.tag]).tolist()
    open_rows: list[int] = []
    for row, end in enumerate(ends):
        while open_rows and ends[open_rows[-1]] <= row:
            yield open_rows.pop(), False
        yield row, True
        if end > row + 1 or has_end[row]:
            open_rows.append(row)
    while open_rows:
        yield open_rows.pop(), False


def _closing_tags(page: Page) -> list[str | None]:
    """One for each row; none for text."""
    names = {number: page.tag_name(int(row)) for number, row in zip(*np.unique(page.columns.tag, return_index=True), strict=True)}
    written = {number: None if number == TEXT else f"</{name}>" for number, name in names.items()}
    return [written[number] for number in page.columns.tag.tolist()]


def _opening_tags(page: Page) -> list[str]:
    """One for each row, with the attributes by which pages tell their parts apart; what text has in its place is not used."""
    columns = page.columns
    properties = dict(page.attribute_column("itemprop"))
    known: dict[tuple[int, int, int, str], str] = {}
    written: list[str] = []
    for row, (tag, class_, id_) in enumerate(zip(columns.tag.tolist(), columns.class_.tolist(), columns.id_.tolist(), strict=True)):
        key = tag, class_, id_, properties.get(row, "")
        if key not in known:
            values = zip(TOLD_APART_BY, (page.string(class_), page.string(id_), key[3]), strict=True)
            kept = [f' {name}="{fit}"' for name, value in values if (fit := _fit(value))]
            known[key] = f"<{page.tag_name(row)}{''.join(kept)}>"
        written.append(known[key])
    return written


def _fit(value: str) -> str:
    collapsed = " ".join(value.split())
    return collapsed if len(collapsed) <= _LONGEST_ATTRIBUTE and _UNFIT.isdisjoint(collapsed) else ""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place, as a range of the page's tokens."""

    places: range
    whole: bool  # it is all of a text node
    seen: bool  # a browser shows it
    path: tuple[str, ...]  # tags above it

    @property
    def kind(self) -> tuple[bool, bool, tuple[str, ...]]:
        return self.whole, self.seen, self.path


def occurrences(page: PageTokens, value: str) -> list[Occurrence]:
    """All places where the value's tokens follow each other, tags between them allowed, in the order of the page."""
    # One sign may be several in plain form, as "..." is: such a value is looked for as the page cuts it, too.
    spellings = {tuple(map(_plain, tokens_of(value))), tuple(tokens_of(_plain(value)))} - {()}
    texts = page.text_places
    plain = [_plain(page.tokens[place]) for place in texts]
    starts = (
        (start, len(wanted))
        for start, token in enumerate(plain)
        for wanted in spellings
        if token == wanted[0] and plain[start : start + len(wanted)] == list(wanted)
    )
    found = (range(texts[start], texts[start + length - 1] + 1) for start, length in starts)
    return [occurrence_in(page, places) for places in islice(found, MOST_OCCURRENCES)]


def occurrence_at(page: PageTokens, row: int) -> Occurrence | None:
    """The text of a row, whether that is a text node or an element."""
    if not 0 <= row < len(page.page):
        return None
    end = int(page.page.columns.end[row])
    inside = [place for place in page.text_places if row <= page.rows[place] < end]
    return occurrence_in(page, range(inside[0], inside[-1] + 1)) if inside else None


def readings(found: Sequence[Sequence[Occurrence]]) -> list[list[Occurrence]]:
    """Ways to pick one occurrence for each example, such that all stand in the same kind of place as far as possible, likeliest first.

    A kind of place counts for more the more examples have it; then whole text nodes, then what readers see, then what comes first.
    """
    support = Counter(kind for each in found for kind in {one.kind for one in each})
    first_seen = {kind: number for number, kind in reversed(list(enumerate(one.kind for each in found for one in each)))}
    kinds = sorted(support, key=lambda kind: (-support[kind], not kind[0], not kind[1], first_seen[kind]))

    def likeness(one: Occurrence, kind: tuple[bool, bool, tuple[str, ...]]) -> tuple[bool, bool, bool, int]:
        common = sum(left == right for left, right in zip(one.path, kind[2], strict=False))
        return one.kind == kind, one.whole == kind[0], one.seen == kind[1], common

    return [[max(each, key=lambda one: likeness(one, kind)) for each in found] for kind in kinds[:MOST_READINGS]]


def occurrence_in(page: PageTokens, places: range) -> Occurrence:
    """What is known about a place."""
    path = path_to(page.page, page.rows[places.start])
    return Occurrence(places, page.node_of(places.start) == places, HIDDEN_TAGS.isdisjoint(path), path)


def path_to(page: Page, row: int) -> tuple[str, ...]:
    """Tag names from the root down to the element around a row."""
    path, above = list[str](), int(page.columns.parent[row])
    while above >= 0:
        path.append(page.tag_name(above))
        above = int(page.columns.parent[above])
    return tuple(reversed(path))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
