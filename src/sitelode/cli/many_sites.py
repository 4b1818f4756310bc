"""`sitelode split`: sort the pages of many sites by site; and `sitelode mine` on the folder it writes, site by site."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitelode.cli.terminal import progress_bars, say
from sitelode.counted import counted
from sitelode.errors import ResultError

if TYPE_CHECKING:
    from sitelode.many_sites.all_sites import Engine, SiteSummary
    from sitelode.many_sites.shards import By
    from sitelode.settings import MineSettings


@click.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("-o", "--output", required=True, help="Folder for the pages by site, or an address such as s3://bucket/shards.")
@click.option("--by", type=click.Choice(["domain", "host"]), default="domain", show_default=True, help="What counts as a site.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Number of processes.")
def command(sources: tuple[str, ...], output: str, by: "By", jobs: int) -> None:
    """Sort the pages of SOURCES by site, so that `sitelode mine` can mine every site.

    SOURCES are WARC, WACZ, JSONL or Parquet files, each read once as a stream. After an interruption the same command continues; you can
    add more sources to the folder later.

    \b
    Example:  sitelode split crawl-*.warc.gz -o shards --jobs 2
              sitelode mine shards -o mined --jobs 2
    """
    from sitelode.many_sites.places import place_at  # noqa: PLC0415 (loaded when there is work)
    from sitelode.many_sites.shards import planned, sites_of, unfinished  # noqa: PLC0415
    from sitelode.processes import in_processes  # noqa: PLC0415

    place = place_at(output)
    plan = planned(place, sources, by)
    orders = [(output, plan, number) for number in unfinished(place, plan)]
    with progress_bars() as progress:
        for done, (order, answer) in enumerate(in_processes(_split, orders, jobs), 1):
            if isinstance(answer, str):
                raise click.ClickException(f"{plan.sources[order[2] - 1]}: {answer}")
            progress("sources", done, len(orders))
    sites = sites_of(place, plan)
    pages, all_sources = counted(sum(sites.values()), "page"), counted(len(plan.sources), "source")
    say(f"{pages} of {counted(len(sites), 'site')} from {all_sources}: {output}")
    say(f"next: sitelode mine {output} -o mined --jobs 2")


def _split(order: tuple[str, Any, int]) -> int:
    from sitelode.many_sites.places import place_at  # noqa: PLC0415 (in a process of its own)
    from sitelode.many_sites.shards import split_source  # noqa: PLC0415

    output, plan, number = order
    return len(split_source(place_at(output), plan, number))


SHOWN_ERRORS = 10  # sites with an error that are named; set by hand
_PART = re.compile(r"([1-9]\d{0,6})/([1-9]\d{0,6})")


@dataclass(frozen=True)
class Workers:
    """Who does the work, and which part of it."""

    jobs: int
    part: str  # "2/8"
    scheduler: str | None

    def share(self) -> tuple[int, int]:
        found = _PART.fullmatch(self.part)
        if not found or int(found[1]) > int(found[2]):
            raise click.BadParameter(f"{self.part!r} is not a part; write 2/8 for the second of eight", param_hint="mine --shard")
        return int(found[1]), int(found[2])

    def engine(self) -> "Engine":
        from sitelode.many_sites.all_sites import on_this_machine  # noqa: PLC0415 (loaded when there is work)

        if self.scheduler is None:
            return on_this_machine(self.jobs)
        from sitelode.cluster import connected, on_cluster  # noqa: PLC0415 (an extra)

        return on_cluster(connected(self.scheduler))


def is_many_sites(source: str) -> bool:
    """Whether this is a folder of shards, here or behind an address of fsspec; an archive there is one source."""
    from sitelode.many_sites.shards import is_shards  # noqa: PLC0415 (loaded when there is work)
    from sitelode.sources.choice import is_archive_name  # noqa: PLC0415 (loaded when there is work)
    from sitelode.sources.files import is_remote  # noqa: PLC0415 (loaded when there is work)

    return not is_archive_name(source) if is_remote(source) else is_shards(Path(source))


def mine_many_sites(source: str, output: Path, forms: frozenset[str], settings: "MineSettings", workers: Workers, *, bars: bool) -> None:
    """Mine every site, write the table, and say what went wrong."""
    from sitelode.many_sites.all_sites import mine_all  # noqa: PLC0415 (loaded when there is work)

    place = re.sub(r"^([a-z0-9]{2,}):/(?!/)", r"\1://", str(output))  # a path has lost one of the two slashes of an address
    with progress_bars(quiet=not bars) as progress:
        table = mine_all(source, place, settings, forms, engine=workers.engine(), part=workers.share(), progress=progress)
    say(_summary(table, output))
    if wrong := [row.site for row in table if row.error]:
        told = f"{counted(len(wrong), 'site')} of {len(table):,} could not be mined, such as {wrong[0]}"
        raise ResultError(f"{told}; the others are in {output / 'sites'}, the reasons in {output / 'sites.csv'}")


def _summary(table: "list[SiteSummary]", output: Path) -> str:
    wrong = [row for row in table if row.error]
    articles, pages = sum(row.articles for row in table), sum(row.pages for row in table)
    lines = [
        f"{counted(articles, 'article')} from {counted(pages, 'page')} of {counted(len(table) - len(wrong), 'site')}: {output / 'sites'}"
    ]
    lines += [f"  {row.site}: {row.error}" for row in wrong[:SHOWN_ERRORS]]
    lines += [f"  and {counted(len(wrong) - SHOWN_ERRORS, 'more site')} with an error"] if len(wrong) > SHOWN_ERRORS else []
    return "\n".join([*lines, f"table of sites: {output / 'sites.csv'}"])
