"""`sitelode wrapper watch`: fetch what changed on a site, and verify its wrapper on these pages."""

import json
import sys
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from sitelode.cli.options import FILE, allow_private
from sitelode.cli.terminal import progress_bars, say
from sitelode.cli.wrappers.diff import Tellers, change_options
from sitelode.cli.wrappers.verify import verdict_text
from sitelode.cli.wrappers.wrapped_pages import or_unverified, pages_of
from sitelode.counted import counted
from sitelode.errors import SettingError
from sitelode.output.changes.moments import changes_since, lines_of, watched_file
from sitelode.output.changes.watch_log import WatchRun, add_run
from sitelode.output.result import write_site_wrapper
from sitelode.pipeline import mine
from sitelode.settings import MineSettings
from sitelode.sources.choice import CRAWL_FOLDER, is_crawl
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.crawl.source import crawl
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.known_content import rows_beside
from sitelode.wrappers.verify.verdict_log import LoggedVerdict, add_verdict
from sitelode.wrappers.verify.verifying import BatchVerdict, verify
from sitelode.wrappers.wrapper import read_wrapper, write_whole


@click.command()
@click.argument("source")
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Folder for the crawl, if SOURCE is a URL.")
@click.option("--wrapper", type=FILE, help="Wrapper to verify.  [default: wrapper.json in the folder]")
@click.option("--max-pages", type=click.IntRange(min=1), help="Maximum number of pages.")
@click.option("--delay", type=click.FloatRange(min=0), default=0.5, show_default=True, help="Minimum seconds between requests.")
@allow_private
@change_options
def command(
    source: str,
    output: Path | None,
    wrapper: Path | None,
    max_pages: int | None,
    delay: float,
    *,
    allow_private: bool,
    **where: Any,  # noqa: ANN401 (fields of Tellers)
) -> None:
    """Fetch the pages of SOURCE that changed since the last run, and verify its wrapper on them. Run it regularly, from cron.

    SOURCE is the URL of a site, with -o FOLDER, a result of a crawled site, or the folder of a crawl. The first run crawls the site and
    learns a wrapper; a folder that is not a crawl is verified as it is.

    Exit codes are those of `verify`; an alarm stands until the changed pages fit again.

    --events, --feed, --webhook and --run report articles and records that are new, gone or changed, and the state of the wrapper.

    \b
    Example:  sitelode wrapper watch https://example.org/ -o example
              sitelode wrapper watch https://example.org/ -o example --events changes.jsonl --feed changes.atom
    """
    tellers = Tellers(**where)
    with or_unverified():
        verdict, pages, path = _watched(source, output, wrapper, max_pages, delay, tellers, allow_private=allow_private)
    if verdict is not None:
        click.echo(verdict_text(verdict))
        if verdict.verdict:
            click.echo(f"next:  sitelode wrapper repair {path} {pages}")
        sys.exit(int(verdict.verdict))


def _watched(
    source: str, output: Path | None, wrapper: Path | None, max_pages: int | None, delay: float, tellers: Tellers, *, allow_private: bool
) -> tuple[BatchVerdict | None, Path, Path]:
    """The verdict, the folder of the pages, and the wrapper."""
    is_url = source.lower().startswith(("http://", "https://"))
    if is_url and output is None:
        raise SettingError("give a folder for the pages with -o")
    folder = output or Path(source)
    pages = folder / CRAWL_FOLDER if is_crawl(folder / CRAWL_FOLDER) else folder
    started = _now()
    refreshed = _refreshed(source if is_url else "", pages, max_pages, delay, allow_private=allow_private)
    path, verdict = wrapper or folder / "wrapper.json", None
    if path.is_file():
        verdict = _verified(pages, path, since=started if refreshed else "")
    else:
        _learn(pages, path, started[:10])
    if tellers:
        _tell_changes(pages, path, verdict, tellers, started)
    return verdict, pages, path


def _tell_changes(folder: Path, path: Path, verdict: BatchVerdict | None, tellers: Tellers, time: str) -> None:
    """Compare what the wrapper says about all pages with what it said the last time, and tell the difference."""
    applier = Applier(read_wrapper(path))
    with progress_bars() as progress:
        readings = (reading for page, origin in pages_of(str(folder), progress, Counter()) for reading in applier.read(page, origin))
        lines = lines_of(readings)
        events = changes_since(watched_file(path), lines, applier.wrapper, verdict, time)
    add_run(path, WatchRun.of(time, str(folder), len(lines), events))  # the studio shows it
    tellers.tell(events, applier.wrapper.site or str(folder), time)
    say(f"{counted(len(events), 'change')} since the last run", err=True)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _refreshed(url: str, folder: Path, max_pages: int | None, delay: float, *, allow_private: bool) -> bool:
    """Bring a crawl up to date; returns whether there was one before."""
    is_begun = is_crawl(folder)
    if not url and not is_begun:
        return False
    settings = CrawlSettings(allow_private=allow_private, delay=delay)
    settings = settings if max_pages is None else replace(settings, max_pages=max_pages)
    report = crawl(url or _start_of(folder), folder, settings, "refresh" if is_begun else "start")
    say(f"{counted(report.pages, 'page')} in {folder}: {report.reason}", err=True)
    return is_begun


def _start_of(folder: Path) -> str:
    try:
        return str(json.loads((folder / "crawl.json").read_text(encoding="utf-8"))["url"])
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise SettingError(f"{folder / 'crawl.json'} has no start address; give the URL and -o {folder}") from problem


def _learn(folder: Path, path: Path, learned: str) -> None:
    with progress_bars() as progress:
        wrapper = write_site_wrapper(mine(str(folder), settings=MineSettings(learned_on=learned), progress=progress), path)
    say(f"learnt {counted(len(wrapper.layouts), 'layout')}: {path}; the next run verifies it")


def _verified(folder: Path, path: Path, since: str) -> BatchVerdict | None:
    """The verdict on the pages that changed, including all that changed since the first bad verdict."""
    # The time since when the wrapper does not fit; without it, broken pages that did not change again would be forgotten.
    applier, alarm = Applier(read_wrapper(path)), path.parent / (path.name.removesuffix(".json") + ".alarm")
    since = min(since, alarm.read_text("utf-8", errors="replace").strip()) if alarm.is_file() else since
    with progress_bars() as progress:
        changed = pages_of(str(folder), progress, Counter(), since=since)
        readings = [reading for page, origin in changed for reading in applier.read(page, origin)]
    if not readings:
        say("fits: nothing changed")
        return None
    verdict = verify(readings, rows_beside(path))
    add_verdict(path, LoggedVerdict.of(verdict, str(folder), _now()))
    if verdict.verdict:
        write_whole(alarm, f"{since}\n")
    else:
        alarm.unlink(missing_ok=True)
    return verdict
