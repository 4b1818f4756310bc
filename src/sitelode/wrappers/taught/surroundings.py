"""What stood around the values of a taught field, and some of them: by these the field is found again after a redesign.

A rule of landmarks says where a value stands in one template. What survives another template is rather the label before it, whether it
stands far up or down, before or behind the other fields, and the values themselves.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Annotated

from sitelode.json_data import Bounds, JsonData, Share, rounded
from sitelode.wrappers.taught.page_tokens import PageTokens

# Bounds.
MOST_VALUES = 24  # that are kept
LONGEST_KEPT = 200  # characters of a value or a label
LABEL_FROM = 0.5  # share of pages with the same text beside a value, from which it is the template's


@dataclass(frozen=True, slots=True)
class Surroundings(JsonData):
    """Plain data; made by `surroundings_of`."""

    before: Annotated[str, Bounds(0, LONGEST_KEPT)]  # the template's text before the value: a label, mostly
    behind: Annotated[str, Bounds(0, LONGEST_KEPT)]
    place: Annotated[Share, rounded(3)]  # how far down the text of the middle page
    distinct: Annotated[Share, rounded(3)]  # share of the pages' values that are different from each other
    values: Annotated[tuple[Annotated[str, Bounds(1, LONGEST_KEPT)], ...], Bounds(0, MOST_VALUES)]


def surroundings_of(found: Sequence[tuple[PageTokens, range]]) -> Surroundings | None:
    """From the places of a field's values on some pages; none where it was found nowhere."""
    if not found:
        return None
    values = dict.fromkeys(page.text_of(places)[:LONGEST_KEPT] for page, places in found)
    return Surroundings(
        _usual([text_before(page, places.start) for page, places in found]),
        _usual([text_behind(page, places.stop - 1) for page, places in found]),
        median(place_of(page, places.start) for page, places in found),
        len(values) / len(found),
        tuple(value for value in values if value)[:MOST_VALUES],
    )


def text_before(page: PageTokens, place: int) -> str:
    """What stands before a place in its own text node, or else the whole text node before."""
    node = page.node_of(place)
    if node.start < place:
        return page.text_of(range(node.start, place))[-LONGEST_KEPT:]
    before = page.text_rank(place) - 1
    return page.text_of(page.node_of(page.text_places[before]))[:LONGEST_KEPT] if before >= 0 else ""


def text_behind(page: PageTokens, place: int) -> str:
    """What stands behind a place in its own text node, or else the whole text node behind."""
    node = page.node_of(place)
    if place + 1 < node.stop:
        return page.text_of(range(place + 1, node.stop))[:LONGEST_KEPT]
    behind = page.text_rank(node.stop)
    return page.text_of(page.node_of(page.text_places[behind]))[:LONGEST_KEPT] if behind < len(page.text_places) else ""


def place_of(page: PageTokens, place: int) -> float:
    """How far down a page's text a place is: 0 to 1."""
    return page.text_rank(place) / max(len(page.text_places), 1)


def _usual(texts: Sequence[str]) -> str:
    text, count = Counter(texts).most_common(1)[0]
    return text if len(texts) > 1 and count >= LABEL_FROM * len(texts) else ""
