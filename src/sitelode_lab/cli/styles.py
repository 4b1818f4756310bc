"""`sitelode lab styles`: the site style tree of a layout, printed and drawn, and a page cleaned with it."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from sitelode.cli.show.page import first_page
from sitelode.output.files import whole_file
from sitelode_lab.cli.inputs import read_layout
from sitelode_lab.pictures.pages import TreeLine, tree_page
from sitelode_lab.separators.style_tree import StyleTree, StyleTreeView, style_tree_view
from sitelode_lab.trees.layout_tree import layout_html

OPEN_LEVELS = 6  # of a drawn tree that are open at first; set by hand


@click.command()
@click.argument("source")
@click.option("--cluster", type=click.IntRange(min=0), default=0, show_default=True, help="Layout number, as in `sitelode show layouts`.")
@click.option(
    "--threshold", type=click.FloatRange(0, 1), default=0.4, show_default=True, help="Importance below which an element is noise."
)
@click.option("--all", "everything", is_flag=True, help="Also show what is below noisy and meaningful elements.")
@click.option(
    "--html", "drawing", type=click.Path(dir_okay=False, path_type=Path), help="Write the whole tree as a web page to open and close."
)
@click.option("--clean", metavar="PAGE", help="Clean this page (a file or address), instead of printing the tree.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File for the cleaned page, as HTML; else its text.")
def command(
    source: str, cluster: int, threshold: float, drawing: Path | None, clean: str | None, output: Path | None, *, everything: bool
) -> None:
    """Print the site style tree of one layout of SOURCE: pages laid on top of each other, with what is noisy and what is meaningful.

    The method of Yi, Liu and Li: an element that looks and reads alike on all pages has importance 0. Where pages differ in the children
    of an element, each sequence is a style with its number of pages. The time grows with the pages.

    \b
    Example:  sitelode lab styles examples/site
    """
    view = style_tree_view(read_layout(source, cluster).pages, StyleTree(threshold))
    if clean is not None:
        _clean(view, clean, output)
        return
    if drawing is not None:
        with whole_file(drawing) as file:
            file.writelines(tree_page("Site style tree", [_summary(view)], (_tree_line(view, root, 0, "") for root in view.roots)))
        click.echo(f"written to {drawing}")
    else:
        for line in view.lines(everything=everything):
            click.echo(line)
    click.echo(_summary(view), err=True)


def _summary(view: StyleTreeView) -> str:
    counts = Counter(view.marks)
    said = ", ".join(f"{counts[mark]:,} {mark}" for mark in ("noisy", "meaningful", "mixed"))
    return f"{len(view.marks):,} element nodes: {said}, at the threshold {view.threshold:g}"


def _tree_line(view: StyleTreeView, element: int, depth: int, style: str) -> TreeLine:

    def children() -> Iterator[TreeLine]:
        styles = view.styles(element)
        for number, (pages, below) in enumerate(styles, start=1):
            said = f"style {number} of {len(styles)}, {pages:,} pages: " if len(styles) > 1 else ""
            for each in below:
                yield _tree_line(view, each, depth + 1, said)

    about = f"{style}{int(view.elements.pages[element]):,} pages, importance {view.importance[element]:.2f}, {view.marks[element]}"
    return TreeLine(view.labels[element], about, view.marks[element], depth < OPEN_LEVELS, children)


def _clean(view: StyleTreeView, given: str, output: Path | None) -> None:

    layout, kept = view.kept(first_page(given))
    if output is None:
        for node in range(len(layout)):
            if kept[node] and layout.is_text(node):
                click.echo(layout.text(node))
    else:
        with whole_file(output) as file:
            file.write(layout_html(layout, kept))
        click.echo(f"written to {output}")
    click.echo(f"kept {int(kept.sum()):,} of {len(layout):,} nodes", err=True)
