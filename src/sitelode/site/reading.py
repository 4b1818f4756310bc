"""Open a site from any input: a folder, an archive, a URL to crawl, an earlier result, or pages; all its pages are parsed."""

import logging
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from sitelode.progress import Progress, no_progress
from sitelode.settings import MineSettings
from sitelode.site.site import Site, is_opened_site, open_site, reopen_site
from sitelode.sources.in_memory_source import GivenPage, pages_in_memory

_log = logging.getLogger("sitelode")


def read_site(
    source: str | Path | Iterable[GivenPage],
    *,
    folder: Path | None = None,
    settings: MineSettings | None = None,
    progress: Progress = no_progress,
) -> Site:
    """Open all pages of a source; the pages of an earlier result are not parsed again.

    Raises:
        SourceError: if the source cannot be read or has no pages.
        TypeError: if it is nothing that holds pages.

    """
    settings = settings or MineSettings()
    if not isinstance(source, str | Path):
        site = open_site(
            pages_in_memory(source), "pages in memory", folder, settings.limits, lambda done: progress("read", done, None), settings.jobs
        )
    elif is_opened_site(Path(source)):
        site = reopen_site(Path(source))
    else:
        site = _read_source(source, folder, settings, progress)
    left_out = ", ".join(f"{count} {reason}" for reason, count in site.dropped.items())
    _log.info("opened %d pages; left out: %s", len(site.entries), left_out or "nothing")
    return site if settings.jobs == 1 else replace(site, jobs=settings.jobs)


def _read_source(source: str | Path, folder: Path | None, settings: MineSettings, progress: Progress) -> Site:
    from sitelode.sources.choice import open_source, with_framesets  # noqa: PLC0415 (sources bring their libraries with them)
    from sitelode.sources.source import SourceLimits  # noqa: PLC0415

    limits, crawl = SourceLimits(settings.limits.max_bytes), settings.crawl_settings()
    given = open_source(
        source, limits=limits, folder=folder, crawl=crawl, on_crawl=lambda now: progress("crawl", now.pages, now.pages + now.waiting)
    )
    opened = with_framesets(given)
    on_page = lambda done: progress("read", done, opened.expected)  # noqa: E731 (short)
    site = open_site(opened.items(), opened.name, folder, settings.limits, on_page, settings.jobs)
    site.mark_parts(opened.parts)
    site.add_aliases(opened.aliases)
    site.add_feeds(opened.feeds)
    return site
