"""Feeds that lie among the pages of a source: RSS and Atom, kept apart as bytes for whoever wants to read them.

A source meets them while it reads its pages, and offers them when it is through. What feeds may cost is bounded, by size and by number:
one that is beyond the limits is dropped with a reason, like a page.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from sitelode.errors import PageTooLargeError
from sitelode.model import Dropped, Fetched
from sitelode.sources.sniffing import FEED_TYPES, SNIFFED_BYTES, essence, without_prelude

MOST_FEEDS = 100  # of a source; many sites have one for every article, with nothing but its comments
MOST_FEED_BYTES = 5_000_000  # of one
MOST_BYTES_OF_ALL = 40_000_000  # they are held in memory until the source is read

_FEED_TAG = re.compile(rb"<(?:\w{1,20}:)?(?:rss|feed)[\s>]|<rdf:RDF\s[^>]{0,2000}purl\.org/rss/", re.IGNORECASE)


def is_feed(body: bytes, content_type: str | None) -> bool:
    """Whether the first tag is a feed's; where the server called it a feed, something else may stand before it."""
    first = without_prelude(body[:SNIFFED_BYTES])
    if _FEED_TAG.match(first):
        return True
    return essence(content_type) in FEED_TYPES and _FEED_TAG.search(first) is not None


class FeedShelf(Sequence[Fetched]):
    """The feeds of a source, as they are met."""

    def __init__(self) -> None:
        self._kept: list[Fetched] = []
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    @overload
    def __getitem__(self, place: int) -> Fetched: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Fetched]: ...
    def __getitem__(self, place: int | slice) -> Fetched | Sequence[Fetched]:
        return self._kept[place]

    def take(self, feed: Fetched) -> Dropped | None:
        """Keep a feed; why not, where it is too much."""
        if len(feed.body) > MOST_FEED_BYTES:
            problem = PageTooLargeError(len(feed.body), MOST_FEED_BYTES)
            return Dropped(feed.origin, problem.reason, str(problem))
        if len(self._kept) >= MOST_FEEDS or self._bytes + len(feed.body) > MOST_BYTES_OF_ALL:
            return Dropped(feed.origin, "too many feeds", f"after {len(self._kept)} feeds of {self._bytes:,} bytes")
        self._kept.append(feed)
        self._bytes += len(feed.body)
        return None

    def take_all(self, feeds: Iterable[Fetched]) -> Iterator[Dropped]:
        """Keep what another source met."""
        for feed in feeds:
            if (dropped := self.take(feed)) is not None:
                yield dropped

    def clear(self) -> None:
        """Before the source is read again."""
        self._kept = []
        self._bytes = 0
