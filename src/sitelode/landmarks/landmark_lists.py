"""Lists of values, found level by level: STALKER's embedded catalogue, section 6.4 of the News Ripper thesis, down to the items of a list.

One rule from each end finds the list in the page, two more cut it into items. Every rule is learned and applied inside what its parent
found, so that each is about a short sequence and can be simple.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from sitelode.json_data import Bounds, JsonData
from sitelode.landmarks.landmark_learning import Example, SearchBounds, learn_rule
from sitelode.landmarks.landmark_rules import IndexedTokens, LandmarkRule

MOST_ITEMS = 10_000  # of one list; a bound


@dataclass(frozen=True, slots=True)
class LabelledList:
    """Tokens of a page on which somebody labelled a list and its items."""

    tokens: Sequence[str]
    places: range
    items: Sequence[range]


@dataclass(frozen=True, slots=True)
class ItemRules(JsonData):
    """An item of a list."""

    start: LandmarkRule  # forward, in what follows the item before
    stop: LandmarkRule  # forward from its start


@dataclass(frozen=True, slots=True)
class LandmarkList(JsonData):
    """Rules of a list."""

    start: LandmarkRule  # forward, in the tokens of the page
    stop: LandmarkRule  # backward
    parts: Annotated[tuple[ItemRules, ...], Bounds(1, 1)]

    @property
    def item(self) -> ItemRules:
        return self.parts[0]

    def items(self, tokens: Sequence[str]) -> Iterator[range]:
        """The places of the items in the tokens of a page."""
        page = IndexedTokens(tokens)
        at, end = self.start.border(page), self.stop.border(page)
        for _ in range(MOST_ITEMS):
            start = self.item.start.border(IndexedTokens(tokens[at:end])) if at is not None and end is not None and at <= end else None
            if at is None or start is None:
                return
            begin = at + start
            length = self.item.stop.border(IndexedTokens(tokens[begin:end]))
            if not length:  # nothing, or an item without tokens, which would be found for ever
                return
            at = begin + length
            yield range(begin, at)


def learn_landmark_list(pages: Sequence[LabelledList], bounds: SearchBounds) -> LandmarkList:
    """An item begins somewhere behind the one before it; behind the last one nothing must be found."""
    whole = [(IndexedTokens(each.tokens), each.places) for each in pages]
    starts, stops = list[Example](), list[Example]()
    for each in pages:
        at, end = each.places.start, each.places.stop
        for item in each.items:
            starts.append(Example(IndexedTokens(each.tokens[at:end]), item.start - at))
            stops.append(Example(IndexedTokens(each.tokens[item.start : end]), len(item)))
            at = item.stop
        starts.append(Example(IndexedTokens(each.tokens[at:end]), None))
    # Before the end of an item stands the item itself, which is another one each time: what follows it is the landmark.
    behind = replace(bounds, what_follows_first=True)
    return LandmarkList(
        learn_rule([Example(tokens, places.start) for tokens, places in whole], bounds=bounds),
        learn_rule([Example(tokens, places.stop) for tokens, places in whole], backward=True, bounds=bounds),
        (ItemRules(learn_rule(starts, bounds=bounds), learn_rule(stops, bounds=behind)),),
    )
