"""`sitelode lab discover`: find index pages and articles with LAMIS and InfoDiscoverer in turn."""

import click
import numpy as np

from sitelode.cli.terminal import progress_bars
from sitelode.counted import counted
from sitelode.layout.site_layouts import find_layouts
from sitelode.site.link_graph import link_graph
from sitelode.site.reading import read_site
from sitelode.site.site import Site
from sitelode_lab.cli.separate import content_lines
from sitelode_lab.links.discovery_loop import Discovery, TocAndArticles, discover, toc_and_articles
from sitelode_lab.links.rankings import rank

SEED_RANKING = "lamis-ln-cb-hr-tw"  # the best variant, measured in docs/algorithms/lamis.md
SEED_SHARE = 0.05  # of the pages, the top of the ranking; measured with it in docs/algorithms/page_kinds.md


@click.command()
@click.argument("source")
@click.option("--seeds", type=click.IntRange(min=1), help="Number of top LAMIS pages to begin with; a twentieth of all pages by default.")
@click.option("--as-published", is_flag=True, help="The paper's three steps, once: index pages, articles they announce, text of these.")
@click.option(
    "--show", type=click.IntRange(min=0), default=0, show_default=True, help="With --as-published: articles whose text is printed."
)
@click.option("--all", "everything", is_flag=True, help="Also print the pages that are neither.")
def command(source: str, seeds: int | None, show: int, *, as_published: bool, everything: bool) -> None:
    """Find index pages and articles of SOURCE by links and the entropy of blocks.

    The loop of Kao and others: LAMIS ranks index pages, InfoDiscoverer finds their informative blocks, links from these lead to the
    articles, and so on until nothing changes. One line a page: its kind, how much it is an index page (0 to 1), its address. SOURCE is
    anything `sitelode mine` takes, or a folder that it wrote.

    \b
    Example:  sitelode lab discover examples/site
    """
    with progress_bars(quiet=False) as progress:
        site = read_site(source, progress=progress)
        count = len(site.entries)
        best = rank(link_graph(site, progress), SEED_RANKING).order()[: seeds or max(round(SEED_SHARE * count), 1)]
        if as_published:
            _print_published(site, toc_and_articles(site, best.tolist()), show)
            return
        discovery = discover(site, find_layouts(site.pages(), progress=progress), best.tolist(), progress)
    _print(site, discovery, everything=everything)
    ending = "stable" if discovery.stable else "not yet stable"
    counts = ", ".join(f"{discovery.kinds.count(kind):,} {kind}" for kind in ("index", "article", "other"))
    click.echo(f"{counted(count, 'page')}: {counts}; {ending} after {counted(len(discovery.rounds), 'round')}", err=True)


def _print_published(site: Site, found: TocAndArticles, show: int) -> None:
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


def _print(site: Site, discovery: Discovery, *, everything: bool) -> None:
    click.echo("kind\tindex share\taddress")
    kinds = discovery.kinds
    for page in np.argsort(-discovery.index_share, kind="stable").tolist():
        if everything or kinds[page] != "other":
            click.echo(f"{kinds[page]}\t{discovery.index_share[page]:.2f}\t{site.entries[page].url}")
