"""`sitelode lab separate`: the content of the pages of one layout according to a published separator."""

from collections.abc import Iterator

import click

from sitelode.counted import counted
from sitelode.html.page import Page
from sitelode_lab.cli.inputs import read_layout
from sitelode_lab.separators.registry import SEPARATORS
from sitelode_lab.separators.separator import Scores

CONTENT_FROM = 0.5  # score; more likely content than not


@click.command()
@click.argument("source")
@click.option("--method", type=click.Choice(list(SEPARATORS)), default="block-entropy", show_default=True, help="Separator to use.")
@click.option("--cluster", type=click.IntRange(min=0), default=0, show_default=True, help="Layout number, as in `sitelode show layouts`.")
@click.option("--show", type=click.IntRange(min=1), default=1, show_default=True, help="Pages whose content to print.")
def command(source: str, method: str, cluster: int, show: int) -> None:
    """Study the pages of one layout of SOURCE, and print what is content on some of them.

    alternation (Ikeda 2001), amplification (Ikeda 2003), leaf-difference (News Ripper), style-tree (SST), block-entropy
    (InfoDiscoverer for today's pages), infodiscoverer (as published), tree-pattern (Reis 2004), page-grammar (RoadRunner), two baselines.

    The time grows with the number of pages; each learns from a bounded sample.

    \b
    Example:  sitelode lab separate examples/site --method page-grammar
    """
    pages = read_layout(source, cluster).pages
    template = SEPARATORS[method]().study(pages)
    for page in pages[:show]:
        click.echo(f"--- {page.url}")
        for line in content_lines(page, template.content_scores(page)):
            click.echo(line)
    click.echo(f"{method}: studied the {counted(len(pages), 'page')} of layout {cluster}", err=True)


def content_lines(page: Page, scores: Scores) -> Iterator[str]:
    texts = (" ".join(page.text(row).split()) for row in page.text_rows.tolist() if scores[row] >= CONTENT_FROM)
    return (text for text in texts if text)
