"""Sitemaps and feeds: further addresses that a site offers itself.

They are read with patterns instead of an XML parser: half of the broken ones still give their addresses,
and entities cannot expand.
"""

import re
import zlib
from dataclasses import dataclass
from html import unescape

from sitelode.urls import Resolver

GZIP_MAGIC = b"\x1f\x8b"
LARGEST_UNPACKED = 60_000_000  # bytes; the sitemap protocol allows 50 MB
ADDRESSES_PER_FILE = 50_000  # the sitemap protocol's limit
_LOCATION = re.compile(r"<(?:\w+:)?loc\s*>\s*(?:<!\[CDATA\[)?\s*([^<\]]{1,8192})")
_SITEMAP_INDEX = re.compile(r"<(?:\w+:)?sitemapindex[\s>]")
_FEED_LINK = re.compile(
    r"<(?:\w+:)?(?:link|guid)\s*>\s*(?:<!\[CDATA\[)?\s*([^<\]]{1,8192})"  # RSS
    r"|<(?:\w+:)?link\s(?:[^<>]{0,2048}\s)?href\s*=\s*[\"']([^\"'<>]{1,8192})[\"']",  # Atom
)


@dataclass(frozen=True, slots=True)
class Seeds:
    """Normalised addresses that a file names."""

    pages: list[str]
    sitemaps: list[str]


def read_sitemap(url: str, body: bytes) -> Seeds:
    """Read a sitemap, an index of sitemaps or a plain list of addresses, gzipped or not."""
    text = _text(body)
    is_index = _SITEMAP_INDEX.search(text, 0, 4096) is not None
    found = [match[1] for match in _LOCATION.finditer(text)]
    if not found and not text.lstrip().startswith("<"):
        found = [line for line in text.splitlines() if line.startswith(("http://", "https://"))]
    addresses = _resolved(url, found)
    return Seeds(pages=[], sitemaps=addresses) if is_index else Seeds(pages=addresses, sitemaps=[])


def read_feed(url: str, body: bytes) -> Seeds:
    """Read the links of an RSS or Atom feed."""
    return Seeds(pages=_resolved(url, [match[1] or match[2] for match in _FEED_LINK.finditer(_text(body))]), sitemaps=[])


def _text(body: bytes) -> str:
    if body.startswith(GZIP_MAGIC):
        body = _unpacked(body)
    return body.decode("utf-16" if body[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "replace")


def _unpacked(body: bytes) -> bytes:
    """Unpack as far as it goes: a sitemap cut off in the middle still names pages."""
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        return unpacker.decompress(body, LARGEST_UNPACKED)
    except zlib.error:
        return b""


def _resolved(base: str, found: list[str]) -> list[str]:
    resolver = Resolver(base)
    targets = (resolver.resolve(unescape(address.strip())) for address in found[:ADDRESSES_PER_FILE])
    return list(dict.fromkeys(target for target in targets if target))
