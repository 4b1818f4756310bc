"""The state of a crawl, computed from the answers so far and from nothing else.

The archive of answers is also the log of the crawl: reading it again in order gives the same state.
A killed crawl is continued by absorbing the answers in its archive and requesting the rest.

Scrapy's own scheduler with a job directory keeps its state when it ends, not when it is killed: killed once halfway through 300 pages, it
asked for 153 of them again, killed three times for 227. Here that is only what was under way.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from urllib.parse import urlsplit

from protego import Protego

from sitelode.html.feeds import read_feed
from sitelode.sources.crawl.archive import Answer, why_not_a_page
from sitelode.sources.crawl.folder import ArchivedPages
from sitelode.sources.crawl.frontier import Entry, Frontier, Kind, LeftOut
from sitelode.sources.crawl.page_reading import Sitemap, read_page, read_sitemap
from sitelode.sources.crawl.reservations import TDM_FILE, SiteReservations, reserved_in_headers
from sitelode.sources.crawl.settings import CrawlSettings, LinkChooser, origin_of
from sitelode.sources.crawl.traps import TrapGuard
from sitelode.sources.source import REDIRECT_STATUSES
from sitelode.urls import Resolver

ROBOTS_BYTES_READ = 512_000  # RFC 9309 requires at least 500 KiB. The other limits are set by hand
MOST_FEEDS = 10  # many sites have a feed for every article, which holds only its comments
MOST_SITEMAPS = 1_000
# How many of each are requested, and above which depth: an index of sitemaps may name indexes, but not without end.
_SEED_LIMITS = {Kind.FEED: (MOST_FEEDS, 2), Kind.SITEMAP: (MOST_SITEMAPS, 3)}


def is_later(changed: str, fetched: str) -> bool:
    """Whether a moment is not before another, both as ISO 8601; of two days where only a day is given. False where one is none."""
    try:
        moments = [datetime.fromisoformat(each) for each in (changed, fetched)]
    except ValueError:
        return False
    if len(changed) <= len("2031-05-01"):
        return moments[0].date() >= moments[1].date()
    first, second = (each if each.tzinfo else each.replace(tzinfo=UTC) for each in moments)
    return first >= second


@dataclass(slots=True)
class CrawlState:
    """Absorbs answers, and returns what to request next."""

    start: str
    settings: CrawlSettings
    earlier: ArchivedPages = field(default_factory=ArchivedPages)  # the pages of the crawl that this one refreshes
    counts: Counter[str] = field(default_factory=Counter)
    left_out: LeftOut = field(default_factory=LeftOut)
    reservations: Counter[str] = field(default_factory=Counter)  # pages by the reservation of rights that they state
    traps: TrapGuard = field(default_factory=TrapGuard)
    frontier: Frontier = field(init=False)
    _resolver: Resolver = field(init=False)
    _chooser: LinkChooser | None = field(init=False)
    _of_sites: dict[str, SiteReservations] = field(default_factory=lambda: defaultdict(SiteReservations))  # by origin
    _earlier_offered: bool = False

    def __post_init__(self) -> None:
        self.frontier = Frontier(self.start, self.settings, self.traps, self.left_out)
        self.frontier.offer(Entry(self.start, depth=0))
        self.left_out.most_examples = max(self.left_out.most_examples, 1 + len(self.settings.addresses))  # each wants to know
        for url in self.settings.addresses:
            self.frontier.offer(Entry(url, depth=0))
        self._resolver = Resolver(self.start)
        self._chooser = self.settings.chooser()

    def absorb(self, answer: Answer) -> None:
        """Learn from an answer, which may come from the site or from an archive."""
        entry = self.frontier.finish(answer.url)
        self.counts["answers"] += 1
        self.counts["bytes"] += len(answer.body)
        if entry is None and urlsplit(answer.url).path == "/robots.txt":
            self._absorb_robots(answer)
            return
        if entry is None and urlsplit(answer.url).path == TDM_FILE:
            self._of_sites[origin_of(answer.url)].read_tdm(answer.body if answer.status == HTTPStatus.OK else b"")
            return
        # An answered address that today's settings would refuse still counts, but its links are not followed.
        entry = entry or Entry(answer.url, depth=self.settings.max_depth)
        if answer.failure:
            self.left_out.add(answer.failure, answer.url)
        elif answer.status in REDIRECT_STATUSES:
            self._absorb_redirect(entry, answer)
        elif entry.kind is Kind.PAGE:
            self._absorb_page(entry, answer)
        else:
            self._absorb_seeds(entry, answer)

    def is_asked_as_page(self, url: str) -> bool:
        entry = self.frontier.under_way.get(url)
        return entry is not None and entry.kind is Kind.PAGE

    def fail(self, url: str, reason: str, detail: str = "") -> None:
        """Record an address that could not be fetched this time; a resumed crawl tries again."""
        entry = self.frontier.finish(url)
        if entry is None or entry.kind is not Kind.SITEMAP:  # most sitemap addresses were only guessed
            self.left_out.add(reason, url, detail)

    def next_entry(self) -> Entry | None:
        pages_under_way = sum(entry.kind is Kind.PAGE for entry in self.frontier.under_way.values())
        if self.limit_reached or self.counts["pages"] + pages_under_way >= self.settings.max_pages:
            return None
        entry = self.frontier.next_entry()
        if entry is None and not self.frontier.under_way:
            self._offer_earlier_pages()
            entry = self.frontier.next_entry()
        return entry

    @property
    def has_more(self) -> bool:
        if self.limit_reached:
            return False
        if not self.frontier.waiting and not self.frontier.under_way:
            self._offer_earlier_pages()
        return bool(self.frontier.waiting)

    @property
    def limit_reached(self) -> str | None:
        if self.counts["pages"] >= self.settings.max_pages:
            return "page limit"
        return "byte limit" if self.counts["bytes"] >= self.settings.max_total_bytes else None

    def _offer_earlier_pages(self) -> None:
        """Request also pages that are no longer linked: they may be gone."""
        for url in () if self._earlier_offered else self.earlier.page_urls():
            self.frontier.offer(Entry(url, depth=self.settings.max_depth))
        self._earlier_offered = True

    def without_reserved(self, answer: Answer) -> Answer:
        """An answer without its page, if its rights are reserved and the user respects that."""
        if not self.settings.respect_tdm or not self.is_asked_as_page(answer.url) or why_not_a_page(answer) is not None:
            return answer
        reserved = reserved_in_headers(answer.headers) or read_page(self._resolver, answer.body, answer.header("content-type")).reserved
        return Answer(answer.url, 0, fetched_at=answer.fetched_at, failure=f"rights reserved ({reserved})") if reserved else answer

    def reserved_by_site(self, url: str) -> list[str]:
        """What the site says in one place about the rights in a page."""
        return self._of_sites[origin_of(url)].of(url)

    def _absorb_robots(self, answer: Answer) -> None:
        text = answer.body[:ROBOTS_BYTES_READ].decode("utf-8", "replace") if answer.status == HTTPStatus.OK else ""
        self._of_sites[origin_of(answer.url)].read_robots(text)
        if self._chooser is not None or self.settings.follow not in ("links", "sitemaps"):
            return
        named = list(Protego.parse(text).sitemaps)
        resolver = Resolver(answer.url)
        for href in named or ["/sitemap.xml"]:
            self._offer_seed(Kind.SITEMAP, resolver.resolve(href), depth=0)

    def _absorb_redirect(self, entry: Entry, answer: Answer) -> None:
        self.counts["redirects"] += 1
        location = answer.header("location")
        target = self._resolver.rebased(answer.url).resolve(location) if location else None
        if target is None:
            self.left_out.add("redirect to nowhere", answer.url)
        else:
            self.frontier.offer(Entry(target, entry.depth, entry.kind, entry.redirects + 1))

    def _absorb_seeds(self, entry: Entry, answer: Answer) -> None:
        if answer.status != HTTPStatus.OK:
            if entry.kind is Kind.FEED:
                self.left_out.add(f"HTTP {answer.status}", answer.url)
            return
        self.counts[f"{entry.kind}s"] += 1
        if entry.kind is Kind.SITEMAP:
            sitemap = read_sitemap(answer.url, answer.body)
        else:
            sitemap = Sitemap(pages=list(read_feed(answer.body, answer.url, answer.header("content-type"))), sitemaps=[])
        for url in sitemap.sitemaps:
            self._offer_seed(Kind.SITEMAP, url, entry.depth + 1)
        for url in sitemap.pages:
            self.frontier.offer(Entry(url, depth=1, is_news=self._is_news(url, sitemap.changed.get(url, ""), entry.kind)))

    def _is_news(self, url: str, changed: str, kind: Kind) -> bool:
        """Whether the site says that a page is new or changed since the earlier crawl: by its date, or in a feed."""
        is_new = kind is Kind.FEED or url not in self.earlier or is_later(changed, self.earlier.fetched_at(url))
        return is_new and len(self.earlier) > 0

    def _offer_seed(self, kind: Kind, url: str | None, depth: int) -> None:
        most, levels = _SEED_LIMITS[kind]
        if url is not None and depth < levels and self.counts[f"{kind}s offered"] < most:
            self.counts[f"{kind}s offered"] += self.frontier.offer(Entry(url, depth, kind))

    def _absorb_page(self, entry: Entry, answer: Answer) -> None:
        if answer.status == HTTPStatus.NOT_MODIFIED:
            self.counts["not modified"] += 1
            answer = self.earlier.page(answer.url) or answer
        problem = why_not_a_page(answer)
        if problem is not None:
            self.left_out.add(problem, answer.url)
            return
        self.counts["pages"] += 1
        self._follow(entry, answer)

    def _follow(self, entry: Entry, answer: Answer) -> None:
        self._resolver = self._resolver.rebased(answer.url)
        reading = read_page(self._resolver, answer.body, answer.header("content-type"))
        self.counts["links not to follow"] += reading.not_followed
        reserved = reserved_in_headers(answer.headers) or reading.reserved
        self.reservations.update([*([reserved] if reserved else []), *self.reserved_by_site(answer.url)])
        if reading.moved_to is not None:
            self.frontier.offer(Entry(reading.moved_to, entry.depth, Kind.PAGE, entry.redirects + 1))
        if self._chooser is not None:
            chosen = frozenset(self._chooser(answer.url, answer.body, answer.header("content-type")))
            for url in reading.links:  # without those that the page asks not to follow
                if url in chosen:
                    self.frontier.offer(Entry(url, entry.depth + 1))
            return
        if self.settings.follow in ("links", "feeds"):
            for url in reading.feeds:  # before the links: if one of them leads to the feed, it is still recorded as a feed
                self._offer_seed(Kind.FEED, url, entry.depth)
        if self.settings.follow == "links":
            links, copies = self.traps.without_copies_below(answer.url, answer.body, reading.links)
            for url in copies:
                self.left_out.add("same page at a deeper path", url)
            new_links = [url for url in links if self.frontier.offer(Entry(url, entry.depth + 1))]
            self.traps.learn(answer.url, reading.pieces, new_links)
