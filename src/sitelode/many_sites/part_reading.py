"""Read the pages of one part of a large site by what its sample taught: a task for a process of its own."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sitelode.errors import PageError
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.many_sites.likeness import UNKNOWN, Likeness
from sitelode.model import Fetched
from sitelode.output.article_forms import article_data
from sitelode.output.files import whole_file
from sitelode.settings import MineSettings
from sitelode.site.page_trial import PageTrial
from sitelode.site.store import SiteStore
from sitelode.sources.choice import open_source
from sitelode.sources.page_archive import PageArchive
from sitelode.urls import normalise
from sitelode.wrappers.applying import LAYOUT_UNKNOWN, Applier, Reading
from sitelode.wrappers.multi_page import PageJoiner
from sitelode.wrappers.wrapper import read_wrapper

ARTICLES, PAGES, UNKNOWN_PAGES = "articles.jsonl", "pages.jsonl", "unknown.warc.gz"


@dataclass(frozen=True)
class PartOrder:
    """What a process is told: read the pages of a part, and write what is found into a folder."""

    part: str
    wrapper: str
    likeness: Likeness
    to: str
    settings: MineSettings

    @property
    def articles(self) -> Path:
        """One article a line."""
        return Path(self.to) / ARTICLES

    @property
    def pages(self) -> Path:
        """One page a line, with what it is, and the records or the row of a table that it has."""
        return Path(self.to) / PAGES

    @property
    def unknown(self) -> Path:
        """The pages that look like none of the sample; there is no such file if there are none."""
        return Path(self.to) / UNKNOWN_PAGES


def fetched_pages(parts: Sequence[Path]) -> Iterator[Fetched]:
    for part in parts:
        yield from (item for item in open_source(part).items() if isinstance(item, Fetched))


def read_part(order: PartOrder) -> int:
    """Write the files of an order; return the number of pages.

    An article over several pages is one again where all of them are in this part.
    """
    settings = order.settings
    applier = Applier(read_wrapper(Path(order.wrapper)), markdown=settings.markdown, html=settings.html)
    unknown, joiner, count = PageArchive(order.unknown), PageJoiner(), 0
    with PageTrial(settings.limits) as trial, whole_file(order.articles) as articles, whole_file(order.pages) as pages:
        for item in fetched_pages([Path(order.part)]):
            try:
                trial.check(item)
                page = parse(item.body, normalise(item.url) or item.url, item.content_type, settings.limits)
            except PageError:
                continue
            count += 1
            reading = _article_reading(applier, page, item.origin or item.url)
            digest = SiteStore.digest_of(item.body).hex()
            pages.write(json.dumps(_page_data(order.likeness, page, reading, item, digest), ensure_ascii=False) + "\n")
            if _is_unknown(reading):
                unknown.add(item)
            elif reading.found.article is not None:
                articles.writelines(map(_line, joiner.add(page, _with_provenance(reading, item, digest))))
        articles.writelines(map(_line, joiner.rest()))
    return count


def _article_reading(applier: Applier, page: Page, origin: str) -> Reading:
    return next(each for each in applier.read(page, origin) if each.kind == "article")


def _is_unknown(reading: Reading) -> bool:
    return reading.found.article is None and reading.found.reason == LAYOUT_UNKNOWN


def _page_data(likeness: Likeness, page: Page, reading: Reading, item: Fetched, digest: str) -> dict[str, Any]:
    place = {"url": page.url, "origin": item.origin or item.url, "digest": digest, "fetched": item.fetched_at or ""}
    if reading.layout is None:
        return {**UNKNOWN.line(place), "unknown": True}
    layout = reading.layout.name
    kind = likeness.kind(layout, page.url)
    found = kind.line(place)
    number, rows = likeness.records(page, layout, kind.finer)
    table, row = likeness.fields(page, layout, kind.finer)
    found |= {"list": number, "records": rows} if rows else {}
    return found | ({"table": table, "fields": row} if row else {})


def _with_provenance(reading: Reading, item: Fetched, digest: str) -> Reading:
    article = reading.found.article
    if article is None:
        return reading
    return replace(reading, found=replace(reading.found, article=replace(article, fetched=item.fetched_at or "", digest=digest)))


def _line(reading: Reading) -> str:
    return json.dumps(article_data(reading.found.article), ensure_ascii=False) + "\n" if reading.found.article else ""
