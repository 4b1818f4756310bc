"""`sitelode show layouts`: group the pages of a site by layout."""

import json
from typing import Any

import click

from sitelode.cli.terminal import progress_bars, say
from sitelode.counted import counted
from sitelode.layout.clusters import SIMILAR_FROM
from sitelode.layout.site_layouts import SiteLayouts, common_url_pattern, layouts_of_site
from sitelode.site.reading import read_site
from sitelode.site.site import Site

EXAMPLES = 3  # pages per layout; set by hand


@click.command()
@click.argument("source")
@click.option(
    "--threshold", type=click.FloatRange(0, 1), default=SIMILAR_FROM, show_default=True, help="Minimum similarity within a layout."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per layout, with all its pages.")
def command(source: str, threshold: float, *, as_json: bool) -> None:
    """Group the pages of SOURCE by layout.

    SOURCE is a result, or anything `sitelode mine` takes.

    \b
    Example:  sitelode show layouts examples/site
    """
    with progress_bars() as progress:
        site = read_site(source, progress=progress)
        layouts = layouts_of_site(site, progress, threshold)
    print_clusters(site, layouts, as_json=as_json)


def print_clusters(site: Site, layouts: SiteLayouts, *, as_json: bool) -> None:
    """Print each layout with its address pattern and some of its pages, or all of them as JSON."""
    descriptions = [_description(site, layouts, members) for members in layouts.clusters.members()]
    for number, each in enumerate(descriptions):
        click.echo(json.dumps({"cluster": number, **each}, ensure_ascii=False) if as_json else _lines(number, each))
    if not as_json:
        similarity = f"similarity {layouts.clusters.threshold:.2f}"
        say(f"{counted(len(site.entries), 'page')}, {counted(len(descriptions), 'layout')} ({similarity})")


def _description(site: Site, layouts: SiteLayouts, members: list[int]) -> dict[str, Any]:
    urls = [site.entries[member].url for member in members]
    return {
        "pages": len(members),
        "kind": "single" if len(members) == 1 else "layout",
        "common": round(layouts.common_share(members), 3),
        "pattern": common_url_pattern(urls),
        "urls": urls,
    }


def _lines(number: int, cluster: dict[str, Any]) -> str:
    size = f"{counted(cluster['pages'], 'page')}, {cluster['common']:.0%} of the layout in common"
    size = "a single page" if cluster["kind"] == "single" else size
    head = ", ".join(filter(None, (f"layout {number}: {size}", cluster["pattern"])))
    return "\n".join([head, *(f"    {url}" for url in cluster["urls"][:EXAMPLES])])
