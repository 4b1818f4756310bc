"""Pages that are empty until a script has run: opened in a browser, and only those. Needs the extra `render`.

A menu, a footer and a line about cookies are on the page of an application, too, before any script has run. So text counts as a page's own
where it stands outside of what surrounds pages, and where not nearly all pages of the site have it.

The browser loads no pictures, fonts, styles and media, and asks no private address unless the user allows it: names are resolved before
every request of a page. (A name could lead elsewhere a moment later; who must rule that out gives the browser no way into a private
network.)
"""

import asyncio
import math
import os
import shutil
import socket
from collections import Counter
from typing import Any, Final
from urllib.parse import urlsplit

from sitelode.html.vocabulary import tag_flags
from sitelode.sources.crawl.page_reading import parsed_page, texts_outside
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.urls import is_private_address

LEAST_LETTERS: Final = 200  # of a page's own text; with less, and with scripts, it may be empty until they have run
_AROUND: Final = tag_flags(frozenset({"nav", "header", "footer", "aside", "button", "select"}))  # what surrounds the content of a page
_UNSEEN: Final = tag_flags(frozenset({"script", "style", "template", "title", "noscript"}))  # no text that a browser shows
STUDIED: Final = 20  # pages from which is learnt what the pages of a site share
FEWEST: Final = 4  # so many, before anything is taken for shared
SHARED: Final = 0.8  # of these pages. All of these are set by hand


class EmptyPages:
    """Judges the pages of one site as they come."""

    def __init__(self) -> None:
        self._pages = 0
        self._seen: Counter[str] = Counter()  # pages that have a text

    def shown_letters(self, body: bytes, content_type: str | None) -> int | None:
        """How many letters an empty page shows, for a browser to add to; None for a page that has text of its own, or no scripts."""
        page = parsed_page(body, content_type)
        if page is None:
            return None
        inside = set(texts_outside(page, _AROUND | _UNSEEN))
        shared = SHARED * self._pages if self._pages >= FEWEST else math.inf
        own = sum(_letters(text) for text in inside if self._seen[text] < shared)
        if self._pages < STUDIED:
            self._pages += 1
            self._seen.update(inside)
        return sum(map(_letters, texts_outside(page, _UNSEEN))) if len(page.rows("script")) and own < LEAST_LETTERS else None


def letters_of(body: bytes, content_type: str | None) -> int:
    """How many letters a page shows."""
    page = parsed_page(body, content_type)
    return 0 if page is None else sum(map(_letters, texts_outside(page, _UNSEEN)))


def _letters(text: str) -> int:
    return len("".join(text.split()))


SECONDS_TO_FILL: Final = 8.0  # after which a page that still loads something and shows no more is taken as it came
SECONDS_OF_QUIET: Final = 1.5  # after which nothing more is expected of a page that has loaded everything. Both are set by hand
_NOT_NEEDED: Final = frozenset({"image", "media", "font", "stylesheet"})
_FILLED: Final = """() => {
    const letters = document.body ? document.body.innerText.replace(/\\s/g, '').length : 0
    const ends = performance.getEntriesByType('resource').map(each => each.responseEnd || Infinity)
    const quiet = performance.now() - Math.max(performance.timing.domInteractive - performance.timeOrigin, ...ends)
    return letters >= %d || (document.readyState === 'complete' && quiet > %d)
}"""
_HERE: Final = "sitelode.sources.crawl.rendering"


def render_meta(shown: int) -> dict[str, Any]:
    """What a request says so that it goes through the browser; `shown` letters are there before any script runs."""
    from scrapy_playwright.page import PageMethod  # noqa: PLC0415 (an extra)

    filled = PageMethod("wait_for_function", _FILLED % (shown + LEAST_LETTERS, 1000 * SECONDS_OF_QUIET), timeout=1000 * SECONDS_TO_FILL)
    return {"playwright": True, "playwright_page_methods": [filled], "playwright_page_goto_kwargs": {"wait_until": "load"}}


def render_settings(settings: CrawlSettings) -> dict[str, Any]:
    """Scrapy's settings for a crawl that may open a browser; it starts with the first page that needs it."""
    handler = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"
    launch: dict[str, Any] = {"args": ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []}  # root may not use the sandbox
    if installed := os.environ.get("CHROMIUM") or shutil.which("chromium"):
        launch["executable_path"] = installed
    return {
        "DOWNLOAD_HANDLERS": {"http": handler, "https": handler, **dict.fromkeys(("data", "file", "ftp", "s3"))},
        "PLAYWRIGHT_LAUNCH_OPTIONS": launch,
        "PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT": 1000 * settings.timeout,
        "PLAYWRIGHT_ABORT_REQUEST": f"{_HERE}.{'is_not_needed' if settings.allow_private else 'is_refused'}",
    }


def is_not_needed(request: Any) -> bool:  # noqa: ANN401 (a request of Playwright)
    return request.resource_type in _NOT_NEEDED


async def is_refused(request: Any) -> bool:  # noqa: ANN401 (a request of Playwright)
    """Whether a request of a page is not needed, or leads to a private address."""
    if is_not_needed(request):
        return True
    parts = urlsplit(request.url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return parts.scheme not in ("data", "blob")
    try:
        found = await asyncio.get_running_loop().getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    except OSError:
        return True
    return any(is_private_address(str(address[0])) for *_, address in found)
