"""`sitelode crawl`: crawl a site into a folder."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import click

from sitelode.cli.crawl_options import crawl_options
from sitelode.counted import counted
from sitelode.errors import SettingError
from sitelode.sources.crawl.settings import CrawlMode, CrawlSettings
from sitelode.sources.crawl.source import CrawlProgress, CrawlReport, crawl

INTERRUPTED = 130  # exit code, as `cli/main.py` documents it
SHOWN_LICENCES = 3  # most pages of a site have the same one; set by hand
_DEFAULTS = CrawlSettings()


def path_limits(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Parse options that give a path a limit, such as /archive=100."""
    return tuple(_path_limit(value) for value in values)


def _path_limit(value: str) -> tuple[str, int]:
    path, _, limit = value.rpartition("=")
    if not path.startswith("/") or not limit.isdecimal():
        raise click.BadParameter(f"{value!r} is no path with a number; write for example /archive=100")
    return path, int(limit)


@click.command()
@click.argument("url")
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for the pages.")
@click.option("--resume", is_flag=True, help="Continue the crawl in the folder, however it ended.")
@click.option("--refresh", is_flag=True, help="Ask again for the pages in the folder, and fetch those that changed.")
@crawl_options
@click.option(
    "--max-pages-under", metavar="PATH=N", multiple=True, callback=path_limits, help="Pages below a path, such as /archive=100; repeatable."
)
@click.option(
    "--max-depth-under",
    metavar="PATH=N",
    multiple=True,
    callback=path_limits,
    help="Links away from the start page, below a path; repeatable.",
)
@click.option("--max-time", "max_seconds", type=float, help="Seconds for this run.  [default: no limit]")
@click.option("--max-page-bytes", type=int, default=_DEFAULTS.max_page_bytes, show_default=True, help="Bytes of one page, unpacked.")
@click.option("--max-total-bytes", type=int, default=_DEFAULTS.max_total_bytes, show_default=True, help="Bytes of all pages, unpacked.")
@click.option("--concurrency", type=int, default=_DEFAULTS.concurrency, show_default=True, help="Requests at the same time, at most.")
@click.option("--autothrottle/--no-autothrottle", default=True, show_default=True, help="Wait longer when the server answers slowly.")
@click.option("--timeout", type=float, default=_DEFAULTS.timeout, show_default=True, help="Seconds for one page.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
def command(url: str, output: Path, *, resume: bool, refresh: bool, quiet: bool, **settings: Any) -> None:  # noqa: ANN401 - fields of CrawlSettings
    """Fetch the site at URL politely, and keep its pages as a WARC archive.

    robots.txt is obeyed unless you say otherwise. Everything is kept as it comes: a crawl that was stopped or killed goes on with --resume.

    \b
    Example:  sitelode crawl https://example.org/ -o example --max-pages 500
    """
    if resume and refresh:
        raise SettingError("--resume and --refresh exclude each other: continue the crawl, or ask for all pages again")
    mode: CrawlMode = "resume" if resume else "refresh" if refresh else "start"
    wanted = CrawlSettings(**settings)
    with _progress_line(quiet=quiet) as on_progress:
        try:
            report = crawl(url, output, wanted, mode, on_progress)
        except KeyboardInterrupt:
            click.echo(f"sitelode: stopped; what was fetched is in {output}, and --resume continues", err=True)
            sys.exit(INTERRUPTED)
    if not quiet:
        click.echo("\n".join(_summary(report, output, wanted)))


def _summary(report: CrawlReport, output: Path, settings: CrawlSettings) -> Iterator[str]:
    yield f"{counted(report.pages, 'page')} ({report.bytes / 1e6:,.1f} MB) in {output}: {report.reason}"
    yield from report.notices(settings, "raise the limit and add --resume to go on")
    left_out = ", ".join(f"{count:,} {reason}" for reason, count in report.left_out.items())
    if left_out:
        yield f"left out: {left_out}"
    if report.licences:
        named = [f"{url} ({counted(count, 'page')})" for url, count in report.licences.items()]
        yield f"licences: {', '.join(named[:SHOWN_LICENCES])}{', ..' if len(named) > SHOWN_LICENCES else ''}"


@contextmanager
def _progress_line(*, quiet: bool) -> Iterator[Callable[[CrawlProgress], None]]:
    """One updating line on a terminal; nothing in a pipe."""
    if quiet or not sys.stderr.isatty():
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
