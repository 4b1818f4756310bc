"""`sitelode lab clusters`: group the pages of a site by layout, as News Ripper does."""

from dataclasses import replace

import click

from sitelode.cli.show.layouts import print_clusters
from sitelode.cli.terminal import progress_bars
from sitelode.layout.clusters import Clusters, largest_first
from sitelode.layout.site_layouts import layouts_of_site
from sitelode.site.reading import read_site
from sitelode_lab.trees.layout_tree import layout_tree
from sitelode_lab.trees.mapping_clusters import SIMILAR_FROM, fooled_pairs, thesis_clusters
from sitelode_lab.trees.tree_mapping import MAPPINGS


@click.command()
@click.argument("source")
@click.option("--method", type=click.Choice(list(MAPPINGS)), default="fine", show_default=True, help="Mapping for two pages.")
@click.option("--threshold", type=click.FloatRange(0, 1), default=SIMILAR_FROM, show_default=True, help="Similarity that makes a layout.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per cluster, with all its pages.")
def command(source: str, method: str, threshold: float, *, as_json: bool) -> None:
    """Group the pages of SOURCE by layout: a tree mapping for every two pages.

    The method of News Ripper. The time grows with the square of the number of pages (100 pages: a second with fast and fine, up to ten with
    restricted and top-down); `sitelode show layouts` is linear.

    \b
    Example:  sitelode lab clusters examples/site --method restricted
    """
    with progress_bars(quiet=False) as progress:
        site = read_site(source, progress=progress)
        pages = site.pages()
        layouts = layouts_of_site(site, progress)
        trees = [layout_tree(page).tree for page in pages]
        clusters = thesis_clusters(trees, threshold, method)
    if method == "fast" and (fooled := fooled_pairs(trees)):
        click.echo(f"warning: fast finds far less in common than fine on {fooled:,} pairs of pages; try --method fine", err=True)
    # From the product's layouts only the paths of each page are used, to compute how much the pages of a layout share.
    print_clusters(site, replace(layouts, clusters=Clusters(largest_first(clusters), threshold)), as_json=as_json)
