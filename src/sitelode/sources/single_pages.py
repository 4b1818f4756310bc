"""Pages asked for one by one: addresses are fetched with the crawl's manners and guards, anything else is read from disk or a pipe."""

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING

from sitelode.errors import MissingExtraError, SourceError
from sitelode.model import Dropped, Fetched
from sitelode.sources.choice import is_url, open_source, with_framesets
from sitelode.sources.framesets import frame_addresses, is_frameset, missing_frame
from sitelode.sources.source import SourceLimits
from sitelode.urls import normalise

if TYPE_CHECKING:
    from sitelode.sources.crawl.settings import CrawlSettings

UNREADABLE = "unreadable"  # the detail says which file and why
MOST_AT_ONCE = 100  # addresses that one crawl asks for, whose pages are then in memory together; set by hand


def single_pages(
    given: Sequence[str], crawl: "CrawlSettings | None" = None, limits: SourceLimits | None = None, *, alone: bool | None = None
) -> Iterator[Fetched | Dropped]:
    """The pages in the order given, and what was left out with the reason.

    Raises:
        SourceError: for a file that is not there or an address that gives no page, where it stands `alone` (by default where it is the
            only one); among others it is left out.

    """
    alone = len(given) == 1 if alone is None else alone
    for on_the_web, together in groupby(given, is_url):
        if on_the_web:
            while part := list(islice(together, MOST_AT_ONCE)):
                addresses = part if alone else [each for each in part if normalise(each)]
                yield from (Dropped(each, "not an address") for each in part if each not in addresses)
                for answer in _fetch(addresses, crawl, alone=alone):
                    yield answer
                    if isinstance(answer, Fetched) and is_frameset(answer.body):
                        yield from (missing_frame(answer, frame) for frame in frame_addresses(answer))
        else:
            for each in together:
                yield from _from_disk(each, limits, alone=alone)


def _from_disk(given: str, limits: SourceLimits | None, *, alone: bool) -> Iterator[Fetched | Dropped]:
    try:
        yield from with_framesets(open_source(given, limits=limits), held_back=True).items()
    except (SourceError, MissingExtraError) as problem:
        if alone:
            raise
        yield Dropped(given, UNREADABLE, str(problem))


def _fetch(given: Sequence[str], crawl: "CrawlSettings | None", *, alone: bool) -> Iterator[Fetched | Dropped]:
    """Answers as they were asked for; what nobody asked for by that address comes last."""
    if not given:
        return
    answers, aliases = _asked(given, crawl, alone=alone)
    for address in _spelt_alike(given):
        found = answers.pop(aliases.get(address, address), None)
        if found is None and address not in aliases:
            found = Dropped(address, "no page")
        if found is not None:
            yield found
    yield from answers.values()


def _asked(
    given: Sequence[str], crawl: "CrawlSettings | None", *, alone: bool
) -> tuple[dict[str, Fetched | Dropped], Mapping[str, str]]:  # fmt: skip
    """Ask for some pages and for nothing else but each site's robots.txt: the answers by address, and which address leads to which."""
    from sitelode.sources.crawl.settings import CrawlSettings  # noqa: PLC0415 - only a crawl needs these
    from sitelode.sources.crawl.source import CrawlSource  # noqa: PLC0415

    addresses = _spelt_alike(given)
    settings = replace(crawl or CrawlSettings(), follow="nothing", addresses=tuple(addresses[1:]), max_pages=len(addresses))
    folder = Path(tempfile.mkdtemp(prefix="sitelode-pages-"))
    source = CrawlSource(given[0], folder, settings)  # as it was given: a name and a password in it are used
    answers = list[Fetched | Dropped]()
    try:
        answers += map(_without_archive, source.items())
        failures = _failures(folder)
    except SourceError:
        failures = _failures(folder)
        if alone or not failures:
            raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return failures | {answer.url if isinstance(answer, Fetched) else answer.where: answer for answer in answers}, source.aliases


def _failures(folder: Path) -> dict[str, Fetched | Dropped]:
    """The addresses that gave no answer, with the reason."""
    from sitelode.sources.crawl.folder import CrawlFolder  # noqa: PLC0415 - only a crawl needs it

    examples = CrawlFolder(folder).report().get("left_out_examples", {})
    details = {"private address": "private address; add allow_private=True"}
    return {url: Dropped(url, reason, details.get(reason, "")) for reason, urls in examples.items() for url in urls}


def _spelt_alike(given: Sequence[str]) -> list[str]:
    """The addresses in their normal spelling, each once."""
    return list(dict.fromkeys(normalise(each) or each for each in given))


def _without_archive(answer: Fetched | Dropped) -> Fetched | Dropped:
    """An answer that does not name the archive it was kept in, which is gone when somebody reads it."""
    return replace(answer, origin=answer.url) if isinstance(answer, Fetched) else Dropped(answer.where, answer.reason)
