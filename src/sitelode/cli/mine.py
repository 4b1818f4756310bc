"""`sitelode mine`: run the whole method on one source."""

from datetime import UTC, datetime
from pathlib import Path

import click

from sitelode.cli.progress import progress_bars, set_up_logging
from sitelode.html.parse import MAX_PAGE_BYTES, ParseLimits
from sitelode.output.parquet_file import require_parquet
from sitelode.output.result import write_result
from sitelode.pipeline import mine, prepare
from sitelode.progress import no_progress
from sitelode.settings import MineSettings


@click.command()
@click.argument("source")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("mined"),
    show_default=True,
    help="Folder for the results.",
)
@click.option("--markdown", is_flag=True, help="Also write every article as a Markdown file.")
@click.option("--html", is_flag=True, help="Also write the text as clean HTML into articles.jsonl.")
@click.option("--csv", is_flag=True, help="Also write articles.csv.")
@click.option("--parquet", is_flag=True, help="Also write articles.parquet and records/*.parquet.")
@click.option("--max-page-bytes", type=click.IntRange(min=1), default=MAX_PAGE_BYTES, show_default=True, help="Larger pages are left out.")
@click.option("--max-pages", type=click.IntRange(min=1), help="Crawl at most this many pages.")
@click.option("--allow-private", is_flag=True, help="Crawl private and loopback addresses too.")
@click.option("-v", "--verbose", is_flag=True, help="Say more about the progress.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
@click.option("--json-log", is_flag=True, help="Log as JSON lines on standard error.")
def command(
    source: str,
    output: Path,
    max_page_bytes: int,
    max_pages: int | None,
    *,
    markdown: bool,
    html: bool,
    csv: bool,
    parquet: bool,
    allow_private: bool,
    verbose: bool,
    quiet: bool,
    json_log: bool,
) -> None:
    """Mine a whole site: articles, records of lists, structure and a wrapper, as data.

    SOURCE is a folder of HTML (also a wget or HTTrack mirror), an HTML, JSONL, WARC or WACZ file,
    '-' for standard input, or a URL to crawl.

    \b
    Example:  sitelode mine examples/site -o mined
    """
    set_up_logging(verbose=verbose, quiet=quiet, as_json=json_log)
    today = datetime.now(UTC).date().isoformat()
    settings = MineSettings(ParseLimits(max_bytes=max_page_bytes), markdown, max_pages, allow_private, html, today)
    tables = [name for name, asked in (("csv", csv), ("parquet", parquet)) if asked]
    if parquet:
        require_parquet()
    with progress_bars(quiet=quiet or json_log) as progress:
        if progress is not no_progress:
            prepare(progress)
        mined = mine(source, folder=output, settings=settings, progress=progress)
        written = write_result(mined, output, tables)
    if not quiet:
        click.echo(written.summary())
