"""`sitelode show page`: one page as Sitelode parses it."""

from collections.abc import Iterator

import click

from sitelode.cli.terminal import progress_bars, warn
from sitelode.counted import counted
from sitelode.errors import NoPagesError
from sitelode.html.encoding import decode
from sitelode.html.metadata import Metadata, metadata_of
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.html.render.text import text_of
from sitelode.html.vocabulary import TEXT
from sitelode.model import Dropped, Fetched
from sitelode.site.page_addresses import no_such_page, page_in_site
from sitelode.site.reading import read_site
from sitelode.sources.choice import open_source
from sitelode.sources.framesets import FRAME_MISSING

LONGEST_LINE = 100  # characters of a text in the tree; set by hand


@click.command()
@click.argument("page")
@click.argument("site", required=False)
@click.option("--tree/--no-tree", default=True, help="Print the tree of elements and texts.")
@click.option("--text/--no-text", default=True, help="Print the text.")
@click.option("--metadata/--no-metadata", "about", default=True, help="Print the metadata.")
def command(page: str, site: str | None, *, tree: bool, text: bool, about: bool) -> None:
    """Show the metadata, tree and text of one PAGE.

    PAGE is an address or a file. With SITE, a result or anything `sitelode mine` takes, the end of an address is enough.

    \b
    Example:  sitelode show page examples/site/index.html
              sitelode show page rovers-go-up.html examples/site --no-tree
    """
    seen = first_page(page) if site is None else _page_of_site(site, page)
    if about:
        click.echo("\n".join(_metadata_lines(seen, metadata_of(seen))) + "\n")
    if tree:
        click.echo("\n".join(_tree_lines(seen)) + "\n")
    if text:
        click.echo(text_of(seen, [0]))


def first_page(given: str) -> Page:
    """The first page of a source; usually there is only one."""
    page = _first_fetched(given)
    return parse(page.body, page.url, page.content_type)


def first_source(given: str) -> str:
    """The source of the first page, as it is written."""
    page = _first_fetched(given)
    return decode(page.body, page.content_type).utf8.decode("utf-8")


def _first_fetched(given: str) -> Fetched:
    found: Fetched | None = None
    looked_at = 0
    for item in open_source(given).items():
        if found is not None and isinstance(item, Dropped) and item.reason == FRAME_MISSING:
            warn(f"{item.where}: {item.detail}")
        elif found is not None:
            break
        elif isinstance(item, Fetched):
            found = item
        looked_at += 1
    if found is None:
        raise NoPagesError(given, looked_at)
    return found


def _page_of_site(site: str, wanted: str) -> Page:

    with progress_bars() as progress:
        opened = read_site(site, progress=progress)
    place = page_in_site(opened, wanted)
    if place is None:
        raise no_such_page(opened, wanted)
    return opened.store.page(opened.entries[place].number)


def _metadata_lines(page: Page, metadata: Metadata) -> Iterator[str]:
    yield f"address    {page.url}"
    yield f"encoding   {page.encoding}"
    yield f"rows       {len(page):,}, of them {counted(len(page.text_rows), 'text')}"
    yield f"title      {metadata.title}"
    for name, value in (("canonical", metadata.canonical), ("language", metadata.language), ("date", metadata.date)):
        if value:
            yield f"{name:<10} {value}"
    for name, value in sorted(metadata.meta.items()):
        yield f"meta       {name}: {value}"
    for item in metadata.linked_data:
        yield f"JSON-LD    {item.get('@type')}: {', '.join(sorted(set(item) - {'@type', '@context'}))}"


def _tree_lines(page: Page) -> Iterator[str]:
    for row in range(len(page)):
        indent = "  " * int(page.columns.depth[row])
        if page.columns.tag[row] == TEXT:
            words = " ".join(page.text(row).split())
            yield f"{indent}{words[:LONGEST_LINE]}{'…' if len(words) > LONGEST_LINE else ''}"
        else:
            attributes = page.attributes(row)
            marks = [f"#{attributes['id']}"] if attributes.get("id") else []
            marks += [f".{name}" for name in attributes.get("class", "").split()]
            yield f"{indent}<{page.tag_name(row)}{''.join(marks)}>"
