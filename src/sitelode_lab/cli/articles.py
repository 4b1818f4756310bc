"""`sitelode lab articles`: the articles of the pages of one layout, as News Ripper extracts them."""

from pathlib import Path

import click

from sitelode.counted import counted
from sitelode.output.files import whole_file
from sitelode_lab.cli.inputs import read_layout, read_selection
from sitelode_lab.separators.leaf_difference import LeafDifference, formatted_article, plain_article
from sitelode_lab.separators.registry import SEPARATORS


@click.command()
@click.argument("source")
@click.option("--cluster", type=click.IntRange(min=0), default=0, show_default=True, help="Layout number, as in `sitelode show layouts`.")
@click.option("--separator", type=click.Choice(list(SEPARATORS)), default="leaf-difference", show_default=True, help="Separator.")
@click.option("--strict", is_flag=True, help="Leaf difference as in the paper: a text of two pages is never content.")
@click.option("--formatted", is_flag=True, help="As HTML with the tags that format text; plain text with headings in capitals otherwise.")
@click.option("--tags", type=click.Path(dir_okay=False, path_type=Path), help="A tag selection as JSON, instead of the default.")
@click.option("--show", type=click.IntRange(min=1), default=3, show_default=True, help="Articles to print.")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Write all articles into this folder, one file each."
)
def command(
    source: str, cluster: int, separator: str, tags: Path | None, show: int, output: Path | None, *, strict: bool, formatted: bool
) -> None:
    """Print the articles of the pages of one layout of SOURCE: the text that other pages of the layout do not have.

    The method of News Ripper, or any other that tells template from content (--separator). The time grows with the pages.

    \b
    Example:  sitelode lab articles examples/site --formatted
    """
    layout, selection = read_layout(source, cluster), read_selection(tags)
    chosen = LeafDifference(tolerance=0) if strict and separator == "leaf-difference" else SEPARATORS[separator]()
    template = chosen.study(layout.pages)
    written = formatted_article if formatted else plain_article
    for place, page in enumerate(layout.pages):
        if output is not None:
            with whole_file(output / f"{place + 1:05}.{'html' if formatted else 'txt'}") as file:
                file.write(written(page, template, selection) + "\n")
        elif place < show:
            click.echo(f"--- {page.url}\n{written(page, template, selection)}\n")
    where = f", written to {output}" if output is not None else ""
    click.echo(f"{separator}: {counted(len(layout.pages), 'page')} of layout {cluster}{where}", err=True)
