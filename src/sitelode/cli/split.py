"""`sitelode split`: sort the pages of many sites by site."""

from typing import TYPE_CHECKING, Any

import click

from sitelode.cli.terminal import progress_bars
from sitelode.counted import counted

if TYPE_CHECKING:
    from sitelode.many_sites.shards import By


@click.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("-o", "--output", required=True, help="Folder for the pages by site; also an address such as s3://bucket/shards.")
@click.option("--by", type=click.Choice(["domain", "host"]), default="domain", show_default=True, help="What a site is.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Sources read at the same time.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
def command(sources: tuple[str, ...], output: str, by: "By", jobs: int, *, quiet: bool) -> None:
    """Sort the pages of SOURCES by site: WARC, WACZ, JSONL and Parquet files, each read once as a stream.

    The same command goes on after an interruption; further sources can be added to the folder. Then mine all sites:

    \b
    Example:  sitelode split crawl-*.warc.gz -o shards --jobs 2
              sitelode mine shards -o mined --jobs 2
    """
    from sitelode.many_sites.places import place_at  # noqa: PLC0415 (loaded when there is work)
    from sitelode.many_sites.processes import in_processes  # noqa: PLC0415
    from sitelode.many_sites.shards import planned, sites_of, unfinished  # noqa: PLC0415

    place = place_at(output)
    plan = planned(place, sources, by)
    orders = [(output, plan, number) for number in unfinished(place, plan)]
    with progress_bars(quiet=quiet) as progress:
        for done, (order, answer) in enumerate(in_processes(_split, orders, jobs), 1):
            if isinstance(answer, str):
                raise click.ClickException(f"{plan.sources[order[2] - 1]}: {answer}")
            progress("sources", done, len(orders))
    if not quiet:
        sites = sites_of(place, plan)
        pages, all_sources = counted(sum(sites.values()), "page"), counted(len(plan.sources), "source")
        click.echo(f"{pages} of {counted(len(sites), 'site')} from {all_sources}: {output}")
        click.echo(f"mine them with: sitelode mine {output} -o mined --jobs 2")


def _split(order: tuple[str, Any, int]) -> int:
    from sitelode.many_sites.places import place_at  # noqa: PLC0415 (in a process of its own)
    from sitelode.many_sites.shards import split_source  # noqa: PLC0415

    output, plan, number = order
    return len(split_source(place_at(output), plan, number))
