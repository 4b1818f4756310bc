"""`sitelode extract`: the article of a page, or of many, on standard output."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitelode.cli.options import fetch_options, output_file
from sitelode.cli.terminal import warn
from sitelode.counted import counted
from sitelode.errors import NotHtmlError, PageError, SettingError, SourceError
from sitelode.output.article_forms import FORMATS, NEEDS_HTML, NEEDS_MARKDOWN
from sitelode.sources.crawl.settings import CrawlSettings

if TYPE_CHECKING:
    from sitelode.api import PageReader
    from sitelode.html.page import Page
    from sitelode.model import Article, Fetched


@click.command()
@click.argument("pages", nargs=-1)
@click.option(
    "-i", "--input", "listed", type=click.Path(path_type=str), help="A file with one address or file name per line; - reads standard input."
)
@click.option("--format", "form", type=click.Choice(FORMATS), default="txt", show_default=True, help="Output format.")
@click.option("--with-metadata", is_flag=True, help="Print title, author, date .. above the text, in txt, md and html.")
@click.option("--site", type=click.Path(path_type=Path), help="A result or wrapper of the site: more accurate.")
@output_file
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
    """Print the article of each of PAGES: an address, an HTML file, or - for standard input.

    An archive or a folder stands for all its pages. Without --site the program guesses; with --site it uses what it learnt from the
    site's other pages, and the end of an address is enough. Articles are separated by an empty line; json has one line per
    article, xml and tei one document.

    \b
    Example:  sitelode extract examples/site/2031/03/around-gannet-head.html
              curl -s https://news.example/story | sitelode extract - --format md
    """
    given = [*pages, *(_lines_of(listed) if listed else ())]
    if not given and not listed and not sys.stdin.isatty():
        given = ["-"]
    if not given:
        raise click.UsageError("give an address, a file or -, or a list of them with -i")
    from sitelode.api import PageReader  # noqa: PLC0415 (loaded when there is work)
    from sitelode.output.article_forms import article_form  # noqa: PLC0415

    several = len(given) > 1 or listed is not None or Path(given[0]).is_dir()
    reader = PageReader(site, markdown=form in NEEDS_MARKDOWN, as_html=form in NEEDS_HTML)
    writer, problems = None, list[str]()
    for found in _articles(given, reader, site, CrawlSettings(**fetching)):
        if isinstance(found, str):
            problems.append(found)
            if several:
                warn(found)
        else:
            writer = writer or article_form(form, output.write, with_metadata=with_metadata, several=several)
            writer.add(found)
    if writer is None:
        raise SourceError(_nothing(given, problems, several=several))
    writer.end()


def _articles(given: Sequence[str], reader: "PageReader", site: Path | None, crawl: CrawlSettings) -> "Iterator[Article | str]":
    """The articles as their pages come; for a page that gives none, a line that says why."""
    for is_stored, names in groupby(given, lambda name: _is_stored(name, site)):
        if is_stored and site is not None:
            yield from _stored_articles(names, reader, site, alone=len(given) == 1)
        else:
            yield from _read_articles(list(names), reader, crawl, alone=len(given) == 1)


def _is_stored(name: str, site: Path | None) -> bool:
    """Whether this can only be a page of the mined site: no file, and no address of its own."""
    from sitelode.site.site import is_opened_site  # noqa: PLC0415 (loaded when there is work)

    return site is not None and name != "-" and "://" not in name and not Path(name).exists() and is_opened_site(site)


def _stored_articles(names: Iterable[str], reader: "PageReader", folder: Path, *, alone: bool) -> "Iterator[Article | str]":
    """Articles of pages that were mined before, each named by the end of its address."""
    from sitelode.site.page_addresses import no_such_page, page_in_site  # noqa: PLC0415 (loaded when there is work)
    from sitelode.site.site import reopen_site  # noqa: PLC0415

    site = reopen_site(folder)
    for name in names:
        try:
            place = page_in_site(site, name)
            if place is None:
                raise no_such_page(site, name)
        except SettingError as problem:
            if alone:
                raise
            yield str(problem)
        else:
            entry = site.entries[place]
            found = _read(reader, site.store.page(entry.number))
            yield _no_article(entry.url, found) if isinstance(found, str) else found


def _read_articles(given: Sequence[str], reader: "PageReader", crawl: CrawlSettings, *, alone: bool) -> "Iterator[Article | str]":
    from sitelode.model import Dropped  # noqa: PLC0415 (loaded when there is work)
    from sitelode.sources.framesets import FRAME_MISSING, PART  # noqa: PLC0415
    from sitelode.sources.single_pages import UNREADABLE, single_pages  # noqa: PLC0415

    for page in single_pages(given, crawl, alone=alone):
        if isinstance(page, Dropped) and page.reason == FRAME_MISSING:  # its page is there all the same
            warn(f"{page.where}: {page.detail}")
        elif isinstance(page, Dropped) and page.reason == PART:  # it is read, in its frameset
            continue
        elif isinstance(page, Dropped) and page.reason == NotHtmlError.reason and page.where not in given:
            continue  # pictures and the like, in a folder
        elif isinstance(page, Dropped):
            yield page.detail if page.reason == UNREADABLE else f"{page.where}: {page.detail or page.reason}"
        elif isinstance(found := _read(reader, page), str):
            yield _no_article(page.origin or page.url, found)
        else:
            yield found


def _read(reader: "PageReader", page: "Fetched | Page") -> "Article | str":
    try:
        return reader.read(page)
    except PageError as problem:
        return str(problem)


def _no_article(where: str, reason: str) -> str:
    return f"no article on {where}: {'it is an index page' if reason == 'index pages' else reason}"


def _nothing(given: Sequence[str], problems: Sequence[str], *, several: bool) -> str:
    if several and problems:
        return f"no article on any of {counted(len(problems), 'page')}"
    return problems[0] if problems else f"no HTML page in {given[0]}"


def _lines_of(listed: str) -> list[str]:
    try:
        with click.open_file(listed, encoding="utf-8", errors="replace") as file:
            return [name for line in file if (name := line.strip()) and not name.startswith("#")]
    except OSError as problem:
        raise SettingError(f"cannot read the list {listed}: {problem.strerror or problem}") from problem
