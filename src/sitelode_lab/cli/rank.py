"""`sitelode lab rank`: rank the pages of a site by links, with LAMIS, HITS and similar methods."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from sitelode.cli.show.sections import FORMATS, structure_lines, structure_of, write_lines
from sitelode.cli.terminal import progress_bars
from sitelode.counted import counted
from sitelode.errors import SettingError
from sitelode.page_kinds.informative_structure import InformativeStructure
from sitelode.site.link_graph import LinkGraph, content_blocks, link_graph, tables_around
from sitelode.site.page_addresses import places_by_ending
from sitelode.site.reading import read_site
from sitelode.site.site import Site
from sitelode_lab.cli.inputs import read_documents
from sitelode_lab.links.anchor_entropy import AnchorTerms
from sitelode_lab.links.rankings import Iteration, Method, Ranking, page_table, rank, ranking_quality, share_of_links_above
from sitelode_lab.pictures.charts import convergence_chart, hub_chart
from sitelode_lab.pictures.plot import check_name

THRESHOLDS = (0.2, 0.4, 0.6, 0.8, 0.9)  # of the entropy of links; the paper cuts at 0.8 and 0.4


@click.command()
@click.argument("source")
@click.option("--method", default="lamis", show_default=True, metavar="NAME", help="ol, hits, salsa, lamis, lamis-ln-cb-hr-tw ..")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw how the values converge, as SVG.")
@click.option("--hubs", type=click.Path(dir_okay=False, path_type=Path), help="Draw how the hub values are distributed, as SVG.")
@click.option(
    "--truth", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="File with the true index pages (URLs); prints scores."
)
@click.option("--blocks", type=click.Choice(["section", "table"]), default="section", show_default=True, help="What is a block for -cb.")
@click.option("--pages", "table", is_flag=True, help="Print words, links and length of every page instead, and how predictable links are.")
@click.option("--max-entropy", type=click.FloatRange(0, 1), help="Print the sections instead, by links of entropy below this, such as 0.4.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="tree", show_default=True, help="With --max-entropy.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file; standard output by default.")
def command(
    source: str,
    method: str,
    plot: Path | None,
    hubs: Path | None,
    truth: Path | None,
    blocks: str,
    max_entropy: float | None,
    form: str,
    output: Path | None,
    *,
    table: bool,
) -> None:
    """Rank the pages of SOURCE by links alone, index pages first.

    A name is one of ol (out-links), hits, salsa, lamis, with any of -ln (shares of links), -cb (blocks of a page), -hr (less authority),
    -tw (words of an anchor). The time grows with the links. SOURCE is anything `sitelode mine` takes, or a folder that it wrote.

    \b
    Example:  sitelode lab rank examples/site --method lamis-ln-cb-hr-tw
    """
    Method.named(method)  # reports a wrong name before the site is read
    if plot is not None:
        _check_plot(plot, method)
    if hubs is not None:
        check_name(hubs)
    with progress_bars(quiet=False) as progress:
        site = read_site(source, progress=progress)
        if max_entropy is not None:
            cut = _cut_by_entropy(structure_of(site, progress), max_entropy)
            write_lines(structure_lines(cut, form, everything=False, whole=False), output)
            return
        graph = link_graph(site, progress, tables_around if blocks == "table" else content_blocks)
    if table:
        write_lines(_page_lines(site, graph), output)
        return
    ranking = rank(graph, method, Iteration(to_the_end=plot is None))
    if plot is not None:
        title = f"{method}: {ranking.stop} after {len(ranking.changes)} iterations"
        convergence_chart(title, [ranking]).write(plot)
    if hubs is not None:
        hub_chart(ranking).write(hubs)
    write_lines(_lines(site, ranking), output)
    if truth is not None:
        click.echo(_quality_line(site, ranking, truth), err=True)
    if ranking.stop is not None:
        click.echo(
            f"{method}: {ranking.stop} after {counted(len(ranking.changes), 'iteration')} over {counted(len(graph), 'link')}", err=True
        )


def _cut_by_entropy(structure: InformativeStructure, most: float) -> InformativeStructure:
    """The same graph with the links of low entropy alone (Kao and others 2002, figures 5 and 6); says how many pages and links are left."""
    graph = structure.graph
    cut = replace(structure, kept=AnchorTerms.of(graph).anchor_entropies()[graph.anchor] < most)
    (pages, kept_pages), (edges, kept) = cut.shrunk["pages"], cut.shrunk["edges"]
    left = f"{kept_pages:,} of {counted(pages, 'page')}, {kept:,} of {counted(edges, 'link')}"
    click.echo(f"links of entropy below {most:g}: {left}", err=True)
    return cut


def _check_plot(plot: Path, method: str) -> None:

    check_name(plot)
    if method == "ol":
        raise SettingError("out-links are counted, so there is no convergence to plot; take a method that iterates, such as --method lamis")


def _quality_line(site: Site, ranking: Ranking, truth: Path) -> str:
    """The measures of the paper against a list of index pages; an address may be given by its end."""
    places = {entry.url: place for place, entry in enumerate(site.entries)}
    wanted, unknown = [False] * len(site.entries), 0
    for line in read_documents(truth, each_line=True):
        address = line.text.strip()
        found = [places[address]] if address in places else places_by_ending(site, address)
        unknown += len(found) != 1
        for place in found if len(found) == 1 else ():
            wanted[place] = True
    quality = ranking_quality(ranking.order().tolist(), wanted)
    levels = " ".join(f"{precision:.2f}" for precision in quality.at_recall)
    said = f"R-Precision {quality.r_precision:.3f}, top 20 {quality.top_precision:.3f}, precision at recall 0, .1 .. 1: {levels}"
    return said + (f"; {counted(unknown, 'address is', 'addresses are')} no page of the site" if unknown else "")


def _page_lines(site: Site, graph: LinkGraph) -> Iterator[str]:

    yield "terms\tdistinct\tlinks in\tlinks out\tcharacters\taddress\n"
    for row in page_table(site, graph):
        yield f"{row.terms}\t{row.distinct_terms}\t{row.links_in}\t{row.links_out}\t{row.characters}\t{row.url}\n"
    shares = share_of_links_above(AnchorTerms.of(graph).anchor_entropies()[graph.anchor], THRESHOLDS)
    said = ", ".join(f"{threshold:g}: {share:.0%}" for threshold, share in zip(THRESHOLDS, shares, strict=True))
    yield f"# links whose entropy is at least {said}, of {len(graph):,}\n"


def _lines(site: Site, ranking: Ranking) -> Iterator[str]:
    yield "rank\tscore\thub\tauthority\taddress\n"
    for place, page in enumerate(ranking.order().tolist(), start=1):
        values = "\t".join(f"{column[page]:.6g}" for column in (ranking.score, ranking.hub, ranking.authority))
        yield f"{place}\t{values}\t{site.entries[page].url}\n"
