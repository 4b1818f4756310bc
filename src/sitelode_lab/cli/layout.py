"""`sitelode lab layout`: the layout tree of one page."""

from pathlib import Path

import click

from sitelode.cli.show.page import first_page
from sitelode.output.files import whole_file
from sitelode_lab.cli.inputs import read_selection
from sitelode_lab.trees.layout_tree import layout_html, layout_tree, node_line


@click.command()
@click.argument("page")
@click.option("--tags", type=click.Path(dir_okay=False, path_type=Path), help="A tag selection as JSON, instead of the default.")
@click.option("--html", "output", type=click.Path(dir_okay=False, path_type=Path), help="Write an HTML file instead.")
def command(page: str, tags: Path | None, output: Path | None) -> None:
    """Show the layout tree of one PAGE: the elements that arrange it, and its texts as leaves.

    The method of News Ripper: block elements are kept, inline elements join their text, what is not shown is removed. The
    time grows with the page.

    \b
    Example:  sitelode lab layout examples/site/about.html --html layout.html
    """
    tree = layout_tree(first_page(page), read_selection(tags))
    if output is None:
        for node in range(len(tree)):
            click.echo(node_line(tree, node))
        return
    with whole_file(output) as file:
        file.write(layout_html(tree))
    click.echo(f"written to {output}")
