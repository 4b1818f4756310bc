"""Politeness: robots.txt, its crawl delay, going slower for a busy server (delays by hand); Scrapy's answers as the crawl's own types."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from gzip import BadGzipFile
from http import HTTPStatus
from http.cookiejar import MozillaCookieJar
from time import monotonic
from typing import Any, Self
from urllib.request import Request as UrlRequest

from protego import Protego
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
    StopDownload,
)
from scrapy.extensions.throttle import AutoThrottle
from scrapy.http import Request, Response
from scrapy.http.request import NO_CALLBACK

from sitelode.errors import SettingError
from sitelode.sources.crawl.archive import BODY_CUT_SHORT, BODY_NOT_WANTED, Answer, now
from sitelode.sources.crawl.frontier import Omission
from sitelode.sources.crawl.reservations import TDM_FILE, TDM_NAME
from sitelode.sources.crawl.session import CrawlSession
from sitelode.sources.crawl.settings import origin_of
from sitelode.sources.crawl.state import ROBOTS_BYTES_READ

TOO_LARGE, BROKEN_BODY = "too large", "broken body"
PERMANENT = frozenset({TOO_LARGE, BROKEN_BODY})  # a second request would give the same result
_CERTIFICATE_SIGNS = ("certificate verify failed", "VerificationError", "CertificateError")
_UNPACKING_PACKAGES = frozenset({"zlib", "brotli", "brotlicffi", "backports", "compression"})
_CUT_SHORT_FLAGS = frozenset({"partial", "dataloss"})


class RefusedError(IgnoreRequest):
    """A request that is not made, with the reason that is counted."""

    def __init__(self, reason: str, detail: str) -> None:
        self.reason = reason
        super().__init__(detail)


ROBOTS_UNREADABLE = "robots.txt unreadable"  # RFC 9309 then forbids everything


def answer_from(url: str, response: Response) -> Answer:
    headers = [(name, value) for name in response.headers for value in response.headers.getlist(name)]
    named = tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers)
    cut_short = BODY_CUT_SHORT if _CUT_SHORT_FLAGS.intersection(response.flags) else ""
    return Answer(url, response.status, named, response.body, now(), BODY_NOT_WANTED if "download_stopped" in response.flags else cut_short)


def omission_from(url: str, error: BaseException) -> Omission:
    """Why a request failed."""
    if isinstance(error, RefusedError):
        cause = None if error.__cause__ is None or error.reason != ROBOTS_UNREADABLE else omission_from(url, error.__cause__)
        # If the whole server is unreachable, report that and not the unreachable robots.txt.
        return cause if cause is not None and cause.reason in _SERVER_OUT_OF_REACH else Omission(error.reason, url, str(error))
    # The packages that unpack differ between Python versions; each has its own errors.
    is_packing = isinstance(error, (BadGzipFile, EOFError)) or type(error).__module__.partition(".")[0] in _UNPACKING_PACKAGES
    otherwise = BROKEN_BODY if is_packing else "connection failed"
    reason = next((reason for kind, reason in _REASONS if isinstance(error, kind)), otherwise)
    if any(sign in str(error) for sign in _CERTIFICATE_SIGNS):
        return Omission("certificate not valid", url, "it cannot be verified")
    return Omission(reason, url, str(error) if isinstance(error, IgnoreRequest) else type(error).__name__)


_REASONS: tuple[tuple[type[BaseException], str], ...] = (
    (IgnoreRequest, TOO_LARGE),  # of Scrapy's own ones, only a body that unpacks to too much is left
    (DownloadCancelledError, TOO_LARGE),
    (DownloadTimeoutError, "timeout"),
    (CannotResolveHostError, "host not found"),
    (DownloadConnectionRefusedError, "connection refused"),
)
_SERVER_OUT_OF_REACH = frozenset({"private address", "host not found", "connection refused", "certificate not valid", "timeout"})


SLOT = "site"  # all hosts of a site share one queue, and so one pace
LONGEST_DELAY = 60.0  # seconds; with a longer delay between requests a crawl would take months
BUSY_DELAY = 0.1  # minimum seconds between two requests when the server says that it is busy
RECOVERY = 0.8  # factor for the delay after each answer that is not "busy"
LONGEST_PAUSE = 120.0  # seconds, for a "retry after" of the server
ROBOTS_BYTES_UNPACKED = 20_000_000
_BUSY = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})


class _Middleware:
    """Scrapy's way to make a part of a crawl."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    @property
    def _session(self) -> CrawlSession:
        spider: Any = self._crawler.spider
        session: CrawlSession = spider.session
        return session


class RobotsMiddleware(_Middleware):
    """Checks robots.txt before each request, as RFC 9309 requires; reads it once per origin and run."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._rules: dict[str, asyncio.Task[Protego]] = {}
        crawler.signals.connect(self.stop_after_enough, signal=signals.bytes_received)

    def stop_after_enough(self, data: bytes, request: Request) -> None:
        """A longer robots.txt is read as far as the standard asks for: it must not keep the whole site out of reach."""
        if not request.meta.get("is_robots"):
            return
        request.meta["download_maxsize"] = ROBOTS_BYTES_UNPACKED  # for what is sent compressed all the same
        request.meta["received"] = request.meta.get("received", 0) + len(data)
        if request.meta["received"] >= ROBOTS_BYTES_READ:
            raise StopDownload(fail=False)

    async def process_request(self, request: Request) -> None:
        if request.meta.get("is_robots"):
            return
        origin = origin_of(request.url)
        if origin not in self._rules:
            self._rules[origin] = asyncio.ensure_future(self._fetch_rules(origin))
        session, settings = self._session, self._session.settings
        try:
            rules = await asyncio.shield(self._rules[origin])
        except Exception as error:
            if not settings.robots:
                return
            if isinstance(error, RefusedError) and error.reason == ROBOTS_UNREADABLE:
                raise
            raise RefusedError(ROBOTS_UNREADABLE, f"{origin}/robots.txt cannot be fetched") from error
        if settings.robots and not rules.can_fetch(request.url, session.robots_name):
            raise RefusedError("forbidden by robots.txt", f"{origin}/robots.txt")
        if settings.respect_tdm and (reserved := session.state.reserved_by_site(request.url)):
            name, place = ("tdmrep.json", TDM_FILE) if reserved == [TDM_NAME] else ("robots.txt", "/robots.txt")
            raise RefusedError(f"rights reserved ({name})", f"{origin}{place}")

    async def _fetch_rules(self, origin: str) -> Protego:
        url = f"{origin}/robots.txt"
        response = await self._taken(url)
        if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR or response.status == HTTPStatus.TOO_MANY_REQUESTS:
            raise RefusedError(ROBOTS_UNREADABLE, f"{url} answered with status {response.status}")
        text = response.body[:ROBOTS_BYTES_READ].decode("utf-8", "replace") if response.status == HTTPStatus.OK else ""
        rules = Protego.parse(text)
        self._keep_pace(rules)
        if self._session.settings.respect_tdm:
            with suppress(Exception):  # of Scrapy and of the network; what robots.txt says is known by now
                await self._taken(origin + TDM_FILE)
        return rules

    async def _taken(self, url: str) -> Response:
        """The answer of an address that tells robots what to do, which the session keeps."""
        meta = {"is_robots": True, "download_slot": SLOT, "download_maxsize": 0}  # `stop_after_enough` ends it instead
        plain = {"Accept-Encoding": "identity"}  # so that its beginning can be read alone
        response: Response = await self._crawler.engine.download_async(Request(url, callback=NO_CALLBACK, headers=plain, meta=meta))
        self._session.take(answer_from(url, response))
        return response

    def _keep_pace(self, rules: Protego) -> None:
        session = self._session
        rate = rules.request_rate(session.robots_name)
        wished = max(rules.crawl_delay(session.robots_name) or 0.0, rate.seconds / rate.requests if rate else 0.0)
        session.shortest_delay = max(session.shortest_delay, min(wished, LONGEST_DELAY))
        slot = self._crawler.engine.downloader.slots.get(SLOT)
        throttle = self._crawler.get_extension(AutoThrottle)
        if slot is not None:
            slot.delay = max(slot.delay, session.shortest_delay)
        if throttle is not None:
            throttle.mindelay = max(throttle.mindelay, session.shortest_delay)


class BusyServerMiddleware(_Middleware):
    """Waits as long as a busy server asks for, and then goes slower until it has recovered."""

    def process_response(self, request: Request, response: Response) -> Response:  # noqa: ARG002 - Scrapy's signature
        slot = self._crawler.engine.downloader.slots.get(SLOT)
        if slot is None:
            return response
        if response.status in _BUSY:
            slot.delay = min(max(slot.delay * 2, BUSY_DELAY), LONGEST_DELAY)
            pause = min(retry_after(response.headers.get("Retry-After"), datetime.now(UTC)), LONGEST_PAUSE)
            # The queue counts from the last request: a time in the future makes it wait.
            slot.lastseen = max(slot.lastseen, monotonic() + pause - slot.delay)
        elif self._crawler.get_extension(AutoThrottle) is None:  # which recovers by itself
            usual = self._session.shortest_delay
            slot.delay = max(usual, slot.delay * RECOVERY if slot.delay > BUSY_DELAY / 10 else usual)
        return response


class CredentialsMiddleware(_Middleware):
    """Sends the user's name and password, and headers, only to the origin they were given for; cookies where they belong."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        session = self._session
        self._origin, self._headers = origin_of(session.start), session.settings.headers
        if session.authorization is not None:
            self._headers = (*self._headers, ("Authorization", session.authorization))
        self._cookies = read_cookies(session.settings.cookies) if session.settings.cookies else None

    def process_request(self, request: Request) -> None:
        request.headers.pop("Authorization", None)
        if self._cookies is not None:
            asking = UrlRequest(request.url)  # noqa: S310 (nothing is opened: the jar decides by its address)
            self._cookies.add_cookie_header(asking)
            if cookies := asking.get_header("Cookie"):
                request.headers["Cookie"] = cookies
        for name, value in self._headers if origin_of(request.url) == self._origin else ():
            request.headers[name] = value


def read_cookies(path: str) -> MozillaCookieJar:
    """The cookies of a file in Netscape's format, also those that end with a session."""
    jar = MozillaCookieJar(path)
    try:
        jar.load(ignore_discard=True, ignore_expires=True)
    except (OSError, ValueError) as problem:  # LoadError is an OSError
        raise SettingError(f"cannot read the cookies in {path}: {problem}; export them in Netscape's format (cookies.txt)") from problem
    for cookie in jar:
        cookie.expires = cookie.expires or None  # browsers write 0 for a cookie that ends with its session
    return jar


def retry_after(header: bytes | None, now: datetime) -> float:
    """Seconds to wait, from a number or a date; 0 if there is neither."""
    text = (header or b"").decode("latin-1").strip()
    if text.isdigit():
        return float(text)
    try:
        return max((parsedate_to_datetime(text) - now).total_seconds(), 0.0)
    except (ValueError, TypeError):
        return 0.0
