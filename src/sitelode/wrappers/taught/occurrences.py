"""Where on a page a value stands that somebody named or pointed at."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from sitelode.html.render.selection import HIDDEN_TAGS
from sitelode.landmarks.token_classes import tokens_of
from sitelode.wrappers.taught.page_tokens import PageTokens

MOST_OCCURRENCES = 24  # of one value on one page; a bound
MOST_READINGS = 4  # ways to understand the examples that are tried; a bound


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
    return [[_nearest(each, kind) for each in found] for kind in kinds[:MOST_READINGS]]


def _nearest(each: Sequence[Occurrence], kind: tuple[bool, bool, tuple[str, ...]]) -> Occurrence:
    return max(each, key=lambda one: (one.kind == kind, one.whole == kind[0], one.seen == kind[1], _common(one.path, kind[2])))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(left == right for left, right in zip(one, other, strict=False))


def occurrence_in(page: PageTokens, places: range) -> Occurrence:
    """What is known about a place."""
    path = _path(page, page.rows[places.start])
    return Occurrence(places, page.node_of(places.start) == places, HIDDEN_TAGS.isdisjoint(path), path)


def _path(page: PageTokens, row: int) -> tuple[str, ...]:
    """Tag names from the root down."""
    parents = page.page.columns.parent
    path: list[str] = []
    above = int(parents[row])
    while above >= 0:
        path.append(page.page.tag_name(above))
        above = int(parents[above])
    return tuple(reversed(path))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
