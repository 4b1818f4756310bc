"""The addresses still to be requested, nearest to the start page first, each once however it is spelt; and those left out, by reason."""

import heapq
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fnmatch import fnmatchcase
from mimetypes import MimeTypes
from urllib.parse import urlsplit

from sitelode.sources.crawl.archive import status_phrase
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.crawl.traps import TrapGuard, malformed
from sitelode.urls import host_key, site_key

EXAMPLES_PER_REASON = 3
_HTTP = "HTTP "

# Error messages if there is no page at all, for the reasons that can affect the start page. {url} and {detail} are filled in.
_SENTENCES = {
    "host not found": "the host name in {url} cannot be resolved; check the spelling and your network",
    "private address": "{detail}, and allow_private is off",
    "forbidden by robots.txt": "{detail} forbids {url}",
    "rights reserved (robots.txt)": "{detail} keeps robots that collect for training out of {url}, and respect_tdm is set",
    "rights reserved (tdmrep.json)": "{detail} reserves the rights in {url}, and respect_tdm is set",
    "robots.txt unreadable": "{detail}, and without it nothing may be fetched; try again later",
    "timeout": "{url} did not answer in time; try again later",
    "connection refused": "the server of {url} refused the connection",
    "connection failed": "the connection to {url} broke ({detail})",
    "certificate not valid": "the certificate for {url} is not valid ({detail})",
    "off site": "it leads to {url}, which is another site; crawl that address instead",
    "not HTML": "{url} is not an HTML page",
    "too large": "{url} is larger than max_page_bytes",
}


@dataclass(frozen=True, slots=True)
class Omission:
    """One address without a page."""

    reason: str
    url: str
    detail: str = ""

    def __str__(self) -> str:
        usual = "{url}: {reason}"
        if self.reason.startswith(_HTTP):
            phrase = status_phrase(int(self.reason.removeprefix(_HTTP))).lower()
            usual = "{url} answers with {reason}" + (f" ({phrase})" if phrase else "")
        return _SENTENCES.get(self.reason, usual).format(url=self.url, detail=self.detail, reason=self.reason)


@dataclass(slots=True)
class LeftOut:
    """There are few, short reasons, so that they can be counted."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)
    first: Omission | None = None
    most_examples: int = EXAMPLES_PER_REASON

    def add(self, reason: str, url: str, detail: str = "") -> None:
        self.counts[reason] += 1
        examples = self.examples.setdefault(reason, [])
        if len(examples) < self.most_examples:
            examples.append(url)
        if self.first is None:
            self.first = Omission(reason, url, detail)


KNOWN_PER_PAGE = 20  # addresses remembered per page that may be read; more could never all be requested
FEWEST_KNOWN = 50_000
MOST_REDIRECTS = 10
_NEVER_PAGES = frozenset({"image", "audio", "video", "font"})
# fmt: off
_NEVER_PAGE_ENDINGS = (
    ".pdf", ".zip", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".exe", ".msi", ".dmg", ".iso", ".apk", ".epub",
    ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".css", ".woff", ".woff2", ".ttf", ".swf",
)
# fmt: on


class Kind(StrEnum):
    PAGE = "page"
    SITEMAP = "sitemap"
    FEED = "feed"


@dataclass(frozen=True, slots=True)
class Entry:
    """An address to request, and how it was found."""

    url: str  # normalised
    depth: int  # links from the start page
    kind: Kind = Kind.PAGE
    redirects: int = 0  # number of redirects in a row that led here
    is_news: bool = False  # new or changed, as the site says itself: requested before all others


@dataclass(slots=True)
class Frontier:
    """Accepts every address that is found, and returns those that fit the site, the limits and the trap rules."""

    start: str
    settings: CrawlSettings
    traps: TrapGuard
    left_out: LeftOut
    waiting: dict[str, Entry] = field(default_factory=dict)
    under_way: dict[str, Entry] = field(default_factory=dict)
    _site: str | None = None
    _order: list[tuple[bool, int, int, str]] = field(default_factory=list)  # doubtful, depth (-1: first), order, address
    _turns: int = 0
    _known: set[str] = field(default_factory=set)  # without scheme and www.
    _accepted: set[str] = field(default_factory=set)  # exact addresses

    def offer(self, entry: Entry) -> bool:
        """Add an address, unless it is known or does not fit; a refusal is counted once per address."""
        if self._is_known(entry):
            known = self.waiting.get(entry.url)
            if entry.is_news and known is not None and not known.is_news:
                self.waiting[entry.url] = replace(known, is_news=True)
                self._queue(self.waiting[entry.url], doubtful=False)
            return False
        reason = self._misfit(entry)
        if reason is None and len(self._known) > max(FEWEST_KNOWN, KNOWN_PER_PAGE * self.settings.max_pages):
            reason = "too many addresses"
        else:
            self._known.add(_without_scheme_and_www(entry.url))
        if reason is not None:
            self.left_out.add(reason, entry.url)
            return False
        self._accepted.add(entry.url)
        self.waiting[entry.url] = entry
        self._queue(entry, doubtful=False)
        return True

    def next_entry(self) -> Entry | None:
        """The next address to request; it is in progress until `finish` is called for it."""
        while self._order:
            doubtful, _, _, url = heapq.heappop(self._order)
            entry = self.waiting.get(url)
            if entry is None:
                continue
            if entry.kind is Kind.PAGE and not doubtful and self.traps.is_doubtful(url):
                self._queue(entry, doubtful=True)
                continue
            del self.waiting[url]
            reason = self.traps.refusal(url) if entry.kind is Kind.PAGE else None
            if reason is None:
                self.under_way[url] = entry
                return entry
            self.left_out.add(reason, url)
        return None

    def finish(self, url: str) -> Entry | None:
        """Record that an address was answered, whether it was requested in this run or an earlier one."""
        self._known.add(_without_scheme_and_www(url))
        self._accepted.add(url)
        return self.under_way.pop(url, None) or self.waiting.pop(url, None)

    def belongs_to_site(self, url: str) -> bool:
        key_of = site_key if self.settings.subdomains else host_key
        if self._site is None:
            self._site = key_of(self.start)
        return key_of(url) == self._site

    def _is_known(self, entry: Entry) -> bool:
        # http://example.org/a often leads to https://www.example.org/a: both are one known page, but the second must still be requested.
        return entry.url in self._accepted if entry.redirects else _without_scheme_and_www(entry.url) in self._known

    def _misfit(self, entry: Entry) -> str | None:
        if not entry.url.startswith(("http://", "https://")):
            return "not http"
        if self.settings.follow != "nothing" and not self.belongs_to_site(entry.url):
            return "off site"
        if entry.redirects > MOST_REDIRECTS:
            return "too many redirects"
        if entry.kind is Kind.PAGE and _is_never_a_page(entry.url):
            return "not a page by its name"
        if entry.kind is Kind.PAGE and entry.depth > 0 and (reason := self._unwanted(entry.url)):
            return reason
        return "too deep" if entry.depth > self.settings.max_depth else malformed(entry.url)

    def _unwanted(self, url: str) -> str | None:
        """Whether the patterns that the user gave keep an address out."""
        parts = urlsplit(url)
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        if self.settings.exclude and any(fnmatchcase(path, pattern) for pattern in self.settings.exclude):
            return "excluded"
        if self.settings.include and not any(fnmatchcase(path, pattern) for pattern in self.settings.include):
            return "not included"
        return None

    def _queue(self, entry: Entry, *, doubtful: bool) -> None:
        self._turns += 1
        heapq.heappush(self._order, (doubtful, -1 if entry.is_news else entry.depth, self._turns, entry.url))


def _is_never_a_page(url: str) -> bool:
    path = urlsplit(url).path.lower()
    if path.endswith(_NEVER_PAGE_ENDINGS) or path == "/robots.txt":
        return True
    ending = path.rpartition("/")[2].rpartition(".")[2]
    media_type = _MEDIA_TYPES.types_map[True].get(f".{ending}", "")
    return media_type.partition("/")[0] in _NEVER_PAGES


def _without_scheme_and_www(url: str) -> str:
    return url.partition("://")[2].removeprefix("www.")


_MEDIA_TYPES = MimeTypes()  # the built-in table, whatever is installed on this machine
