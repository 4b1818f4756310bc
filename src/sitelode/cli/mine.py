"""`sitelode mine`: run the whole method on one source."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitelode.cli.many_sites import Workers, is_many_sites, mine_many_sites
from sitelode.cli.options import FOLDER, STANDARD_OUTPUT, crawl_options, format_options, given_crawl_options, given_formats
from sitelode.cli.terminal import is_quiet, progress_bars, say, set_up_logging
from sitelode.counted import counted
from sitelode.model import Fetched
from sitelode.output.article_forms import FORMATS, NEEDS_HTML, NEEDS_MARKDOWN
from sitelode.sources.crawl.settings import CrawlSettings

PAGES_JUDGED = 40  # of a crawl; set by hand

if TYPE_CHECKING:
    from sitelode.mined_site import MinedSite
    from sitelode.settings import MineSettings


@click.command()
@click.argument("source")
@click.option(
    "-o", "--output", type=FOLDER, default=Path("mined"), show_default=True, help="Folder for the result; - prints the articles only."
)
@format_options(
    *(*FORMATS, "parquet"),
    flags=("markdown", "html", "csv", "parquet", "chunks"),
    about="Also write the articles in this format; repeatable. With -o -, give just one format.  [default there: json]",
)
@click.option(
    "--only", "--section", "only", metavar="PATH", multiple=True, help="Only articles below this path, such as /news/; repeatable."
)
@click.option("--language", "languages", metavar="CODE", multiple=True, help="Only articles in this language, such as en; repeatable.")
@click.option("--since", metavar="DATE", default="", help="Only articles from this day, month or year on, such as 2031-03-15.")
@click.option(
    "--favor",
    type=click.Choice(["precision", "recall"]),
    help="precision: only text that is surely part of the article; recall: everything that may be.",
)
@click.option(
    "--captions/--no-captions", default=None, help="Keep picture captions in the text, or drop them.  [default: keep in Markdown and HTML]"
)
@click.option(
    "--max-page-bytes", type=click.IntRange(min=1), default=CrawlSettings().max_page_bytes, show_default=True, help="Skip larger pages."
)
@crawl_options
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Number of processes.")
@click.option(
    "--learn-from",
    type=click.IntRange(min=1),
    default=50_000,
    show_default=True,
    help="Learn from at most this many pages per site; all pages are still read.",
)
@click.option("--shard", "part", metavar="I/N", default="1/1", help="Many sites: mine part I of N, for Slurm, cron or Kubernetes.")
@click.option("--scheduler", metavar="ADDRESS", help="Many sites: use the Dask cluster at this address (tcp://..).")
@click.option("--anew", is_flag=True, help="Read all pages again, not only new and changed ones.")
@click.option("-v", "--verbose", is_flag=True, help="Log more.")
@click.option("--json-log", is_flag=True, help="Log as JSON lines on standard error.")
def command(
    source: str,
    output: Path,
    formats: tuple[str, ...],
    max_page_bytes: int,
    only: tuple[str, ...],
    languages: tuple[str, ...],
    since: str,
    favor: Any,  # noqa: ANN401 (one of click's choices)
    jobs: int,
    learn_from: int,
    part: str,
    scheduler: str | None,
    *,
    captions: bool | None,
    anew: bool,
    verbose: bool,
    json_log: bool,
    **crawl: Any,  # noqa: ANN401 (fields of CrawlSettings)
) -> None:
    """Mine a whole site: articles, records of lists, structure and a wrapper.

    SOURCE is a folder of HTML files (also a wget or HTTrack mirror), an HTML, JSONL, WARC or WACZ file, - for standard input,
    or a URL to crawl. The options from --max-pages to --respect-tdm are for a crawl.

    --only, --language and --since choose what is written; the program still reads and learns from all pages. Mining the same source
    into the same folder again reads only new and changed pages. For archives of many sites, run `sitelode split` first.

    \b
    Example:  sitelode mine examples/site -o mined
              sitelode mine examples/site -o - --format md --only /2031/03/
    """
    from sitelode.html.parse import ParseLimits  # noqa: PLC0415 (loaded when there is work)
    from sitelode.output.tables.parquet_file import require_parquet  # noqa: PLC0415
    from sitelode.settings import MineSettings  # noqa: PLC0415
    from sitelode.sources.choice import is_url  # noqa: PLC0415

    set_up_logging(verbose=verbose, quiet=is_quiet(), as_json=json_log)
    if not is_url(source) and (unused := given_crawl_options(click.get_current_context())):
        say(f"sitelode: {source} is not crawled: {', '.join(unused)} {'has' if len(unused) == 1 else 'have'} no effect", err=True)
    wanted = given_formats(formats)
    _check_formats(wanted, output)
    if "parquet" in wanted:
        require_parquet()
    settings = MineSettings(
        ParseLimits(max_bytes=max_page_bytes),
        markdown=bool(wanted & NEEDS_MARKDOWN),
        html=bool(wanted & NEEDS_HTML),
        learned_on=datetime.now(UTC).date().isoformat(),
        crawl=CrawlSettings(**crawl),
        favor=favor,
        captions=captions,
        only=only,
        languages=languages,
        since=since,
        learn_from=learn_from,
    )
    if is_many_sites(source):
        mine_many_sites(source, output, wanted, settings, Workers(jobs, part, scheduler), bars=not json_log)
    else:
        _run(source, output, wanted, replace(settings, jobs=jobs), anew=anew, bars=not json_log)


def _check_formats(wanted: frozenset[str], output: Path) -> None:
    if output == STANDARD_OUTPUT and "parquet" in wanted:
        raise click.UsageError("parquet needs a folder: give one with -o")
    if output == STANDARD_OUTPUT and len(wanted) > 1:
        raise click.UsageError(f"standard output takes one format, not {', '.join(sorted(wanted))}; give one --format, or a folder with -o")
    if output != STANDARD_OUTPUT and "txt" in wanted:
        raise click.UsageError("txt is for standard output: add -o -, or use --format md for files")


def _run(source: str, output: Path, wanted: frozenset[str], settings: "MineSettings", *, anew: bool, bars: bool) -> None:
    from sitelode.incremental.mine_again import mine_into  # noqa: PLC0415
    from sitelode.pipeline import mine  # noqa: PLC0415 (loaded when there is work)
    from sitelode.sources.choice import CRAWL_FOLDER, is_url  # noqa: PLC0415

    with progress_bars(quiet=not bars) as progress:
        if output == STANDARD_OUTPUT:
            _print_articles(mine(source, settings=settings, progress=progress), next(iter(wanted), "json"))
            return
        written = mine_into(output, source, settings, wanted, anew=anew, progress=progress)
    say(written.summary())
    if is_url(source):
        say(f"later: the same command fetches only new and changed pages; sitelode wrapper watch {output} reports what changed")
        if not settings.crawl.render and (empty := _pages_without_text(output / CRAWL_FOLDER)):
            say(f"{empty} show hardly any text without JavaScript: add --render --anew to open them in a browser")


def _pages_without_text(crawl: Path) -> str:
    """How many of the first pages of a crawl need a browser, in words; nothing unless most of them do."""
    from sitelode.sources.crawl.folder import CrawledPages  # noqa: PLC0415 (loaded when there is work)
    from sitelode.sources.crawl.rendering import EmptyPages  # noqa: PLC0415

    judge, first = EmptyPages(), [page for page in islice(CrawledPages(crawl).items(), PAGES_JUDGED) if isinstance(page, Fetched)]
    empty = sum(judge.shown_letters(page.body, page.content_type) is not None for page in first)
    return f"{empty} of the first {counted(len(first), 'page')}" if 2 * empty > len(first) else ""


def _print_articles(mined: "MinedSite", form: str) -> None:
    from sitelode.output.article_forms import article_form  # noqa: PLC0415 (loaded when there is work)
    from sitelode.output.structure.sections import sections_of_articles  # noqa: PLC0415 (loaded when there is work)

    sections = sections_of_articles(mined.structure) if form == "llms" else None
    with click.open_file("-", "w", encoding="utf-8") as file:
        writer = article_form(form, file.write, with_metadata=True, several=True, sections=sections)
        for article in mined.articles:
            writer.add(article)
        writer.end()
