"""`sitelode show sections`: the sections of a site, its index pages and articles."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from sitelode.cli.options import STANDARD_OUTPUT
from sitelode.cli.terminal import progress_bars, say
from sitelode.layout.site_layouts import layouts_of_site
from sitelode.output.files import whole_file
from sitelode.output.structure.graphs import dot, graphml
from sitelode.output.structure.json import structure_json
from sitelode.output.structure.section_tree import structure_svg, tree_lines
from sitelode.output.structure.sections import MOST_SIDE_BY_SIDE
from sitelode.page_kinds.informative_structure import InformativeStructure, find_structure
from sitelode.page_kinds.kinds import find_kinds
from sitelode.progress import Progress
from sitelode.site.reading import read_site
from sitelode.site.site import Site

FORMATS = ("tree", "json", "graphml", "dot", "svg")


@click.command()
@click.argument("source")
@click.option("--format", "form", type=click.Choice(FORMATS), default="tree", show_default=True, help="svg draws the tree.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True), help="File; - is standard output.  [default: -]"
)
@click.option("--all", "everything", is_flag=True, help="tree: print every index page on its own line.")
@click.option("--whole", is_flag=True, help="graphml, dot: include navigation links and all pages.")
def command(source: str, form: str, output: Path | None, *, everything: bool, whole: bool) -> None:
    """Print the sections of SOURCE as a tree: index pages with the number of their articles.

    Navigation links, which repeat on every page, do not count. SOURCE is a result, or anything `sitelode mine` takes.

    \b
    Example:  sitelode show sections examples/site
    """
    with progress_bars() as progress:
        site = read_site(source, progress=progress)
        structure = structure_of(site, progress)
        lines = structure_lines(structure, form, everything=everything, whole=whole)
    write_lines(lines, output)


def structure_of(site: Site, progress: Progress) -> InformativeStructure:
    layouts = layouts_of_site(site, progress)
    return find_structure(site, find_kinds(site, layouts, progress), progress)


def structure_lines(structure: InformativeStructure, form: str, *, everything: bool, whole: bool) -> Iterator[str]:
    if form == "tree":
        yield from (line + "\n" for line in tree_lines(structure, None if everything else MOST_SIDE_BY_SIDE))
    elif form == "json":
        yield structure_json(structure)
    elif form == "svg":
        yield from structure_svg(structure)
    else:
        yield from (graphml if form == "graphml" else dot)(structure, whole=whole)


def write_lines(lines: Iterable[str], output: Path | None) -> None:
    if output is None or output == STANDARD_OUTPUT:
        for line in lines:
            click.echo(line, nl=False)
        return
    with whole_file(output) as file:
        file.writelines(lines)
    say(f"written to {output}")
