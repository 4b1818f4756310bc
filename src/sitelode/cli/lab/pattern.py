"""`sitelode lab pattern`: the ne-pattern of one layout."""

import json

import click

from sitelode.cli.lab.inputs.one_layout import read_layout
from sitelode.published.trees.layout_tree import layout_tree
from sitelode.published.trees.layout_tree_text import label_names
from sitelode.published.trees.ne_pattern_composition import pattern_of

MOST_PAGES = 20  # set by hand; few pages are enough (docs/algorithms/ne_patterns.md)


@click.command()
@click.argument("source")
@click.option(
    "--cluster", type=click.IntRange(min=0), default=0, show_default=True, help="Which layout, as `sitelode clusters` numbers them."
)
@click.option(
    "--pages", type=click.IntRange(min=1), default=MOST_PAGES, show_default=True, help="Number of pages to compose the pattern from."
)
@click.option("--json", "as_json", is_flag=True, help="As plain data instead of lines.")
def command(source: str, cluster: int, pages: int, *, as_json: bool) -> None:
    """Print the pattern that the pages of one layout of SOURCE have in common.

    Wildcards stand for what differs: $ one element, + one or more, ? one or none, * any number.

    \b
    Example:  sitelode lab pattern examples/site --cluster 1
    """
    layout = read_layout(source, cluster)
    trees = [layout_tree(page, names_of=layout.names_of) for page in layout.pages[:pages]]
    pattern = pattern_of(tree.tree for tree in trees)
    names = label_names(trees, layout.names_of)
    if as_json:
        click.echo(json.dumps(pattern.to_plain(names.__getitem__), ensure_ascii=False))
    else:
        click.echo(pattern.to_text(names.__getitem__))
        click.echo(f"{len(pattern)} nodes, {len(pattern.wildcards)} of them wildcards, from {len(trees)} of {len(layout.pages)} pages")
