"""Read what a crawl needs of a page (its links, its pieces of text) and of a sitemap (further addresses). Limits set by hand.

A stream of tags is enough for this, and takes the same time per byte however deep or broken the page is. Sitemaps are read by regular
expressions: broken files still give their addresses, and entities cannot expand.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from html import unescape

from lxml import etree
from w3lib.encoding import html_to_unicode

from sitelode.html.sniffing import FEED_TYPES, kind_of_signature
from sitelode.sources.compression import beginning_of_gzip
from sitelode.sources.crawl.reservations import reserved_by
from sitelode.urls import Resolver

LINKS_PER_PAGE = 10_000  # more is a trap or a dump; the first ones are kept
PIECES_PER_PAGE = 5_000
SHORTEST_PIECE = 10  # letters; shorter texts are labels and names of days, the same on many pages
_FOLLOWED_LINK_RELATIONS = frozenset({"next", "prev", "canonical"})
_UNREAD = frozenset({"script", "style", "template", "title"})
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
    licence: str = ""  # the first one that it links to
    pieces: dict[int, int] = field(default_factory=dict)  # hash of a piece of text without numbers -> its letters


def read_page(resolver: Resolver, body: bytes, content_type: str | None) -> PageReading:
    """Read the page at the resolver's address."""
    stream = _TagStream()
    stream_tags(stream, body, content_type)
    return stream.reading(resolver)


def stream_tags(target: object, body: bytes, content_type: str | None) -> None:
    """Tell lxml's parser target of every tag and text; what was read before a page becomes unreadable counts."""
    _, text = html_to_unicode(content_type, body, default_encoding="utf-8")
    parser = etree.HTMLParser(target=target, recover=True, huge_tree=True)
    with suppress(etree.LxmlError):
        parser.feed(text)
        parser.close()


class _TagStream:
    """The parser's target: keeps the few tags and texts that are needed here."""

    def __init__(self) -> None:
        self.base: str | None = None
        self.follow = True
        self.links: dict[str, bool] = {}  # href -> whether at least one link with it may be followed
        self.feeds: list[str] = []
        self.moved_to: str | None = None
        self.reserved, self.licence = "", ""
        self.pieces: dict[int, int] = {}
        self._unread = 0
        self._text: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._end_piece()
        if tag in _UNREAD:
            self._unread += 1
        read = getattr(self, f"_read_{tag}", None) if tag in _TAGS_READ else None
        if read is not None:
            read(attributes)

    def end(self, tag: str) -> None:
        self._end_piece()
        if tag in _UNREAD and self._unread:
            self._unread -= 1

    def data(self, text: str) -> None:
        if not self._unread:
            self._text.append(text)

    def close(self) -> None:
        self._end_piece()

    def reading(self, resolver: Resolver) -> PageReading:
        if self.base is not None:
            resolver = resolver.rebased(resolver.resolve(self.base) or resolver.base)
        found = {href: resolver.resolve(href) for href in self.links}
        followed = [found[href] for href, follow in self.links.items() if follow and self.follow]
        return PageReading(
            links=list(dict.fromkeys(target for target in followed if target)),
            feeds=list(dict.fromkeys(target for href in self.feeds if (target := resolver.resolve(href)))),
            moved_to=resolver.resolve(self.moved_to) if self.moved_to else None,
            not_followed=len(self.links) - len(followed),
            reserved=self.reserved,
            licence=resolver.resolve(self.licence) or "" if self.licence else "",
            pieces=self.pieces,
        )

    def _read_a(self, attributes: dict[str, str]) -> None:
        self._add(attributes.get("href"), attributes.get("rel"))
        self._take_licence(attributes)

    _read_area = _read_a

    def _read_iframe(self, attributes: dict[str, str]) -> None:
        self._add(attributes.get("src"), None)

    _read_frame = _read_iframe

    def _read_link(self, attributes: dict[str, str]) -> None:
        relations = set((attributes.get("rel") or "").lower().split())
        href = attributes.get("href")
        self._take_licence(attributes)
        if href and "alternate" in relations and (attributes.get("type") or "").strip().lower() in FEED_TYPES:
            self.feeds.append(href)
        elif relations & _FOLLOWED_LINK_RELATIONS:
            self._add(href, None)

    def _take_licence(self, attributes: dict[str, str]) -> None:
        if not self.licence and "license" in (attributes.get("rel") or "").lower().split():
            self.licence = attributes.get("href") or ""

    def _read_base(self, attributes: dict[str, str]) -> None:
        if self.base is None:
            self.base = attributes.get("href")

    def _read_meta(self, attributes: dict[str, str]) -> None:
        content = attributes.get("content") or ""
        self.reserved = self.reserved or reserved_by(attributes.get("name") or "", content)
        if (attributes.get("name") or "").strip().lower() == "robots":
            wishes = {wish.strip() for wish in content.lower().split(",")}
            self.follow = self.follow and wishes.isdisjoint({"nofollow", "none"})
        elif (attributes.get("http-equiv") or "").strip().lower() == "refresh" and (target := _REFRESH_TARGET.match(content)):
            self.moved_to = self.moved_to or target[1]

    def _add(self, href: str | None, rel: str | None) -> None:
        if href and (len(self.links) < LINKS_PER_PAGE or href in self.links):
            allowed = "nofollow" not in (rel or "").lower().split()
            self.links[href] = self.links.get(href, False) or allowed

    def _end_piece(self) -> None:
        if not self._text:
            return
        piece = " ".join("".join(self._text).split())
        self._text.clear()
        letters = sum(map(str.isalpha, piece))
        if letters >= SHORTEST_PIECE and len(self.pieces) < PIECES_PER_PAGE:
            self.pieces[_hash_without_numbers(piece)] = letters


_TAGS_READ = frozenset(name.removeprefix("_read_") for name in dir(_TagStream) if name.startswith("_read_"))


def _hash_without_numbers(piece: str) -> int:
    """Numbers are ignored: a calendar has new ones on every page."""
    return int.from_bytes(blake2b(_DIGITS.sub("0", piece).encode(), digest_size=8).digest(), "big")


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
