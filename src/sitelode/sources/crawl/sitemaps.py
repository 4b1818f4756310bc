"""Read sitemaps: further addresses that a site offers.

They are read by regular expressions instead of an XML parser: broken files still give their addresses, and entities cannot expand.
"""

import re
from dataclasses import dataclass, field
from html import unescape

from sitelode.html.sniffing import kind_of_signature
from sitelode.sources.compression import beginning_of_gzip
from sitelode.urls import Resolver

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
