"""A page as landmark rules see it: its tags and the tokens of its text, in the order of the source."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.html.vocabulary import TEXT, VOID_TAGS, tag_flags
from sitelode.landmarks.indexed_tokens import IndexedTokens
from sitelode.landmarks.token_classes import token_spans, tokens_of

MOST_TOKENS = 100_000  # a bound: what follows the text node that exceeds it is not read
TOLD_APART_BY: Final = ("class", "id", "itemprop")  # attributes that stay with a tag
_LONGEST_ATTRIBUTE = 120  # characters; longer values are no names
_UNFIT = frozenset('<>"')


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
    has_end: list[bool] = (~_endless()[page.columns.tag]).tolist()
    open_rows: list[int] = []
    for row, end in enumerate(ends):
        while open_rows and ends[open_rows[-1]] <= row:
            yield open_rows.pop(), False
        yield row, True
        if end > row + 1 or has_end[row]:
            open_rows.append(row)
    while open_rows:
        yield open_rows.pop(), False


@cache
def _endless() -> NDArray[np.bool_]:
    return tag_flags(VOID_TAGS | {"#text"})


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
