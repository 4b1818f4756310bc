"""The few values that cross layers."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from html import escape
from typing import Any
from urllib.parse import urlsplit

from sitelode.errors import PageTooLargeError
from sitelode.html.feeds import MOST_BYTES_OF_ALL, MOST_FEED_BYTES, MOST_FEEDS

_SHOWN_TEXT = 600  # characters in a notebook; set by hand


@dataclass(frozen=True, slots=True)
class Fetched:
    """One response, as a source found it: bytes and what was said about them."""

    url: str  # the page's own address; where a source has none, a file: address
    body: bytes
    content_type: str | None = None  # the HTTP header, whole: "text/html; charset=euc-kr"
    origin: str = ""  # where the bytes lie, for messages: a path, "archive.warc.gz @ 1234"
    fetched_at: str | None = None  # ISO 8601, where the source knows it


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something a stage left out. Reasons are few and short, so that they can be counted."""

    where: str
    reason: str
    detail: str = ""


class FeedShelf(list[Fetched]):
    """The feeds of a source, in the order they were found."""

    def take(self, feed: Fetched) -> Dropped | None:
        """Keep a feed; if there is no room for it, return why it was dropped."""
        if len(feed.body) > MOST_FEED_BYTES:
            problem = PageTooLargeError(len(feed.body), MOST_FEED_BYTES)
            return Dropped(feed.origin, problem.reason, str(problem))
        kept = sum(len(each.body) for each in self)
        if len(self) >= MOST_FEEDS or kept + len(feed.body) > MOST_BYTES_OF_ALL:
            return Dropped(feed.origin, "too many feeds", f"after {len(self)} feeds of {kept:,} bytes")
        self.append(feed)
        return None

    def take_all(self, feeds: Iterable[Fetched]) -> Iterator[Dropped]:
        """Keep the feeds that another source found."""
        return (dropped for feed in feeds if (dropped := self.take(feed)) is not None)


@dataclass(frozen=True, slots=True)
class Comment:
    """What a reader wrote below an article."""

    author: str
    date: str  # ISO 8601, as far as it can be read
    text: str


@dataclass(frozen=True, slots=True, repr=False)
class Article:
    """One article of a site. Empty where nothing is known."""

    url: str
    title: str
    text: str
    language: str  # ISO 639-1
    date: str  # ISO 8601, as far as the page says it
    cluster: int  # the layout it was written in; 0 is the site's most frequent
    confidence: float  # 0 to 1
    origin: str  # where the page lies, as its source named it
    markdown: str = ""  # the text with its structure, where it was asked for
    html: str = ""  # the same as clean HTML, where it was asked for
    subtitle: str = ""
    author: str = ""  # several are divided by "; "
    modified: str = ""  # ISO 8601
    description: str = ""
    site_name: str = ""
    image: str = ""  # address of the picture that the page announces for the article
    lead_image: str = ""  # address of the first picture shown with it
    captions: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    pages: tuple[str, ...] = ()  # addresses of all pages it was joined from, where there are several
    categories: tuple[str, ...] = ()  # the sections that the page says it belongs to
    licence: str = ""  # its address or its words, as the page states them
    fetched: str = ""  # when the page was fetched, as ISO 8601, where its source knows it
    digest: str = ""  # of the page's bytes: BLAKE2b of 16 bytes, in hexadecimal digits; only of pages of a mined site

    @property
    def hostname(self) -> str:
        """The host of the address."""
        return urlsplit(self.url).hostname or ""

    @property
    def published_at(self) -> datetime | None:
        """The date as a datetime, with the zone that the page says, else in UTC, so that all can be compared.

        Midnight where the page says only the day, None where it says less.
        """
        return _moment(self.date)

    @property
    def modified_at(self) -> datetime | None:
        """The same of `modified`."""
        return _moment(self.modified)

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that differ in few bits where texts differ in few words (SimHash); empty without a text."""
        return _simhash(self.text)

    def to_dict(self) -> dict[str, Any]:
        """Everything that is known, as plain data."""
        known = {name: getattr(self, name) for name in self.__dataclass_fields__}
        known["comments"] = tuple(asdict(each) for each in self.comments)
        return {**known, "hostname": self.hostname, "fingerprint": self.fingerprint}

    def __repr__(self) -> str:
        return f"Article({self.title!r}, date={self.date!r}, url={self.url!r}, {len(self.text):,} characters)"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        known = " · ".join(filter(None, (self.author, self.date, self.language, f"confidence {self.confidence:.2f}")))
        text = self.text[:_SHOWN_TEXT] + ("…" if len(self.text) > _SHOWN_TEXT else "")
        return (
            f"<h3>{escape(self.title)}</h3><p><small>{escape(known)}<br>{escape(self.url)}</small></p>"
            f'<p style="white-space: pre-line">{escape(text)}</p>'
        )


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    except ValueError:  # a month, a year, or nothing
        return None


def _simhash(text: str) -> str:
    """Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002, over words, or pairs of characters."""
    import numpy as np  # noqa: PLC0415 (loaded when there is work)

    from sitelode.text.tokens import term_codes  # noqa: PLC0415 (loaded when an article is read)

    codes, times = np.unique(term_codes(text).astype(">u8"), return_counts=True)
    weights = (1000 * np.sqrt(times)).astype(np.int64)  # roots, or words that all texts have would make unrelated ones alike
    bits = np.unpackbits(codes.view(np.uint8).reshape(-1, 8), axis=1)
    return bytes(np.packbits(2 * (weights @ bits) > weights.sum())).hex() if len(codes) else ""
