"""`sitelode crawl`: crawl a site into a folder."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import click

from sitelode.cli.options import crawl_options
from sitelode.cli.terminal import is_quiet, say, warn
from sitelode.counted import counted
from sitelode.errors import SettingError
from sitelode.sources.crawl.settings import CrawlMode, CrawlSettings
from sitelode.sources.crawl.source import CrawlProgress, CrawlReport, crawl

INTERRUPTED = 130  # exit code, as `cli/main.py` documents it
SHOWN_LICENCES = 3  # most pages of a site have the same one; set by hand
_DEFAULTS = CrawlSettings()


@click.command()
@click.argument("url")
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for the pages.")
@click.option("--resume", is_flag=True, help="Continue an earlier crawl in the folder.")
@click.option("--refresh", is_flag=True, help="Fetch the pages in the folder again if they changed.")
@crawl_options
@click.option("--max-time", "max_seconds", type=float, help="Maximum seconds for this run.  [default: no limit]")
@click.option("--max-page-bytes", type=int, default=_DEFAULTS.max_page_bytes, show_default=True, help="Maximum size of a page, unpacked.")
@click.option(
    "--max-total-bytes", type=int, default=_DEFAULTS.max_total_bytes, show_default=True, help="Maximum size of all pages, unpacked."
)
@click.option("--concurrency", type=int, default=_DEFAULTS.concurrency, show_default=True, help="Maximum number of parallel requests.")
@click.option("--autothrottle/--no-autothrottle", default=True, show_default=True, help="Slow down when the server is slow.")
@click.option("--timeout", type=float, default=_DEFAULTS.timeout, show_default=True, help="Seconds to wait for a page.")
def command(url: str, output: Path, *, resume: bool, refresh: bool, **settings: Any) -> None:  # noqa: ANN401 - fields of CrawlSettings
    """Download the site at URL into a WARC archive.

    The crawl obeys robots.txt and waits between requests. Pages are saved at once: --resume continues a crawl that was stopped.

    \b
    Example:  sitelode crawl https://example.org/ -o example --max-pages 500
    """
    if resume and refresh:
        raise SettingError("give --resume to continue the crawl or --refresh to update it, not both")
    mode: CrawlMode = "resume" if resume else "refresh" if refresh else "start"
    wanted = CrawlSettings(**settings)
    with _progress_line() as on_progress:
        try:
            report = crawl(url, output, wanted, mode, on_progress)
        except KeyboardInterrupt:
            warn(f"stopped; the pages so far are in {output}, and --resume continues")
            sys.exit(INTERRUPTED)
    say("\n".join(_summary(report, output, wanted)))


def _summary(report: CrawlReport, output: Path, settings: CrawlSettings) -> Iterator[str]:
    yield f"{counted(report.pages, 'page')} ({report.bytes / 1e6:,.1f} MB) in {output}: {report.reason}"
    yield from report.notices(settings, "raise the limit and add --resume to continue")
    left_out = ", ".join(f"{count:,} {reason}" for reason, count in report.left_out.items())
    if left_out:
        yield f"skipped: {left_out}"
    if report.licences:
        named = [f"{url} ({counted(count, 'page')})" for url, count in report.licences.items()]
        yield f"licences: {', '.join(named[:SHOWN_LICENCES])}{', ..' if len(named) > SHOWN_LICENCES else ''}"


@contextmanager
def _progress_line() -> Iterator[Callable[[CrawlProgress], None]]:
    """One updating line on a terminal; nothing in a pipe."""
    if is_quiet() or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415 - only needed on a terminal

    with Console(stderr=True).status("Crawling") as status:
        started = monotonic()

        def show(progress: CrawlProgress) -> None:
            nonlocal started
            if not progress.answers:  # still reading what earlier runs fetched
                started = monotonic()
            status.update(progress_text(progress, monotonic() - started))

        yield show


def progress_text(progress: CrawlProgress, seconds: float) -> str:
    rate = progress.answers / seconds if seconds > 0 else 0.0
    minutes = progress.waiting / rate / 60 if rate > 0 else 0.0
    left = f", at least {minutes:,.0f} min left" if minutes >= 1 else ""
    waiting = counted(progress.waiting, "address", "addresses")
    return f"{counted(progress.pages, 'page')}, {progress.bytes / 1e6:,.1f} MB, {rate:,.1f} requests/s, {waiting} waiting{left}"
