"""`sitelode lab rank`: rank the pages of a site by links, with LAMIS, HITS and similar methods."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sitelode.cli.look.structure import write_lines
from sitelode.cli.progress import progress_bars
from sitelode.errors import SettingError
from sitelode.site.reading import read_site

if TYPE_CHECKING:
    from sitelode.published.links.rankings import Ranking
    from sitelode.site.site import Site


@click.command()
@click.argument("source")
@click.option("--method", default="lamis", show_default=True, metavar="NAME", help="ol, hits, salsa, lamis, lamis-ln-cb-hr-tw ..")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw how the values converge, as SVG.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file; standard output by default.")
def command(source: str, method: str, plot: Path | None, output: Path | None) -> None:
    """Rank the pages of SOURCE by links alone: tables of contents first.

    A name is one of ol (out-links), hits, salsa, lamis, with any of -ln (shares of links), -cb (blocks of a page), -hr (less authority),
    -tw (words of an anchor). SOURCE is anything `sitelode mine` takes, or a folder that it wrote.

    \b
    Example:  sitelode lab rank examples/site --method lamis-ln-cb-hr-tw
    """
    from sitelode.published.links.hubs_and_authorities import Iteration  # noqa: PLC0415 (loaded when there is work)
    from sitelode.published.links.rankings import Method, rank  # noqa: PLC0415
    from sitelode.site.link_graph import link_graph  # noqa: PLC0415

    Method.named(method)  # reports a wrong name before the site is read
    if plot is not None:
        _check_plot(plot, method)
    with progress_bars(quiet=False) as progress:
        site = read_site(source, progress=progress)
        graph = link_graph(site, progress)
    ranking = rank(graph, method, Iteration(to_the_end=plot is None))
    if plot is not None:
        from sitelode.studio.charts import convergence_chart  # noqa: PLC0415 (loaded when there is work)

        title = f"{method}: {ranking.stop} after {len(ranking.changes)} iterations"
        convergence_chart(title, [ranking]).write(plot)
    write_lines(_lines(site, ranking), output)
    if ranking.stop is not None:
        click.echo(f"{method}: {ranking.stop} after {len(ranking.changes):,} iterations over {len(graph):,} links", err=True)


def _check_plot(plot: Path, method: str) -> None:
    from sitelode.output.plot import check_name  # noqa: PLC0415 (loaded when there is work)

    check_name(plot)
    if method == "ol":
        raise SettingError("out-links are counted, so there is no convergence to plot; take a method that iterates, such as --method lamis")


def _lines(site: "Site", ranking: "Ranking") -> Iterator[str]:
    yield "rank\tscore\thub\tauthority\taddress\n"
    for place, page in enumerate(ranking.order().tolist(), start=1):
        values = "\t".join(f"{column[page]:.6g}" for column in (ranking.score, ranking.hub, ranking.authority))
        yield f"{place}\t{values}\t{site.entries[page].url}\n"
