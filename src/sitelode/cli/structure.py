"""`sitelode structure`: the sections of a site, its index pages and articles, or a ranking of its pages by links."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sitelode.cli.progress import progress_bars
from sitelode.errors import SettingError
from sitelode.progress import Progress
from sitelode.site.reading import read_site

if TYPE_CHECKING:
    from sitelode.page_kinds.informative_structure import InformativeStructure
    from sitelode.published.links.rankings import Ranking
    from sitelode.site.link_graph import LinkGraph
    from sitelode.site.site import Site

FORMATS = ("tree", "json", "graphml", "dot", "svg")


@click.command()
@click.argument("source")
@click.option("--format", "form", type=click.Choice(FORMATS), default="tree", show_default=True, help="svg: before and after the cut.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file; standard output by default.")
@click.option("--all", "everything", is_flag=True, help="In a tree: every index page on a line of its own.")
@click.option("--whole", is_flag=True, help="In graphml and dot: all pages and links, not the informative ones alone.")
@click.option("--ranking", metavar="NAME", help="Rank the pages by links alone instead: ol, hits, salsa, lamis, lamis-ln-cb-hr-tw ..")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="With --ranking: draw how it converges, as SVG.")
def command(source: str, form: str, output: Path | None, ranking: str | None, plot: Path | None, *, everything: bool, whole: bool) -> None:
    """Print the sections of SOURCE as a tree: index pages and how many articles they hold.

    Links that repeat on every page are cut away; what is left leads from index pages to articles. SOURCE is anything `sitelode mine`
    takes, or a folder that it wrote.

    \b
    Example:  sitelode structure examples/site
    """
    _check(ranking, plot)
    with progress_bars(quiet=False) as progress:
        site = read_site(source, progress=progress)
        if ranking is not None:
            lines: Iterable[str] = _ranked(site, _graph(site, progress), ranking, plot)
        else:
            lines = _formatted(_structure(site, progress), form, everything=everything, whole=whole)
    _write(lines, output)


def _check(ranking: str | None, plot: Path | None) -> None:
    """Refuse what cannot be done before a site is read for it."""
    if ranking is not None:
        from sitelode.published.links.rankings import Method  # noqa: PLC0415 (loaded when there is work)

        Method.named(ranking)
    if plot is not None:
        from sitelode.output.plot import check_name  # noqa: PLC0415

        check_name(plot)
        if ranking in (None, "ol"):
            raise SettingError("there is no convergence to plot; give a ranking that iterates, such as --ranking lamis")


def _graph(site: "Site", progress: Progress) -> "LinkGraph":
    from sitelode.site.link_graph import link_graph  # noqa: PLC0415 (loaded when there is work)

    return link_graph(site, lambda stage, done: progress(stage, done, len(site.entries)))


def _structure(site: "Site", progress: Progress) -> "InformativeStructure":
    from sitelode.layout.site_layouts import find_layouts  # noqa: PLC0415 (loaded when there is work)
    from sitelode.page_kinds.informative_structure import find_structure  # noqa: PLC0415
    from sitelode.page_kinds.kinds import find_kinds  # noqa: PLC0415

    def on_page(stage: str, done: int) -> None:
        progress(stage, done, len(site.entries))

    return find_structure(site, find_kinds(site, find_layouts(site.pages(), on_page=on_page), on_page=on_page), on_page)


def _formatted(structure: "InformativeStructure", form: str, *, everything: bool, whole: bool) -> Iterator[str]:
    if form == "tree":
        from sitelode.output.structure.text import tree_lines  # noqa: PLC0415 (loaded when there is work)
        from sitelode.output.structure.view import MOST_SHOWN  # noqa: PLC0415

        yield from (line + "\n" for line in tree_lines(structure, None if everything else MOST_SHOWN))
    elif form == "json":
        from sitelode.output.structure.json import structure_json  # noqa: PLC0415

        yield structure_json(structure)
    elif form == "svg":
        from sitelode.output.structure.picture import structure_svg  # noqa: PLC0415

        yield from structure_svg(structure)
    else:
        from sitelode.output.structure.graphs import dot, graphml  # noqa: PLC0415

        yield from (graphml if form == "graphml" else dot)(structure, whole=whole)


def _ranked(site: "Site", graph: "LinkGraph", name: str, plot: Path | None) -> Iterator[str]:
    from sitelode.published.links.hubs_and_authorities import Iteration  # noqa: PLC0415
    from sitelode.published.links.rankings import rank  # noqa: PLC0415 (loaded when there is work)

    found = rank(graph, name, Iteration(to_the_end=plot is None))
    if plot is not None:
        _draw(found, plot)
    yield "rank\tscore\thub\tauthority\taddress\n"
    for place, page in enumerate(found.order().tolist(), start=1):
        values = "\t".join(f"{column[page]:.6g}" for column in (found.score, found.hub, found.authority))
        yield f"{place}\t{values}\t{site.entries[page].url}\n"
    if found.stop is not None:
        click.echo(f"{name}: {found.stop} after {len(found.changes):,} iterations over {len(graph):,} links", err=True)


def _draw(found: "Ranking", path: Path) -> None:
    from sitelode.output.plot import Axis, Chart  # noqa: PLC0415 (loaded when there is work)

    seen = [max(change, 1e-16) for change in found.changes] or [1.0]
    y = Axis("largest change of a value (logarithmic)", min(seen), max(seen), logarithmic=True)
    chart = Chart(f"{found.name}: {found.stop} after {len(found.changes)} iterations", Axis("iteration", 1, max(len(seen), 2)), y)
    points = [(float(place), change) for place, change in enumerate(seen, start=1)]
    chart.line(points, "steelblue")
    chart.dots(points, "steelblue")
    chart.write(path)


def _write(lines: Iterable[str], output: Path | None) -> None:
    if output is None:
        for line in lines:
            click.echo(line, nl=False)
        return
    from sitelode.output.files import whole_file  # noqa: PLC0415 (loaded when there is work)

    with whole_file(output) as file:
        file.writelines(lines)
    click.echo(f"written to {output}")
