"""Mine all sites of a folder of shards, and write one table of them; a run that was stopped goes on at the sites that are missing.

sites.csv, sites.jsonl      a row for every site: pages, layouts, articles, records, confidence, error
timings.csv                 CPU seconds by site
sites/SITE/                 the result of each, as `sitelode mine` writes it
articles/site=SITE/         all articles as one dataset, with Parquet: pandas, DuckDB, Polars and Spark read it as a whole
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace

from sitelode.errors import ResultError
from sitelode.many_sites.places import Place, place_at
from sitelode.many_sites.shards import chosen, read_manifest, sites_of, unfinished
from sitelode.many_sites.site_job import SUMMARY, SiteJob, SiteSummary, run
from sitelode.output.safe_text import csv_text
from sitelode.processes import in_processes
from sitelode.progress import Progress, no_progress
from sitelode.settings import MineSettings

PRELOADED = ("sitelode.pipeline", "sitelode.output.result")  # what mining a site needs
Engine = Callable[[Sequence[SiteJob]], Iterable[tuple[SiteJob, SiteSummary | str]]]
COLUMNS = tuple(each.name for each in fields(SiteSummary))


def mine_all(  # noqa: PLR0913 (what a user may say)
    shards: str,
    out: str,
    settings: MineSettings,
    forms: Collection[str] = (),
    *,
    engine: Engine,
    part: tuple[int, int] = (1, 1),
    progress: Progress = no_progress,
) -> list[SiteSummary]:
    """Mine the sites of one part of several; return the table of all that are done, and of what went wrong now.

    Raises:
        ResultError: if the shards are incomplete, or nothing can be written.

    """
    jobs = jobs_of(shards, out, settings, forms, part)
    place, wrong = place_at(out), dict[str, SiteSummary]()
    for done, (job, answer) in enumerate(engine(jobs), 1):
        progress("sites", done, len(jobs))
        summary = answer if isinstance(answer, SiteSummary) else SiteSummary(job.site, error=answer)
        if summary.error:
            wrong[job.site] = summary
        elif "parquet" in forms:
            place.copy(f"{job.folder}/articles.parquet", f"articles/site={job.site}/articles.parquet")
    table = _table(place, wrong)
    _write_tables(place, table)
    return table


def jobs_of(shards: str, out: str, settings: MineSettings, forms: Collection[str], part: tuple[int, int] = (1, 1)) -> list[SiteJob]:
    """The sites to mine, those with most pages first, so that no large one is left for the end."""
    place = place_at(shards)
    plan = read_manifest(place)
    if plan is None:
        raise ResultError(f"no shards in {shards}; make them with: sitelode split SOURCES -o {shards}")
    if left := unfinished(place, plan):
        raise ResultError(f"{len(left):,} of {len(plan.sources):,} sources are not split yet; run sitelode split again with -o {shards}")
    sizes = sites_of(place, plan)
    wanted = sorted(chosen(sizes, *part), key=lambda site: (-sizes[site], site))
    return [SiteJob(site, shards, out, settings, tuple(sorted(forms)), sizes[site]) for site in wanted]


def on_this_machine(at_once: int) -> Engine:
    """So many processes at once; where there are fewer sites than that, large ones are divided."""

    def engine(jobs: Sequence[SiteJob]) -> Iterator[tuple[SiteJob, SiteSummary | str]]:
        inside = max(at_once // max(len(jobs), 1), 1)
        return in_processes(run, [replace(job, at_once=inside) for job in jobs], at_once, PRELOADED)

    return engine


def _table(out: Place, wrong: dict[str, SiteSummary]) -> list[SiteSummary]:
    """What every site's own summary says, whoever mined it, and errors of this run."""
    rows = []
    for site in sorted({*out.names("sites"), *wrong}):
        data = out.read(f"sites/{site}/{SUMMARY}")
        if site in wrong or data is None:
            rows += [wrong[site]] if site in wrong else []
        else:
            try:
                rows.append(SiteSummary(**json.loads(data)["summary"]))
            except (ValueError, KeyError, TypeError, RecursionError) as problem:
                raise ResultError(f"sites/{site}/{SUMMARY} is damaged; remove it and mine again") from problem
    return rows


def _write_tables(out: Place, table: Sequence[SiteSummary]) -> None:
    out.write("sites.csv", csv_text(COLUMNS, ([getattr(row, name) for name in COLUMNS] for row in table)).encode())
    lines = "".join(json.dumps(row.to_data(), ensure_ascii=False) + "\n" for row in table)
    out.write("sites.jsonl", lines.encode())
    out.write("timings.csv", csv_text(("site", "cpu_seconds"), _timings(out, table)).encode())


def _timings(out: Place, table: Iterable[SiteSummary]) -> Iterator[list[object]]:
    for row in table:
        data = out.read(f"sites/{row.site}/timing.json")
        if data is not None:
            with suppress(ValueError, KeyError, TypeError, RecursionError):
                yield [row.site, json.loads(data)["cpu_seconds"]]
