"""Read what a crawl needs of a page (its links, its pieces of text) and of a sitemap (further addresses). Limits set by hand.

Sitemaps are read by regular expressions: broken files still give their addresses, and entities cannot expand.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from html import unescape

import numpy as np
from numpy.typing import NDArray

from sitelode.errors import PageError
from sitelode.html.addresses import base_reference
from sitelode.html.page import Page
from sitelode.html.parse import ParseLimits, parse
from sitelode.html.sniffing import FEED_TYPES, kind_of_signature
from sitelode.html.vocabulary import tag_flags
from sitelode.sources.compression import beginning_of_gzip
from sitelode.sources.crawl.reservations import reserved_by
from sitelode.sources.crawl.settings import LARGEST_PAGE_BYTES
from sitelode.urls import Resolver

LINKS_PER_PAGE = 10_000  # more is a trap or a dump; the first ones are kept
PIECES_PER_PAGE = 5_000
SHORTEST_PIECE = 10  # letters; shorter texts are labels and names of days, the same on many pages
_ADDRESS_OF = {"a": "href", "area": "href", "iframe": "src", "frame": "src", "link": "href"}
_LEADS_ON = tag_flags(frozenset(_ADDRESS_OF))
_FOLLOWED_LINK_RELATIONS = frozenset({"next", "prev", "canonical"})
_UNREAD = tag_flags(frozenset({"script", "style", "template", "title"}))
_DIGITS = re.compile(r"\d+")
_REFRESH_TARGET = re.compile(r"\s*\d[\d.]*(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?[\"']?([^\"'\s]+)", re.IGNORECASE)


@dataclass(slots=True)
class PageReading:
    """The addresses are normalised; each appears once, in page order."""

    links: list[str] = field(default_factory=list)
    feeds: list[str] = field(default_factory=list)
    moved_to: str | None = None  # target of an immediate redirect in the page
    not_followed: int = 0  # links that the page asks not to follow
    reserved: str = ""  # the reservation of rights in meta elements, see `reservations.py`
    pieces: dict[int, int] = field(default_factory=dict)  # hash of a piece of text without numbers -> its letters


def parsed_page(body: bytes, content_type: str | None, url: str = "") -> Page | None:
    """The page; none where it is none, or too much."""
    try:
        return parse(body, url, content_type, ParseLimits(max_bytes=LARGEST_PAGE_BYTES))
    except PageError:
        return None


def read_page(resolver: Resolver, body: bytes, content_type: str | None) -> PageReading:
    """Read the page at the resolver's address."""
    page = parsed_page(body, content_type)
    if page is None:
        return PageReading()
    if (base := base_reference(page)) is not None:
        resolver = resolver.rebased(resolver.resolve(base) or resolver.base)
    found = PageReading(pieces=_pieces(page))
    follow = _read_meta(page, resolver, found)
    hrefs: dict[str, bool] = {}  # address as written -> whether at least one link with it may be followed
    feeds: list[str] = []
    for row in np.flatnonzero(_LEADS_ON[page.columns.tag]).tolist():
        tag, attributes = page.tag_name(row), page.attributes(row)
        href, relations = attributes.get(_ADDRESS_OF[tag]), set(attributes.get("rel", "").lower().split())
        if not href:
            continue
        if tag == "link" and "alternate" in relations and attributes.get("type", "").strip().lower() in FEED_TYPES:
            feeds.append(href)
        elif (tag != "link" or relations & _FOLLOWED_LINK_RELATIONS) and (len(hrefs) < LINKS_PER_PAGE or href in hrefs):
            hrefs[href] = hrefs.get(href, False) or "nofollow" not in relations
    followed = [href for href, may_be_followed in hrefs.items() if may_be_followed and follow]
    found.links, found.feeds = (list(dict.fromkeys(filter(None, map(resolver.resolve, each)))) for each in (followed, feeds))
    found.not_followed = len(hrefs) - len(followed)
    return found


def _read_meta(page: Page, resolver: Resolver, found: PageReading) -> bool:
    """Fill in what meta elements say; whether links may be followed."""
    follow = True
    for row in page.rows("meta").tolist():
        attributes = page.attributes(row)
        name, content = attributes.get("name", ""), attributes.get("content", "")
        found.reserved = found.reserved or reserved_by(name, content)
        if name.strip().lower() == "robots":
            follow = follow and {wish.strip() for wish in content.lower().split(",")}.isdisjoint({"nofollow", "none"})
        elif attributes.get("http-equiv", "").strip().lower() == "refresh" and (target := _REFRESH_TARGET.match(content)):
            found.moved_to = found.moved_to or resolver.resolve(target[1])
    return follow


def texts_outside(page: Page, unread: NDArray[np.bool_]) -> Iterator[str]:
    """The texts of a page that stand in no element of these tags."""
    starts = np.flatnonzero(unread[page.columns.tag])
    depth = np.zeros(len(page) + 1, np.int32)
    np.add.at(depth, starts, 1)
    np.add.at(depth, page.columns.end[starts], -1)
    return map(page.words, page.text_rows[np.cumsum(depth)[page.text_rows] == 0].tolist())


def _pieces(page: Page) -> dict[int, int]:
    found: dict[int, int] = {}
    for piece in texts_outside(page, _UNREAD):
        letters = sum(map(str.isalpha, piece))
        if letters >= SHORTEST_PIECE and len(found) < PIECES_PER_PAGE:
            same = _DIGITS.sub("0", piece)  # a calendar has new numbers on every page
            found[int.from_bytes(blake2b(same.encode(), digest_size=8).digest(), "big")] = letters
    return found


LARGEST_SITEMAP = 60_000_000  # bytes, packed or not; the sitemap protocol allows 50 MB
ADDRESSES_PER_FILE = 50_000  # the sitemap protocol's limit
_LOCATION = re.compile(r"<(?:\w+:)?loc\s*>\s*(?:<!\[CDATA\[)?\s*([^<\]]{1,8192})")
_CHANGED = re.compile(r"<(?:\w+:)?lastmod\s*>\s*([0-9T:.Z+-]{4,40})")
_SITEMAP_INDEX = re.compile(r"<(?:\w+:)?sitemapindex[\s>]")


@dataclass(frozen=True, slots=True)
class Sitemap:
    """The normalised addresses in a file."""

    pages: list[str]
    sitemaps: list[str]
    changed: dict[str, str] = field(default_factory=dict)  # when they changed last, as it is written there


def read_sitemap(url: str, body: bytes) -> Sitemap:
    """Read a sitemap, an index of sitemaps or a plain list of addresses, gzipped or not."""
    text = _text(body)
    is_index = _SITEMAP_INDEX.search(text, 0, 4096) is not None
    places = list(_LOCATION.finditer(text))
    found = [match[1] for match in places]
    if not found and not text.lstrip().startswith("<"):
        found = [line for line in text.splitlines() if line.startswith(("http://", "https://"))]
    resolver = Resolver(url)
    targets = (resolver.resolve(unescape(address.strip())) for address in found[:ADDRESSES_PER_FILE])
    resolved = list(targets)
    addresses = list(dict.fromkeys(target for target in resolved if target))
    if is_index:
        return Sitemap(pages=[], sitemaps=addresses)
    ends = [match.start() for match in places[1:]] + [len(text)]
    changed = (_CHANGED.search(text, match.end(), end) for match, end in zip(places, ends, strict=False))
    dates = {target: date[1] for target, date in zip(resolved, changed, strict=False) if target and date}
    return Sitemap(pages=addresses, sitemaps=[], changed=dates)


def _text(body: bytes) -> str:
    if kind_of_signature(body) == "gzip":
        body = beginning_of_gzip(body, LARGEST_SITEMAP)  # the part that is there: a truncated sitemap still names pages
    return body.decode("utf-16" if body[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "replace")
