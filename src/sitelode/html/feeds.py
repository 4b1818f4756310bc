"""RSS and Atom feeds: recognise them, and read their entries.

A feed is one more source of article fields. Like any other, it is trusted only if it agrees with the layout. The XML is read by
regular expressions, because feeds are damaged as often as pages are, and so the cost is never more than linear in the length.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from itertools import islice, pairwise
from typing import Final

from sitelode.html.encoding import decode
from sitelode.html.sniffing import FEED_TYPES, SNIFFED_BYTES, essence, without_prelude
from sitelode.urls import resolve

# Limits, set by hand.
MOST_ENTRIES: Final = 5_000
MOST_FEEDS: Final = 100  # per source; many sites have a feed for every article, which holds only its comments
MOST_FEED_BYTES: Final = 5_000_000  # per feed
MOST_BYTES_OF_ALL: Final = 40_000_000  # feeds are held in memory until the source is read
_FEED_TAG = re.compile(rb"<(?:\w{1,20}:)?(?:rss|feed)[\s>]|<rdf:RDF\s[^<>]{0,2000}purl\.org/rss/", re.IGNORECASE)
_ENTRY_START = re.compile(r"<(?:item|entry)\b", re.IGNORECASE)
_MARKUP = re.compile(r"<[^<>]{0,1000}>")
_LINK = re.compile(r"<link\b([^<>]{0,2000})>([^<]{0,2000})", re.IGNORECASE)
_GUID = re.compile(
    r"<guid(?![^<>]{0,200}isPermaLink\s*=\s*.false)[^<>]{0,200}>\s{0,20}(?:<!\[CDATA\[)?\s{0,20}(https?://[^<\]]{1,2000})", re.IGNORECASE
)
_HREF = re.compile(r"""href\s*=\s*["']([^"']{1,2000})""", re.IGNORECASE)
_OTHER_RELATION = re.compile(r"""rel\s*=\s*["'](?!alternate)""", re.IGNORECASE)
_TERM = re.compile(r"""term\s*=\s*["']([^"']{1,200})""", re.IGNORECASE)
_CDATA_MARKS = re.compile(r"<!\[CDATA\[|\]\]>")


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """The fields of one article in a feed; empty where the feed does not give them."""

    title: str = ""
    author: str = ""
    date: str = ""  # as written in the feed
    modified: str = ""
    tags: tuple[str, ...] = ()

    def values(self, field: str) -> tuple[str, ...]:
        """The values of a field."""
        said = {"author": (self.author,), "date": (self.date,), "modified": (self.modified,), "tags": self.tags}.get(field, ())
        return tuple(filter(None, said))


Feed = Mapping[str, FeedEntry]  # by the address of the article


def is_feed(body: bytes, content_type: str | None) -> bool:
    """Whether the first tag is that of a feed; if the server called it a feed, other tags may come first."""
    first = without_prelude(body[:SNIFFED_BYTES])
    if _FEED_TAG.match(first):
        return True
    return essence(content_type) in FEED_TYPES and _FEED_TAG.search(first) is not None


def read_feed(body: bytes, url: str, content_type: str | None = None) -> dict[str, FeedEntry]:
    """The entries of the feed at this address; none if it is not a feed."""
    text = decode(body[:MOST_FEED_BYTES], content_type).utf8.decode("utf-8", "replace")
    found: dict[str, FeedEntry] = {}
    for entry in _entries(text):
        address = _address(entry, url)
        if address is not None:
            found.setdefault(address, _read(entry))
    return found


def _entries(text: str) -> Iterator[str]:
    starts = [match.start() for match in islice(_ENTRY_START.finditer(text), MOST_ENTRIES)]
    for start, end in pairwise([*starts, len(text)]):
        yield text[start:end]


def _read(entry: str) -> FeedEntry:
    author = _element(entry, "dc:creator") or _element(_raw(entry, "author"), "name") or _element(entry, "author")
    terms = [*_TERM.findall(entry), *(_plain(each) for each in _all_raw(entry, "category"))]
    return FeedEntry(
        title=_element(entry, "title"),
        author=author,
        date=_element(entry, "pubDate") or _element(entry, "published") or _element(entry, "dc:date"),
        modified=_element(entry, "updated"),
        tags=tuple(dict.fromkeys(filter(None, map(unescape, terms)))),
    )


def _address(entry: str, base: str) -> str | None:
    for attributes, text in _LINK.findall(entry):
        href = _HREF.search(attributes)
        if href and _OTHER_RELATION.search(attributes):
            continue
        written = href[1] if href else text
        if written.strip():
            return resolve(base, unescape(written.strip()))
    identifier = _GUID.search(entry)  # an address, unless isPermaLink says otherwise
    return resolve(base, unescape(identifier[1].strip())) if identifier else None


def _element(entry: str, name: str) -> str:
    return _plain(_raw(entry, name))


def _raw(entry: str, name: str) -> str:
    return next(_all_raw(entry, name), "")


def _all_raw(entry: str, name: str) -> Iterator[str]:
    """The contents of all elements with this name."""
    position, lower, mark = 0, entry.lower(), "<" + name.lower()
    while (start := lower.find(mark, position)) >= 0:
        opened = lower.find(">", start)
        if opened < 0:
            return
        if lower[start + len(mark)] not in "> \t\r\n/" or lower[opened - 1] == "/":
            position = opened
            continue
        closed = lower.find("</" + name.lower(), opened)
        if closed < 0:
            return
        yield entry[opened + 1 : closed]
        position = closed


def _plain(text: str) -> str:
    """Text without CDATA marks, markup and entities."""
    inner = _CDATA_MARKS.sub("", text)
    return " ".join(unescape(_MARKUP.sub(" ", unescape(inner) if "<" not in inner else inner)).split())
