"""Pages asked for one by one: addresses are fetched with the crawl's manners and guards, anything else is read from disk or a pipe."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING

from sitelode.errors import SourceError
from sitelode.model import Dropped, Fetched
from sitelode.sources.choice import is_url, open_source
from sitelode.sources.source import SourceLimits
from sitelode.urls import normalise

if TYPE_CHECKING:
    from sitelode.sources.crawl.settings import CrawlSettings
    from sitelode.sources.crawl.source import CrawlSource

MOST_AT_ONCE = 100  # addresses that one crawl asks for, whose pages are then in memory together; set by hand


def lone_pages(
    given: Sequence[str], crawl: "CrawlSettings | None" = None, limits: SourceLimits | None = None
) -> Iterator[Fetched | Dropped]:
    """The pages in the order given, and what was left out with the reason.

    Raises:
        SourceError: for a file that is not there, or an address that gives no page where it is the only one.

    """
    for on_the_web, together in groupby(given, is_url):
        if on_the_web:
            while addresses := list(islice(together, MOST_AT_ONCE)):
                yield from _fetch(addresses, crawl, alone=len(given) == 1)
        else:
            for each in together:
                yield from open_source(each, limits=limits).items()


def _fetch(given: Sequence[str], crawl: "CrawlSettings | None", *, alone: bool) -> Iterator[Fetched | Dropped]:
    """Ask for some pages and for nothing else but each site's robots.txt."""
    from sitelode.sources.crawl.settings import CrawlSettings  # noqa: PLC0415 - only a crawl needs these
    from sitelode.sources.crawl.source import CrawlSource  # noqa: PLC0415

    addresses = list(dict.fromkeys(normalise(each) or each for each in given))
    settings = replace(crawl or CrawlSettings(), follow="nothing", addresses=tuple(addresses[1:]), max_pages=len(addresses))
    folder = Path(tempfile.mkdtemp(prefix="sitelode-pages-"))
    source = CrawlSource(given[0], folder, settings)  # as it was given: a name and a password in it are used
    try:
        answers = list(map(_without_archive, source.items()))
    except SourceError as problem:
        if alone:
            raise
        answers = [Dropped(each, "no page", str(problem)) for each in addresses]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    yield from _in_order(addresses, answers, source)


def _without_archive(answer: Fetched | Dropped) -> Fetched | Dropped:
    """An answer that does not name the archive it was kept in, which is gone when somebody reads it."""
    return replace(answer, origin=answer.url) if isinstance(answer, Fetched) else Dropped(answer.where, answer.reason)


def _in_order(addresses: Sequence[str], answers: Sequence[Fetched | Dropped], source: "CrawlSource") -> Iterator[Fetched | Dropped]:
    """Answers as they were asked for; what nobody asked for by that address comes last."""
    pages = {answer.url if isinstance(answer, Fetched) else answer.where: answer for answer in answers}
    for address in addresses:
        found = pages.pop(source.aliases.get(address, address), None)
        if found is None and address not in source.aliases:
            found = Dropped(address, "no page")
        if found is not None:
            yield found
    yield from pages.values()
