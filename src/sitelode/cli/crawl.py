"""`sitelode crawl`: crawl a site into a folder."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from sitelode.cli.options import crawl_options
from sitelode.cli.terminal import as_options, progress_bars, say, warn
from sitelode.counted import counted
from sitelode.errors import SettingError
from sitelode.sources.crawl.settings import CrawlMode, CrawlSettings
from sitelode.sources.crawl.source import CrawlReport, crawl

INTERRUPTED = 130  # exit code, as `cli/main.py` documents it
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
    with progress_bars() as progress:
        try:
            report = crawl(url, output, wanted, mode, lambda now: progress("crawl", now.pages, now.pages + now.waiting))
        except KeyboardInterrupt:
            warn(f"stopped; the pages so far are in {output}, and --resume continues")
            sys.exit(INTERRUPTED)
    say("\n".join(_summary(report, output, wanted)))


def _summary(report: CrawlReport, output: Path, settings: CrawlSettings) -> Iterator[str]:
    yield f"{counted(report.pages, 'page')} ({report.bytes / 1e6:,.1f} MB) in {output}: {report.reason}"
    yield from map(as_options, report.notices(settings, "add --resume to continue"))
    left_out = ", ".join(f"{count:,} {reason}" for reason, count in report.left_out.items())
    if left_out:
        yield f"skipped: {left_out}"
