"""What a site's own feed says about its articles: RSS and Atom, by the address of the article.

Feeds are found by whoever reads the source; here their bytes become entries, which are one more source of fields and trusted like any
other: only as far as they hold over the layout. The XML is read by patterns, because feeds are damaged as often as pages are, and nothing
in one can then cost more than its length.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from itertools import islice, pairwise
from typing import Final

from sitelode.html.encoding import decode
from sitelode.urls import resolve

MOST_BYTES: Final = 10_000_000
MOST_ENTRIES: Final = 5_000
_ENTRY_START = re.compile(r"<(?:item|entry)\b", re.IGNORECASE)
_MARKUP = re.compile(r"<[^>]{0,1000}>")
_LINK = re.compile(r"<link\b([^>]{0,2000})>([^<]{0,2000})", re.IGNORECASE)
_HREF = re.compile(r"""href\s*=\s*["']([^"']{1,2000})""", re.IGNORECASE)
_OTHER_RELATION = re.compile(r"""rel\s*=\s*["'](?!alternate)""", re.IGNORECASE)
_TERM = re.compile(r"""term\s*=\s*["']([^"']{1,200})""", re.IGNORECASE)
_CDATA = re.compile(r"<!\[CDATA\[(.{0,20000}?)\]\]>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """What a feed says about one article; empty where it says nothing."""

    title: str = ""
    author: str = ""
    date: str = ""  # as it is written there
    modified: str = ""
    tags: tuple[str, ...] = ()

    def values(self, field: str) -> tuple[str, ...]:
        """What it says about a field."""
        said = {"author": (self.author,), "date": (self.date,), "modified": (self.modified,), "tags": self.tags}.get(field, ())
        return tuple(filter(None, said))


Feed = Mapping[str, FeedEntry]  # by the address of the article


def read_feed(body: bytes, url: str, content_type: str | None = None) -> dict[str, FeedEntry]:
    """The entries of a feed that was found at an address; none where it is no feed."""
    text = decode(body[:MOST_BYTES], content_type).utf8.decode("utf-8", "replace")
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
    return None


def _element(entry: str, name: str) -> str:
    return _plain(_raw(entry, name))


def _raw(entry: str, name: str) -> str:
    return next(_all_raw(entry, name), "")


def _all_raw(entry: str, name: str) -> Iterator[str]:
    """What stands in the elements of a name."""
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
    inner = _CDATA.sub(lambda match: match[1], text)
    return " ".join(unescape(_MARKUP.sub(" ", unescape(inner) if "<" not in inner else inner)).split())
