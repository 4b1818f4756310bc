"""`sitelode lab links`: the links of a page that are like some examples, by their place in its layout."""

import click

from sitelode.classify.gathering import pages_of, start_place
from sitelode.site.reading import read_site
from sitelode_lab.classify.layout_links import LayoutLinks


@click.command()
@click.argument("page")
@click.option("--like", multiple=True, help="Address of an example, or its end; repeatable.")
@click.option("--unlike", multiple=True, help="Address of a counter-example, or its end; repeatable.")
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, help="Maximum number of links shown.")
def command(page: str, like: tuple[str, ...], unlike: tuple[str, ...], most: int) -> None:
    """Find the links of PAGE that are like some examples: its layout as a Bayes net.

    PAGE is an HTML file, or anything `sitelode mine` takes, for its start page. Prints the best first, with probability and box.

    \b
    Example:  sitelode lab links examples/site/index.html --like /2031/05/rovers-go-up.html --unlike /about.html
    """
    site = read_site(page)
    start = site.pages()[start_place(pages_of(site)) if len(site.entries) > 1 else 0]
    for each in LayoutLinks(start).ranked(like, unlike)[:most]:
        click.echo(f"{each.probability:6.1%}  {each.url}  {each.title[:60]}  [{each.reason}]")
