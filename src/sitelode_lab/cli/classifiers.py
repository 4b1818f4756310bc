"""`sitelode lab links` and `lab inventory`: what two published classifiers of pages and sites show besides their classes."""

import click

from sitelode.classify.gathering import pages_of, site_pages, start_place
from sitelode.site.reading import read_site
from sitelode_lab.classify.inventory import Inventory
from sitelode_lab.classify.layout_links import LayoutLinks


@click.command()
@click.argument("page")
@click.option("--like", multiple=True, help="Address of an example, or its end; repeatable.")
@click.option("--unlike", multiple=True, help="Address of a counter-example, or its end; repeatable.")
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, help="Maximum number of links shown.")
def links(page: str, like: tuple[str, ...], unlike: tuple[str, ...], most: int) -> None:
    """Find the links of PAGE that are like some examples: its layout as a Bayes net.

    PAGE is an HTML file, or anything `sitelode mine` takes, for its start page. Prints the best first, with probability and box.

    \b
    Example:  sitelode lab links examples/site/index.html --like /2031/05/rovers-go-up.html --unlike /about.html
    """
    site = read_site(page)
    start = site.pages()[start_place(pages_of(site)) if len(site.entries) > 1 else 0]
    for each in LayoutLinks(start).ranked(like, unlike)[:most]:
        click.echo(f"{each.probability:6.1%}  {each.url}  {each.title[:60]}  [{each.reason}]")


@click.command()
@click.argument("sites", nargs=-1, required=True)
@click.option("--all-pages", is_flag=True, help="Count every page instead of the start page of each site.")
def inventory(sites: tuple[str, ...], *, all_pages: bool) -> None:
    """Count the words that the start page of each of SITES has in its title, description, keywords and body.

    The table of Pierre's classifier of sites by their metatags (`sitelode classify train --sites --system metatags`). The time grows with
    the pages.

    \b
    Example:  sitelode lab inventory examples/site --all-pages
    """
    pages = [page for source in sites for page in site_pages(source)[: None if all_pages else 1]]
    click.echo("\n".join(Inventory.of(pages).lines()))
