"""`sitelode lab map`: the layout trees of two pages, and what they have in common."""

from pathlib import Path

import click

from sitelode.cli.show.page import first_page
from sitelode.output.files import whole_file
from sitelode_lab.cli.inputs import read_selection
from sitelode_lab.pictures.pages import mapping_page
from sitelode_lab.trees.edit_distance import ALL_MAPPINGS
from sitelode_lab.trees.layout_tree import CLASS_ID_ROLE, LayoutTree, layout_html, layout_tree, no_names, node_line
from sitelode_lab.trees.mapping_clusters import fooled_warning
from sitelode_lab.trees.tree_mapping import fast_mapping, fine_mapping


@click.command()
@click.argument("left")
@click.argument("right")
@click.option("--method", type=click.Choice(list(ALL_MAPPINGS)), default="restricted", show_default=True, help="Mapping to use.")
@click.option("--names", is_flag=True, help="Compare class, id and role, too.")
@click.option("--tags", type=click.Path(dir_okay=False, path_type=Path), help="A tag selection as JSON, instead of the default.")
@click.option("--html", "page", type=click.Path(dir_okay=False, path_type=Path), help="Also write the trees side by side as a web page.")
@click.option("--common", type=click.Path(dir_okay=False, path_type=Path), help="Also write the common part alone as a web page.")
def command(left: str, right: str, method: str, tags: Path | None, page: Path | None, common: Path | None, *, names: bool) -> None:
    """Compare the layouts of two pages, LEFT and RIGHT; the common part is marked with =.

    fast and fine are News Ripper's, top-down is Selkow's, restricted is RTDM, edit is the tree edit distance without restrictions (Zhang
    and Shasha), bottom-up maps equal subtrees from the leaves. Pages of a thousand nodes take less than a second; edit grows
    with the square of each, and large pages are mapped top-down instead.

    \b
    Example:  sitelode lab map examples/site/about.html examples/site/contact.html
    """
    names_of = (lambda _tag, value: tuple(sorted(value.split()))) if names else no_names
    one, other = (layout_tree(first_page(given), read_selection(tags), names_of, CLASS_ID_ROLE) for given in (left, right))
    mapping = ALL_MAPPINGS[method](one.tree, other.tree)
    summary = (
        f"{mapping.common_size} nodes in common of {len(one)} and {len(other)}: similarity {mapping.similarity:.3f}, "
        f"cost {mapping.cost}{'' if mapping.exact else ' (not exact: the trees are too large)'}"
    )
    for tree, marks in ((one, mapping.left_common), (other, mapping.right_common)):
        _show(tree, marks.tolist())
    click.echo(summary)
    if method == "fast" and (warning := fooled_warning(fast_mapping(one.tree, other.tree), fine_mapping(one.tree, other.tree))):
        click.echo(warning, err=True)
    if page is not None:
        with whole_file(page) as file:
            file.write(mapping_page((one, other), (mapping.left_common, mapping.right_common), summary))
    if common is not None:
        with whole_file(common) as file:
            file.write(layout_html(one, mapping.left_common))


def _show(tree: LayoutTree, common: list[bool]) -> None:
    click.echo(tree.page.url)
    for node, marked in enumerate(common):
        line = f"{'=' if marked else ' '} {node_line(tree, node)}"
        click.secho(line, fg="yellow" if marked else None, dim=not marked)
    click.echo()
