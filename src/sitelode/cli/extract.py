"""`sitelode extract`: the article of a page, or of many, on standard output."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitelode.cli.crawl_options import fetch_options
from sitelode.errors import PageError, SettingError, SourceError
from sitelode.output.article_forms.names import FORMATS, NEEDS_HTML, NEEDS_MARKDOWN
from sitelode.sources.crawl.settings import CrawlSettings

if TYPE_CHECKING:
    from sitelode.api import PageReader
    from sitelode.model import Article, Fetched


@click.command()
@click.argument("pages", nargs=-1)
@click.option("-i", "--input", "listed", type=click.Path(path_type=str), help="A file with an address or a file name a line; - for a pipe.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="txt", show_default=True, help="How the articles are written.")
@click.option("--with-metadata", is_flag=True, help="Write title, author, date .. above the text; json, csv, xml and tei always have them.")
@click.option("--site", type=click.Path(path_type=Path), help="What was learnt from the site: a folder that mine wrote, or a wrapper.")
@click.option("-o", "--output", type=click.File("w", encoding="utf-8", lazy=True), default="-", help="A file instead of standard output.")
@fetch_options
def command(
    pages: Sequence[str],
    listed: str | None,
    form: str,
    site: Path | None,
    output: Any,  # noqa: ANN401 (click's lazy file)
    *,
    with_metadata: bool,
    **fetching: Any,  # noqa: ANN401 (fields of CrawlSettings)
) -> None:
    """Print the article of a page: an address, an HTML file, or - for standard input.

    Of an archive or a folder every page is read. A page read alone is guessed at; with --site, what was learnt from other pages of
    its site decides. Several articles are parted by an empty line; as xml and tei they are one document, as json one line each.

    \b
    Example:  sitelode extract examples/site/2031/03/around-gannet-head.html
              curl -s https://news.example/story | sitelode extract - --format md
    """
    given = [*pages, *(_lines_of(listed) if listed else ())]
    if not given:
        raise click.UsageError("nothing to read: give an address, a file or -, or a list of them with -i")
    from sitelode.api import PageReader  # noqa: PLC0415 (loaded when there is work)
    from sitelode.output.article_forms.forms import article_form  # noqa: PLC0415

    several = len(given) > 1 or listed is not None or Path(given[0]).is_dir()
    reader = PageReader(site, markdown=form in NEEDS_MARKDOWN, as_html=form in NEEDS_HTML)
    writer, problems = None, list[str]()
    for article in _articles(given, reader, CrawlSettings(**fetching), problems):
        writer = writer or article_form(form, output.write, with_metadata=with_metadata, several=several)
        writer.add(article)
    if writer is None:
        raise SourceError(_nothing(given, problems))
    writer.end()
    for problem in problems:
        click.echo(f"sitelode: {problem}", err=True)


def _articles(given: Sequence[str], reader: "PageReader", crawl: CrawlSettings, problems: list[str]) -> "Iterator[Article]":
    """The articles as their pages come; for pages that give none, a line in `problems`."""
    from sitelode.model import Dropped  # noqa: PLC0415 (loaded when there is work)
    from sitelode.sources.frames.framesets import FRAME_MISSING  # noqa: PLC0415 (loaded when there is work)
    from sitelode.sources.frames.joined_source import PART  # noqa: PLC0415 (loaded when there is work)
    from sitelode.sources.lone_pages import lone_pages  # noqa: PLC0415

    for page in lone_pages(given, crawl):
        if isinstance(page, Dropped) and page.reason == FRAME_MISSING:  # its page is there all the same
            click.echo(f"sitelode: {page.where}: {page.detail}", err=True)
        elif isinstance(page, Dropped) and page.reason == PART:  # it is read, in its frameset
            continue
        elif isinstance(page, Dropped):
            problems.append(f"{page.where}: {page.detail or page.reason}")
        elif isinstance(found := _read(reader, page), str):
            problems.append(f"no article on {page.origin or page.url}: {found}")
        else:
            yield found


def _read(reader: "PageReader", page: "Fetched") -> "Article | str":
    try:
        return reader.read(page)
    except PageError as problem:
        return str(problem)


def _nothing(given: Sequence[str], problems: Sequence[str]) -> str:
    if len(problems) <= 1:
        return problems[0] if problems else f"no HTML page in {given[0]}"
    return f"no article on any of {len(problems):,} pages; the first: {problems[0]}"


def _lines_of(listed: str) -> list[str]:
    try:
        with click.open_file(listed, encoding="utf-8", errors="replace") as file:
            return [line.strip() for line in file if line.strip() and not line.startswith("#")]
    except OSError as problem:
        raise SettingError(f"cannot read the list {listed}: {problem.strerror or problem}") from problem
