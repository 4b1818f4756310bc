"""`sitelode mine`: run the whole method on one source."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitelode.cli.crawl_options import crawl_options, given_crawl_options
from sitelode.cli.many_sites import Workers, is_many_sites, mine_many_sites
from sitelode.cli.terminal import progress_bars, set_up_logging
from sitelode.output.article_forms import FORMATS, NEEDS_HTML
from sitelode.sources.crawl.settings import CrawlSettings

if TYPE_CHECKING:
    from sitelode.mined_site import MinedSite
    from sitelode.settings import MineSettings

STANDARD_OUTPUT = Path("-")


@click.command()
@click.argument("source")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path, allow_dash=True),
    default=Path("mined"),
    show_default=True,
    help="Folder for the results; - writes the articles to standard output and nothing else.",
)
@click.option(
    "--format",
    "formats",
    type=click.Choice([*FORMATS, "parquet"]),
    multiple=True,
    help="A further form of the articles; repeatable. On standard output the only one.  [default there: json]",
)
@click.option("--markdown", is_flag=True, help="The same as --format md: every article as a Markdown file.")
@click.option("--html", is_flag=True, help="The same as --format html: clean HTML in articles.jsonl.")
@click.option("--csv", is_flag=True, help="The same as --format csv: articles.csv.")
@click.option("--parquet", is_flag=True, help="The same as --format parquet: articles.parquet and records/*.parquet.")
@click.option("--only", metavar="PATH", multiple=True, help="Only articles below such a path, as /news/; repeatable.")
@click.option("--language", "languages", metavar="CODE", multiple=True, help="Only articles in this language, as en; repeatable.")
@click.option("--since", metavar="DATE", default="", help="Only articles of this day, month or year and later, as 2031-03-15.")
@click.option("--favor", type=click.Choice(["precision", "recall"]), help="Text that is surely the article's, or all that may be.")
@click.option(
    "--captions/--no-captions", default=None, help="Captions of pictures in the text or nowhere.  [default: in Markdown and HTML]"
)
@click.option(
    "--max-page-bytes",
    type=click.IntRange(min=1),
    default=CrawlSettings().max_page_bytes,
    show_default=True,
    help="Larger pages are left out.",
)
@crawl_options
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Processes: for pages of a site that go into a folder, or for the sites of a folder that `sitelode split` wrote.",
)
@click.option(
    "--learn-from",
    type=click.IntRange(min=1),
    default=50_000,
    show_default=True,
    help="Pages of one of those sites; of a larger one a sample is learnt from, and all are read.",
)
@click.option("--shard", "part", metavar="I/N", default="1/1", help="Mine part I of N of such a folder: for Slurm, cron, Kubernetes.")
@click.option("--scheduler", metavar="ADDRESS", help="Mine such a folder on the Dask cluster at tcp://.., instead of with --jobs.")
@click.option("--anew", is_flag=True, help="Mine everything again, also what did not change since the earlier result in the folder.")
@click.option("-v", "--verbose", is_flag=True, help="Say more about the progress.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
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
    markdown: bool,
    html: bool,
    csv: bool,
    parquet: bool,
    captions: bool | None,
    anew: bool,
    verbose: bool,
    quiet: bool,
    json_log: bool,
    **crawl: Any,  # noqa: ANN401 (fields of CrawlSettings)
) -> None:
    """Mine a whole site: articles, records of lists, structure and a wrapper, as data.

    SOURCE is a folder of HTML (also a wget or HTTrack mirror), an HTML, JSONL, WARC or WACZ file,
    '-' for standard input, or a URL to crawl; the options from --max-pages on are for a crawl.
    --only, --language and --since choose what is written: all pages are read and learnt from.
    A folder that `sitelode split` wrote is mined site by site. Into the folder of an earlier result of the same source, only pages
    that are new or changed are read.

    \b
    Example:  sitelode mine examples/site -o mined
              sitelode mine examples/site -o - --format md --only /2031/03/
    """
    from sitelode.html.parse import ParseLimits  # noqa: PLC0415 (loaded when there is work)
    from sitelode.output.tables.parquet_file import require_parquet  # noqa: PLC0415
    from sitelode.settings import MineSettings  # noqa: PLC0415
    from sitelode.sources.choice import is_url  # noqa: PLC0415

    set_up_logging(verbose=verbose, quiet=quiet, as_json=json_log)
    if not is_url(source) and (unused := given_crawl_options(click.get_current_context())) and not quiet:
        click.echo(f"sitelode: {source} is not crawled: {', '.join(unused)} {'has' if len(unused) == 1 else 'have'} no effect", err=True)
    flags = {"md": markdown, "html": html, "csv": csv, "parquet": parquet}
    wanted = frozenset(formats) | {name for name, asked in flags.items() if asked}
    _check_formats(wanted, output)
    if "parquet" in wanted:
        require_parquet()
    settings = MineSettings(
        ParseLimits(max_bytes=max_page_bytes),
        markdown="md" in wanted,
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
    show_progress = not (quiet or json_log)
    if is_many_sites(source):
        mine_many_sites(source, output, wanted, settings, Workers(jobs, part, scheduler), quiet=quiet, show_progress=show_progress)
    else:
        _run(source, output, wanted, replace(settings, jobs=jobs), anew=anew, quiet=quiet, show_progress=show_progress)


def _check_formats(wanted: frozenset[str], output: Path) -> None:
    if output == STANDARD_OUTPUT and "parquet" in wanted:
        raise click.UsageError("parquet goes to files; give a folder with -o")
    if output == STANDARD_OUTPUT and len(wanted) > 1:
        raise click.UsageError(f"one form fits on standard output, not {', '.join(sorted(wanted))}; give a folder with -o, or one --format")
    if output != STANDARD_OUTPUT and "txt" in wanted:
        raise click.UsageError("txt goes to standard output: add -o -, or take --format md for files")


def _run(
    source: str, output: Path, wanted: frozenset[str], settings: "MineSettings", *, anew: bool, quiet: bool, show_progress: bool
) -> None:
    from sitelode.incremental.mine_again import mine_into  # noqa: PLC0415
    from sitelode.pipeline import mine  # noqa: PLC0415 (loaded when there is work)

    with progress_bars(quiet=not show_progress) as progress:
        if output == STANDARD_OUTPUT:
            _print_articles(mine(source, settings=settings, progress=progress), next(iter(wanted), "json"))
            return
        written = mine_into(output, source, settings, wanted, anew=anew, progress=progress)
    if not quiet:
        click.echo(written.summary())


def _print_articles(mined: "MinedSite", form: str) -> None:
    from sitelode.output.article_forms import article_form  # noqa: PLC0415 (loaded when there is work)

    with click.open_file("-", "w", encoding="utf-8") as file:
        writer = article_form(form, file.write, with_metadata=True, several=True)
        for article in mined.articles:
            writer.add(article)
        writer.end()
