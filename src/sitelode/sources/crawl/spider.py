"""The Scrapy side of a crawl: a scheduler that asks the frontier, and a spider that passes on the responses.

Connections go to public IP addresses only, unless the user allows others. The check is made where a name is resolved, immediately before
the connection to exactly that address: a name that resolves differently the second time (DNS rebinding), a redirect, an unusual spelling
(0x7f.1) or an address in the link itself all pass through here.
"""

from collections import deque
from collections.abc import AsyncIterator, Iterator
from typing import Any
from urllib.parse import urlsplit

from scrapy import Spider, signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError, StopDownload
from scrapy.http import Headers, Request, Response
from twisted.internet.interfaces import IHostnameResolver, IResolutionReceiver
from twisted.python.failure import Failure
from zope.interface import implementer

from sitelode.html.sniffing import HTML_TYPES, UNDECIDED_TYPES, essence
from sitelode.sources.crawl.archive import Answer, now, why_not_a_page
from sitelode.sources.crawl.frontier import Entry, Kind
from sitelode.sources.crawl.page_reading import LARGEST_SITEMAP
from sitelode.sources.crawl.politeness import LONGEST_DELAY, PERMANENT, SLOT, RefusedError, answer_from, omission_from
from sitelode.sources.crawl.rendering import EmptyPages, letters_of, render_meta, render_settings
from sitelode.sources.crawl.session import CrawlSession
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.urls import is_private_address

ALLOW_PRIVATE_SETTING = "SITELODE_ALLOW_PRIVATE"


@implementer(IHostnameResolver)
class PublicAddressResolver:
    """The reactor's resolver, without private addresses. Twisted's interfaces have no matching types."""

    def __init__(self, reactor: Any, *, allow_private: bool) -> None:  # noqa: ANN401
        self.refused: dict[str, str] = {}  # host -> the last private address found for it
        self._reactor = reactor
        self._inner = reactor.nameResolver
        self._allow_private = allow_private

    @classmethod
    def from_crawler(cls, crawler: Any, reactor: Any) -> "PublicAddressResolver":  # noqa: ANN401
        return cls(reactor, allow_private=crawler.settings.getbool(ALLOW_PRIVATE_SETTING))

    def install_on_reactor(self) -> None:
        self._reactor.installNameResolver(self)

    def resolveHostName(self, resolutionReceiver: Any, hostName: str, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401, N802, N803 - Twisted's names
        receiver = resolutionReceiver if self._allow_private else _PublicOnly(resolutionReceiver, hostName, self.refused)
        return self._inner.resolveHostName(receiver, hostName, *args, **kwargs)


@implementer(IResolutionReceiver)
class _PublicOnly:
    def __init__(self, inner: Any, host: str, refused: dict[str, str]) -> None:  # noqa: ANN401
        self._host, self._refused = host, refused
        self._inner = inner
        self.resolutionBegan = inner.resolutionBegan
        self.resolutionComplete = inner.resolutionComplete

    def addressResolved(self, address: Any) -> None:  # noqa: ANN401, N802
        if is_private_address(address.host):
            self._refused[self._host] = address.host
        else:
            self._inner.addressResolved(address)


class AddressMiddleware:
    """Distinguishes a refused address from a name that does not exist, before it is retried in vain."""

    def process_exception(self, request: Request, exception: Exception) -> None:
        from twisted.internet import reactor  # noqa: PLC0415 - importing it installs one, and Scrapy chooses which

        if isinstance(exception, CannotResolveHostError):
            host = urlsplit(request.url).hostname or ""
            address = getattr(reactor.nameResolver, "refused", {}).get(host)
            if address is not None:
                said = f"{host} is a private address" if host == address else f"{host} is at the private address {address}"
                raise RefusedError("private address", said) from exception


# Bytes of unknown type are files to download, not pages to read; browsers treat them the same way.
PAGE_TYPES = HTML_TYPES | (UNDECIDED_TYPES - {"application/octet-stream", "binary/octet-stream"})
_HERE = "sitelode.sources.crawl"

# Parts of Scrapy that are on by default, or by a setting, and are not wanted here.
_DOWNLOADER = "scrapy.downloadermiddlewares"
_UNUSED_DOWNLOADER_MIDDLEWARES = (
    f"{_DOWNLOADER}.offsite.OffsiteMiddleware",  # the frontier decides
    f"{_DOWNLOADER}.robotstxt.RobotsTxtMiddleware",  # ours is as strict as the standard
    f"{_DOWNLOADER}.httpauth.HttpAuthMiddleware",  # ours is limited to the origin
    f"{_DOWNLOADER}.redirect.MetaRefreshMiddleware",
    f"{_DOWNLOADER}.cookies.CookiesMiddleware",
    f"{_DOWNLOADER}.httpcache.HttpCacheMiddleware",
    f"{_DOWNLOADER}.stats.DownloaderStats",
)
_PROXIES = f"{_DOWNLOADER}.httpproxy.HttpProxyMiddleware"  # on request: behind a proxy the address of a connection cannot be checked
_UNUSED_SPIDER_MIDDLEWARES = tuple(
    f"scrapy.spidermiddlewares.{name}"
    for name in ("urllength.UrlLengthMiddleware", "depth.DepthMiddleware", "metacopy.MetaCopyDetectionMiddleware")
)
# Named, and nothing else loaded: others give access into the process, and a new version may bring more of them.
_EXTENSIONS = ("scrapy.extensions.throttle.AutoThrottle",)


class SiteSpider(Spider):
    """Requests the addresses that the session names, and reports the results to it."""

    name = "sitelode"
    session: CrawlSession

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Scrapy's signature
        super().__init__(*args, **kwargs)
        self._empty_pages = EmptyPages()

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> "SiteSpider":  # noqa: ANN401 - Scrapy's signature
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.skip_other_than_html, signal=signals.headers_received)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """No start requests: the scheduler knows what to request."""
        return
        yield

    def request_for(self, entry: Entry) -> Request:
        # A redirect is an answer like any other: its target goes through the frontier, with all its checks.
        meta: dict[str, Any] = {"entry": entry, "download_slot": SLOT, "dont_redirect": True, "handle_httpstatus_all": True}
        if entry.kind is Kind.SITEMAP:
            meta["download_maxsize"] = LARGEST_SITEMAP
        return Request(
            entry.url,
            callback=self.take,
            errback=self.fail,
            headers=self.session.state.earlier.conditions(entry.url),
            meta=meta,
        )

    def take(self, response: Response) -> Iterator[Request]:
        assert response.request is not None
        entry: Entry = response.request.meta["entry"]
        answer = answer_from(entry.url, response)
        plain: Answer | None = response.request.meta.get("plain")  # of a page that a browser has opened by now
        may_be_empty = self.session.settings.render and plain is None and entry.kind is Kind.PAGE and why_not_a_page(answer) is None
        shown = self._empty_pages.shown_letters(answer.body, answer.header("content-type")) if may_be_empty else None
        if shown is None:
            self.session.take(_fuller(answer, plain))
        else:
            request = self.request_for(entry)
            yield request.replace(meta={**request.meta, **render_meta(shown), "plain": answer}, dont_filter=True)

    def fail(self, failure: Failure) -> None:
        meta = failure.request.meta  # type: ignore[attr-defined]  # Scrapy puts it there
        url = meta["entry"].url
        if "plain" in meta:  # the browser could do nothing with it
            self.session.take(meta["plain"])
            return
        assert failure.value is not None
        omission = omission_from(url, failure.value)
        if omission.reason in PERMANENT:
            # Kept in the archive, so that a resumed crawl does not load it again.
            self.session.take(Answer(url, 0, fetched_at=now(), failure=omission.reason))
        else:
            self.session.fail(url, omission.reason, omission.detail)

    def skip_other_than_html(self, headers: Headers, request: Request) -> None:
        entry: Entry | None = request.meta.get("entry")
        media_type = essence((headers.get("Content-Type") or b"").decode("latin-1"))
        if entry is not None and entry.kind is Kind.PAGE and media_type not in PAGE_TYPES:
            raise StopDownload(fail=False)


def _fuller(answer: Answer, plain: Answer | None) -> Answer:
    """A page as the browser shows it, or as it came where scripts added nothing."""
    if plain is None:
        return answer
    rendered, before = (letters_of(each.body, each.header("content-type")) for each in (answer, plain))
    return answer if rendered > before else plain


class FrontierScheduler(BaseScheduler):
    """New addresses first; failed ones are retried when there is nothing new, because the server may have recovered by then."""

    def __init__(self, spider: SiteSpider) -> None:
        self._spider = spider
        self._again: deque[Request] = deque()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "FrontierScheduler":
        assert isinstance(crawler.spider, SiteSpider)
        return cls(crawler.spider)

    def enqueue_request(self, request: Request) -> bool:
        self._again.append(request)
        return True

    def next_request(self) -> Request | None:
        entry = self._spider.session.next_entry()
        if entry is not None:
            return self._spider.request_for(entry)
        return self._again.popleft() if self._again else None

    def has_pending_requests(self) -> bool:
        return bool(self._again) or self._spider.session.has_more


def scrapy_settings(settings: CrawlSettings, user_agent: str) -> dict[str, Any]:
    """Scrapy's settings for a crawl: everything that is not needed is off."""
    chosen = {
        ALLOW_PRIVATE_SETTING: settings.allow_private or settings.proxy,  # the proxy itself is often at one
        "SCHEDULER": f"{_HERE}.spider.FrontierScheduler",
        "TWISTED_DNS_RESOLVER": f"{_HERE}.spider.PublicAddressResolver",
        "DOWNLOADER_MIDDLEWARES": {
            f"{_HERE}.politeness.RobotsMiddleware": 100,
            f"{_HERE}.politeness.CredentialsMiddleware": 300,
            f"{_HERE}.politeness.BusyServerMiddleware": 560,
            f"{_HERE}.spider.AddressMiddleware": 570,
            **dict.fromkeys(_UNUSED_DOWNLOADER_MIDDLEWARES),
            **({} if settings.proxy else {_PROXIES: None}),
        },
        "SPIDER_MIDDLEWARES": dict.fromkeys(_UNUSED_SPIDER_MIDDLEWARES),
        "EXTENSIONS_BASE": dict.fromkeys(_EXTENSIONS, 0),
        "DOWNLOAD_HANDLERS": dict.fromkeys(("data", "file", "ftp", "s3")),
        "REFERER_ENABLED": False,
        "DOWNLOAD_VERIFY_CERTIFICATES": True,
        "USER_AGENT": user_agent,
        "CONCURRENT_REQUESTS": settings.concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": settings.concurrency,
        "DOWNLOAD_DELAY": settings.delay,
        "DOWNLOAD_DELAY_JITTER": 0.0,  # the delay is a promise, not an average
        "AUTOTHROTTLE_ENABLED": settings.autothrottle,
        "AUTOTHROTTLE_START_DELAY": settings.delay,
        "AUTOTHROTTLE_MAX_DELAY": LONGEST_DELAY,
        "AUTOTHROTTLE_TARGET_CONCURRENCY": max(settings.concurrency / 2, 1.0),
        "DOWNLOAD_TIMEOUT": settings.timeout,
        "DOWNLOAD_MAXSIZE": settings.max_page_bytes,
        "DOWNLOAD_WARNSIZE": 0,
        "DOWNLOAD_FAIL_ON_DATALOSS": False,
        "RETRY_TIMES": settings.retries,
        "LOG_ENABLED": False,
        "LOG_INSTALL_ROOT_HANDLER": False,
        "STATS_DUMP": False,
    }
    return {**chosen, **render_settings(settings)} if settings.render else chosen
