"""What every source of pages offers: one stream of pages, and of what was left out with the reason.

A source is named once and read once or more; reading starts with `items()` and holds one page at a time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sitelode.errors import EmptyPageError, NotHtmlError, PageError, PageTooLargeError
from sitelode.html.feeds import FeedShelf, is_feed
from sitelode.html.sniffing import why_not_html
from sitelode.model import Dropped, Fetched

LONGEST_REDIRECT_CHAIN = 20  # browsers follow as many
REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class SourceLimits:
    """What one page may cost; a page beyond a limit is dropped, and only that page."""

    max_page_bytes: int = 20_000_000  # after every decompression

    @property
    def max_line_bytes(self) -> int:
        """A line of JSON that holds a page: escapes make it longer than the page, twice as long at most in practice."""
        return 2 * self.max_page_bytes + 65_536


class Source(Protocol):
    """A site, wherever it lies."""

    @property
    def name(self) -> str:
        """How the user named it."""
        ...

    @property
    def expected(self) -> int | None:
        """How many items will come, once that is known; for progress."""
        ...

    @property
    def aliases(self) -> Mapping[str, str]:
        """Further addresses under which links reach a page, with that page's own address: redirects, rewritten links.

        Complete when `items` has been read to its end. Only for addresses that are no page's own.
        """
        ...

    @property
    def feeds(self) -> Sequence[Fetched]:
        """The feeds that lie among the pages, as bytes. Complete when `items` has been read to its end."""
        ...

    def items(self) -> Iterator[Fetched | Dropped]: ...


def page_or_feed(page: Fetched, limits: SourceLimits, feeds: FeedShelf, *, presumed_type: str | None = None) -> Fetched | Dropped | None:
    """Give back the page, or why it is none; None for a feed, which goes to the others."""
    if is_feed(page.body, page.content_type) and len(page.body) <= limits.max_page_bytes:
        return feeds.take(page)
    return page_or_reason(page, limits, presumed_type=presumed_type)


def page_or_reason(page: Fetched, limits: SourceLimits, *, presumed_type: str | None = None) -> Fetched | Dropped:
    """Give back the page, if it can be one: some bytes, not too many, and HTML by its type or by its look.

    `presumed_type` is the word of a file's name, where no server has said anything.
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
    """Lead every address to where the last redirect ends; a circle, or an endless chain, ends somewhere in it."""
    ends = dict(redirects)
    for _ in range(LONGEST_REDIRECT_CHAIN - 1):
        ends = {start: redirects.get(end, end) for start, end in ends.items()}
    return ends
