"""`sitelode lab blocks`: the entropy of every block of some pages, as InfoDiscoverer judges them."""

from collections.abc import Iterator

import click

from sitelode.html.page import Page
from sitelode_lab.cli.inputs import read_layout
from sitelode_lab.separators.infodiscoverer import InfoDiscoverer, InformativeBlocks

SHOWN_TEXT = 90  # characters of a block; set by hand


@click.command()
@click.argument("source")
@click.option(
    "--blocks", type=click.Choice(["chosen", "table", "container"]), default="chosen", show_default=True,
    help="What is a block: <table> as in the paper, any container, or tables where these hold most of the text.",
)  # fmt: skip
@click.option("--cluster", type=click.IntRange(min=0), default=0, show_default=True, help="Layout number, as in `sitelode show layouts`.")
@click.option("--train", type=click.IntRange(min=2), default=300, show_default=True, help="Pages to learn from; the paper takes ten.")
@click.option("--show", type=click.IntRange(min=1), default=2, show_default=True, help="Pages whose blocks to print.")
def command(source: str, blocks: str, cluster: int, train: int, show: int) -> None:
    """Judge every block of the pages of one layout of SOURCE by its own words: informative (+) or redundant (-).

    InfoDiscoverer as published: words on all pages carry no information (entropy 1), words on one page most (0); a block is informative
    if the mean of its words is below a threshold, which rises until a step brings no new words. The time grows with the pages.

    \b
    Example:  sitelode lab blocks examples/site
    """
    pages = read_layout(source, cluster).pages
    template = InfoDiscoverer(blocks, most_pages=train).study(pages)
    steps = ", ".join(f"{threshold:.1f}: {features:,}" for threshold, features in template.curve)
    click.echo(f"blocks are {template.blocks}s; words below each threshold: {steps}\nthreshold {template.threshold:.1f}")
    for page in pages[:show]:
        click.echo("\n".join(_lines(page, template)))


def _lines(page: Page, template: InformativeBlocks) -> Iterator[str]:
    cut = template.cut(page)
    yield f"--- {page.url}\n  entropy  words"
    for row, entropy, terms in zip(cut.rows.tolist(), cut.entropy.tolist(), cut.terms, strict=True):
        text = " ".join(page.text(row).split())
        mark = "+" if entropy < template.threshold else "-"
        yield f"{mark} {entropy:7.2f} {len(terms):6,}  <{page.tag_name(row)}> {text[:SHOWN_TEXT]}{' ..' * (len(text) > SHOWN_TEXT)}"
