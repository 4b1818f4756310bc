"""The interface of all page sources: one stream of pages, and of items left out with the reason.

A source is created once and may be read several times; reading starts with `items()` and holds one page at a time.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from sitelode.errors import EmptyPageError, NotHtmlError, PageError, PageTooLargeError
from sitelode.html.feeds import is_feed
from sitelode.html.sniffing import why_not_html
from sitelode.model import Dropped, FeedShelf, Fetched

LONGEST_REDIRECT_CHAIN = 20  # the limit of browsers
REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class SourceLimits:
    """Limits for one page; a page that exceeds one is dropped, and only that page."""

    max_page_bytes: int = 20_000_000  # after all decompression. Set by hand

    @property
    def max_line_bytes(self) -> int:
        """Limit for a JSON line with a page: escapes make it longer than the page, in practice at most twice as long."""
        return 2 * self.max_page_bytes + 65_536


class Source(Protocol):
    """The pages of a site, from any place."""

    @property
    def name(self) -> str:
        """The name that the user gave."""
        ...

    @property
    def expected(self) -> int | None:
        """The number of items, once it is known; for progress."""
        ...

    @property
    def aliases(self) -> Mapping[str, str]:
        """Alternative addresses that links use for a page, with that page's own address: redirects, rewritten links.

        Complete after `items` was read to its end. Never includes the own address of a page.
        """
        ...

    @property
    def feeds(self) -> Sequence[Fetched]:
        """The feeds found among the pages, as bytes. Complete after `items` was read to its end."""
        ...

    def items(self) -> Iterator[Fetched | Dropped]: ...


class PagesFile:
    """A file of many pages, by what opens it; the result may be a pipe. What reads it is derived from this."""

    expected: int | None = None

    def __init__(self, open_bytes: Callable[[], BinaryIO], name: str, limits: SourceLimits) -> None:
        self.open_bytes, self.name, self.limits = open_bytes, name, limits
        self.feeds = FeedShelf()
        self.redirects: dict[str, str] = {}

    @property
    def aliases(self) -> Mapping[str, str]:
        return ends_of_redirects(self.redirects)

    def items(self) -> Iterator[Fetched | Dropped]:
        raise NotImplementedError


def page_or_feed(page: Fetched, limits: SourceLimits, feeds: FeedShelf, *, presumed_type: str | None = None) -> Fetched | Dropped | None:
    """The page, or why it is not one; None for a feed, which is added to `feeds`."""
    if is_feed(page.body, page.content_type) and len(page.body) <= limits.max_page_bytes:
        return feeds.take(page)
    return page_or_reason(page, limits, presumed_type=presumed_type)


def page_or_reason(page: Fetched, limits: SourceLimits, *, presumed_type: str | None = None) -> Fetched | Dropped:
    """The page, if it can be one: not empty, not too large, and HTML by its type or its bytes.

    `presumed_type` comes from a file's name, if no server gave a type.
    """
    if len(page.body) > limits.max_page_bytes:
        return dropped_page(page.origin, PageTooLargeError(len(page.body), limits.max_page_bytes))
    if not page.body:
        return dropped_page(page.origin, EmptyPageError())
    evidence = why_not_html(page.body, page.content_type or presumed_type)
    return page if evidence is None else dropped_page(page.origin, NotHtmlError(evidence))


def dropped_page(where: str, error: PageError) -> Dropped:
    return Dropped(where, error.reason, str(error))


def ends_of_redirects(redirects: Mapping[str, str]) -> dict[str, str]:
    """Map every address to the end of its redirect chain; a loop or endless chain ends somewhere within it."""
    ends = dict(redirects)
    for _ in range(LONGEST_REDIRECT_CHAIN - 1):
        ends = {start: redirects.get(end, end) for start, end in ends.items()}
    return ends
