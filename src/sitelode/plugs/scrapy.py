"""Wrappers in Scrapy: an item pipeline, or a spider middleware, that reads responses with a wrapper and verifies it as it goes.

In a project's settings:

    SITELODE_WRAPPER = "wrapper.json"
    SITELODE_VERIFY_EVERY = 100                                    # pages of a batch; 0 never verifies
    ITEM_PIPELINES = {"sitelode.plugs.scrapy.WrapperPipeline": 300}          # items with a "response", or a url and html
    SPIDER_MIDDLEWARES = {"sitelode.plugs.scrapy.WrapperMiddleware": 900}    # every HTML response gives items by itself

Every verdict stands in Scrapy's stats (`sitelode/verdict`, `sitelode/pages`, `sitelode/alarms`); one that is not "fits" is logged as a
warning and sent as the signal `wrapper_alarm`, with the spider and the verdict.
"""

import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path
from typing import Any

from itemadapter import ItemAdapter
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Response

from sitelode.errors import PageError
from sitelode.html.parse import parse
from sitelode.output.article_forms import article_data
from sitelode.urls import normalise
from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.readers import usable_wrapper
from sitelode.wrappers.verify.verdicts import BatchVerdict
from sitelode.wrappers.verify.verifying import StreamVerifier

wrapper_alarm = object()
"""The signal of a verdict that is not "fits"; handlers get `spider` and `verdict`."""
_log = logging.getLogger("sitelode")
_EVERY = 100  # pages of a batch unless told; set by hand


class WrappedResponses:
    """What pipeline and middleware have in common: reading, counting, alarms."""

    def __init__(self, crawler: Crawler) -> None:
        path = crawler.settings.get("SITELODE_WRAPPER")
        if not path:
            raise NotConfigured("SITELODE_WRAPPER names no wrapper")
        self.crawler, self.applier = crawler, Applier(usable_wrapper(Path(path)))
        self.verifier = StreamVerifier(crawler.settings.getint("SITELODE_VERIFY_EVERY", _EVERY))

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "WrappedResponses":
        return cls(crawler)

    def items_of(self, url: str, body: bytes, content_type: str = "") -> list[dict[str, Any]]:
        """What the wrapper finds on a page: an article, one item a record, or the fields of a detail page."""
        try:
            page = parse(body, normalise(url) or url, content_type)
        except PageError as problem:
            self._count(f"left_out/{problem.reason}")
            return []
        readings = self.applier.read(page, url)
        self._tell(self.verifier.add(readings))
        self._count("pages")
        return [item for reading in readings for item in _items(reading)]

    def close(self) -> None:
        """Judge the pages since the last verdict."""
        self._tell(self.verifier.rest())

    def _tell(self, verdict: BatchVerdict | None) -> None:
        stats = self.crawler.stats
        if verdict is None or stats is None:
            return
        stats.set_value("sitelode/verdict", str(verdict.verdict))
        if verdict.verdict:
            self._count("alarms")
            stats.set_value("sitelode/reasons", verdict.reasons)
            _log.warning("the wrapper is %s: %s", verdict.verdict, "; ".join(verdict.reasons[:3]))
            self.crawler.signals.send_catch_log(wrapper_alarm, spider=self.crawler.spider, verdict=verdict)

    def _count(self, name: str) -> None:
        if self.crawler.stats is not None:
            self.crawler.stats.inc_value(f"sitelode/{name}")


class WrapperPipeline(WrappedResponses):
    """Adds what the wrapper finds to items that hold a page: under `response`, or under `url` and `html`."""

    def process_item(self, item: Any, spider: Spider | None = None) -> Any:  # noqa: ANN401, ARG002 (as Scrapy calls it)
        adapter = ItemAdapter(item)
        response = adapter.get("response")
        if isinstance(response, Response):
            found = self.items_of(response.url, response.body, _content_type(response))
        elif adapter.get("html") and adapter.get("url"):
            html = adapter["html"]
            found = self.items_of(str(adapter["url"]), html if isinstance(html, bytes) else str(html).encode(), "text/html; charset=utf-8")
        else:
            return item
        data = {name: value for name, value in adapter.asdict().items() if name not in ("response", "html")}
        return {**data, **found[0]} if len(found) == 1 else {**data, "records": found}

    def close_spider(self, spider: Spider | None = None) -> None:  # noqa: ARG002 (as Scrapy calls it)
        self.close()


class WrapperMiddleware(WrappedResponses):
    """Gives an item for whatever the wrapper finds on each HTML response, before what the spider itself gives."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "WrapperMiddleware":
        from scrapy import signals  # noqa: PLC0415 (a module of names)

        made = cls(crawler)
        crawler.signals.connect(made.close, signals.spider_closed)
        return made

    def process_spider_output(self, response: Response, result: Iterable[Any], spider: Spider | None = None) -> Iterable[Any]:  # noqa: ARG002
        yield from self._found(response)
        yield from result

    async def process_spider_output_async(
        self,
        response: Response,
        result: AsyncIterator[Any],
        spider: Spider | None = None,  # noqa: ARG002
    ) -> AsyncIterator[Any]:
        for item in self._found(response):
            yield item
        async for each in result:
            yield each

    def _found(self, response: Response) -> list[dict[str, Any]]:
        return self.items_of(response.url, response.body, _content_type(response)) if isinstance(response, HtmlResponse) else []


def _content_type(response: Response) -> str:
    return (response.headers.get("Content-Type") or b"").decode("latin-1")


def _items(reading: Reading) -> list[dict[str, Any]]:
    found = reading.found
    if found.article is not None:
        return [article_data(found.article, reading.taught)]
    records: Iterable[Mapping[str, Any]] = found.records or ([found.values] if any(found.values.values()) and not found.reason else [])
    return [{"url": reading.url, **record} for record in records]
