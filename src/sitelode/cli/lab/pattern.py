"""`sitelode lab pattern`: the ne-pattern of one layout."""

import json

import click

from sitelode.cli.progress import progress_bars
from sitelode.errors import SettingError
from sitelode.layout.site_layouts import find_layouts
from sitelode.published.trees.layout_tree import layout_tree
from sitelode.published.trees.layout_tree_text import label_names
from sitelode.published.trees.ne_pattern_composition import pattern_of
from sitelode.site.reading import read_site

MOST_PAGES = 20


@click.command()
@click.argument("source")
@click.option(
    "--cluster", type=click.IntRange(min=0), default=0, show_default=True, help="Which layout, as `sitelode clusters` numbers them."
)
@click.option("--pages", type=click.IntRange(min=1), default=MOST_PAGES, show_default=True, help="Compose the pattern of so many pages.")
@click.option("--json", "as_json", is_flag=True, help="As plain data instead of lines.")
def command(source: str, cluster: int, pages: int, *, as_json: bool) -> None:
    """Print the pattern that the pages of one layout of SOURCE have in common.

    Wildcards stand for what differs: $ one element, + one or more, ? one or none, * any number.

    \b
    Example:  sitelode lab pattern examples/site --cluster 1
    """
    with progress_bars(quiet=False) as progress:
        site = read_site(source, progress=progress)
        stored = site.pages()
        layouts = find_layouts(stored, progress=progress)
    members = layouts.clusters.members()
    if cluster >= len(members):
        raise SettingError(f"there is no layout {cluster}; {source} has {len(members)}, see: sitelode clusters {source}")
    chosen = members[cluster][:pages]
    trees = [layout_tree(stored[member], names_of=layouts.class_names.counting_in) for member in chosen]
    pattern = pattern_of(tree.tree for tree in trees)
    names = label_names(trees, layouts.class_names.counting_in)
    if as_json:
        click.echo(json.dumps(pattern.to_plain(names.__getitem__), ensure_ascii=False))
    else:
        click.echo(pattern.to_text(names.__getitem__))
        click.echo(f"{len(pattern)} nodes, {len(pattern.wildcards)} of them wildcards, from {len(chosen)} of {len(members[cluster])} pages")
