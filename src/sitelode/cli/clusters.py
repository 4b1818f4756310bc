"""`sitelode clusters`: the pages of a site by layout."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from sitelode.cli.progress import progress_bars
from sitelode.html.page import Page
from sitelode.layout.clusters import SIMILAR_FROM, Clusters, largest_first
from sitelode.layout.site_layouts import SiteLayouts, find_layouts, url_pattern
from sitelode.published.trees.layout_tree import layout_tree
from sitelode.published.trees.mapping_clusters import SIMILAR_FROM as MAPPED_SIMILAR_FROM
from sitelode.published.trees.mapping_clusters import thesis_clusters
from sitelode.published.trees.tree_mapping import MAPPINGS
from sitelode.site.reading import read_site
from sitelode.site.site import Site

EXAMPLES = 3


@click.command()
@click.argument("source")
@click.option("--threshold", type=click.FloatRange(0, 1), help=f"Similarity that makes a layout; {SIMILAR_FROM} by default.")
@click.option(
    "--method",
    type=click.Choice(["paths", *MAPPINGS]),
    default="paths",
    show_default=True,
    help="`paths` is linear in pages; the mappings compare all pairs, as News Ripper does, at 0.6 unless told.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a cluster, with all its pages.")
def command(source: str, threshold: float | None, method: str, *, as_json: bool) -> None:
    """Group the pages of SOURCE by layout.

    SOURCE is anything `sitelode mine` takes, or a folder that it wrote.

    \b
    Example:  sitelode clusters examples/site
    """
    with progress_bars(quiet=False) as progress:
        site = read_site(source, progress=progress)
        pages = site.pages()
        layouts = find_layouts(
            pages, SIMILAR_FROM if threshold is None else threshold, lambda stage, done: progress(stage, done, len(pages))
        )
    if method != "paths":
        layouts = replace(layouts, clusters=_by_mapping(pages, method, MAPPED_SIMILAR_FROM if threshold is None else threshold))
    found = [_described(site, layouts, members) for members in layouts.clusters.members()]
    for number, each in enumerate(found):
        click.echo(json.dumps({"cluster": number, **each}, ensure_ascii=False) if as_json else _lines(number, each))
    if not as_json:
        click.echo(f"{len(pages):,} pages, {len(found):,} layouts at a similarity of {layouts.clusters.threshold:.2f}")


def _by_mapping(pages: Sequence[Page], method: str, threshold: float) -> Clusters:
    """News Ripper's own clusters; quadratic in pages."""
    found = thesis_clusters([layout_tree(page).tree for page in pages], threshold, method)
    return Clusters(largest_first(found), threshold)


def _described(site: Site, layouts: SiteLayouts, members: list[int]) -> dict[str, Any]:
    urls = [site.entries[member].url for member in members]
    return {
        "pages": len(members),
        "kind": "single" if len(members) == 1 else "layout",
        "common": round(layouts.common_share(members), 3),
        "pattern": url_pattern(urls),
        "urls": urls,
    }


def _lines(number: int, cluster: dict[str, Any]) -> str:
    head = f"layout {number}: {cluster['pages']:,} pages, {cluster['common']:.0%} of the layout in common"
    if cluster["kind"] == "single":
        head = f"layout {number}: a single page"
    if cluster["pattern"]:
        head += f", {cluster['pattern']}"
    return "\n".join([head, *(f"    {url}" for url in cluster["urls"][:EXAMPLES])])
