"""Mine all sites of a folder of shards, and write one table of them; a run that was stopped goes on at the sites that are missing.

sites.csv, sites.jsonl      a row for every site: pages, layouts, articles, records, confidence, error
timings.csv                 CPU seconds by site
sites/SITE/                 the result of each, as `sitelode mine` writes it
articles/site=SITE/         all articles as one dataset, with Parquet: pandas, DuckDB, Polars and Spark read it as a whole
"""

import json
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitelode.errors import ResultError, SitelodeError
from sitelode.many_sites.places import Place, place_at
from sitelode.many_sites.shards import chosen, read_manifest, sites_of, unfinished
from sitelode.output.safe_text import csv_text
from sitelode.processes import in_processes
from sitelode.progress import Progress, no_progress
from sitelode.settings import MineSettings

if TYPE_CHECKING:
    from sitelode.output.result import Written

SUMMARY = "summary.json"
LONGEST_ERROR = 300  # characters
PRELOADED = ("sitelode.pipeline", "sitelode.output.result")  # what mining a site needs


@dataclass(frozen=True)
class SiteJob:
    """What a worker is told: addresses and settings, never pages."""

    site: str
    shards: str  # the address of the split pages
    out: str
    settings: MineSettings
    forms: tuple[str, ...] = ()
    pages: int = 0  # as the shards count them
    at_once: int = 1  # processes for its parts, where it is large

    @property
    def folder(self) -> str:
        return f"sites/{self.site}"

    def order(self) -> str:
        """A name for what is asked for: a result of another order is not taken for this one."""
        from sitelode.output.saved_state import order_of  # noqa: PLC0415 (loaded when there is work)

        return order_of(self.settings, self.forms)


@dataclass(frozen=True)
class SiteSummary:
    """One row of the table of all sites."""

    site: str
    pages: int = 0
    layouts: int = 0
    articles: int = 0
    records: int = 0
    confidence: float = 0.0  # mean over articles
    error: str = ""

    def to_data(self) -> dict[str, Any]:
        return asdict(self)


def finished(place: Place, job: SiteJob, parts: Collection[str]) -> SiteSummary | None:
    """The summary of an earlier run of the same order on the same parts; None where there is work to do."""
    data = place.read(f"{job.folder}/{SUMMARY}")
    try:
        found = json.loads(data) if data else {}
        if found.get("order") != job.order() or found.get("parts") != sorted(parts):
            return None
        return SiteSummary(**found["summary"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def run(job: SiteJob) -> SiteSummary:
    """Mine a site from its parts; an error of ours becomes its line in the table."""
    began = time.process_time()
    shards, out = place_at(job.shards), place_at(job.out)
    parts = shards.names(job.folder)
    known = finished(out, job, parts)
    if known is not None:
        return known
    try:
        with shards.fetched(job.folder) as pages, out.filled(job.folder) as folder:
            summary = _mined(job, pages, folder)
    except ResultError:
        raise  # a full disk or a missing right: the next site would fare no better
    except SitelodeError as problem:
        return SiteSummary(job.site, error=str(problem)[:LONGEST_ERROR])
    about = {"order": job.order(), "parts": parts, "summary": summary.to_data()}
    out.write(f"{job.folder}/timing.json", json.dumps({"cpu_seconds": round(time.process_time() - began, 2)}).encode())
    out.write(f"{job.folder}/{SUMMARY}", json.dumps(about).encode())
    return summary


def _mined(job: SiteJob, pages: Path, folder: Path) -> SiteSummary:
    from sitelode.incremental.large_site import mine_large  # noqa: PLC0415 (loaded when there is work)
    from sitelode.output.result import write_result  # noqa: PLC0415
    from sitelode.pipeline import mine  # noqa: PLC0415

    written = _renewed(job, pages, folder) if job.pages <= job.settings.learn_from else None
    if written is not None:
        return _summary(job, written)
    (folder / "site.sqlite").unlink(missing_ok=True)  # of a run that was interrupted, or of other settings
    if job.pages > job.settings.learn_from:
        large = mine_large(sorted(pages.iterdir()), folder, job.settings, job.forms, job.at_once)
        return SiteSummary(job.site, large.pages, large.layouts, large.articles, large.records.total(), round(large.confidence, 4))
    mined = mine(pages, folder=folder, settings=job.settings)
    mined.site.store["source"] = job.site  # wherever a worker had its copy
    written = write_result(mined, folder, job.forms)
    mined.site.store.close()
    return _summary(job, written)


def _renewed(job: SiteJob, pages: Path, folder: Path) -> "Written | None":
    """The site with its new pages, where it was mined whole before. Whoever is interrupted here leaves no summary: all is mined then."""
    from sitelode.incremental.mine_again import renew  # noqa: PLC0415 (loaded when there is work)

    summary = folder / SUMMARY
    try:
        is_whole = json.loads(summary.read_bytes()).get("order") == job.order()
    except (OSError, ValueError, AttributeError, RecursionError):
        is_whole = False
    if not is_whole:
        return None
    summary.unlink()
    return renew(pages, folder, job.settings, job.forms, name=job.site)


def _summary(job: SiteJob, written: "Written") -> SiteSummary:
    return SiteSummary(job.site, written.pages, written.layouts, written.articles, written.records, round(written.confidence, 4))


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
        raise ResultError(f"no shards in {shards}; split the sources into it first")
    if left := unfinished(place, plan):
        raise ResultError(f"{len(left):,} of {len(plan.sources):,} sources are not split yet; split them again into the same folder")
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
