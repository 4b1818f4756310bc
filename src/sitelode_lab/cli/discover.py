"""`sitelode lab discover`: find index pages, articles and their text with LAMIS and InfoDiscoverer."""

import click

from sitelode.cli.terminal import progress_bars
from sitelode.counted import counted
from sitelode.site.link_graph import link_graph
from sitelode.site.reading import read_site
from sitelode_lab.cli.separate import content_lines
from sitelode_lab.links.rankings import rank
from sitelode_lab.links.toc_and_articles import toc_and_articles

SEED_RANKING = "lamis-ln-cb-hr-tw"  # the best variant, measured in docs/algorithms/lamis.md
SEED_SHARE = 0.05  # of the pages, the top of the ranking; set by hand


@click.command()
@click.argument("source")
@click.option("--seeds", type=click.IntRange(min=1), help="Number of top LAMIS pages to begin with; a twentieth of all pages by default.")
@click.option("--show", type=click.IntRange(min=0), default=0, show_default=True, help="Articles to print.")
def command(source: str, seeds: int | None, show: int) -> None:
    """Find index pages and articles of SOURCE by links and the entropy of blocks.

    The three steps of Kao and others: LAMIS ranks the index pages, InfoDiscoverer finds their informative blocks, links from these lead to
    the articles, and InfoDiscoverer finds their text. SOURCE is anything `sitelode mine` takes, or a folder that it wrote. The time grows
    with the pages and their links.

    \b
    Example:  sitelode lab discover examples/site
    """
    with progress_bars(quiet=False) as progress:
        site = read_site(source, progress=progress)
        best = rank(link_graph(site, progress), SEED_RANKING).order()[: seeds or max(round(SEED_SHARE * len(site.entries)), 1)]
        found = toc_and_articles(site, best.tolist())
    click.echo("kind\taddress")
    for kind, places in (("index", found.index), ("article", found.articles)):
        for place in places:
            click.echo(f"{kind}\t{site.entries[place].url}")
    for place in found.articles[:show]:
        page = site.store.page(site.entries[place].number)
        click.echo(f"--- {page.url}")
        for line in content_lines(page, found.of_articles.content_scores(page)):
            click.echo(line)
    thresholds = f"thresholds {found.of_index.threshold:.1f} and {found.of_articles.threshold:.1f}"
    index = counted(len(found.index), "index page announces", "index pages announce")
    click.echo(f"{index} {counted(len(found.articles), 'article')}; {thresholds}", err=True)
