"""One site of many: mined in its folder, and summed up in a line that says it is done."""

import json
import time
from collections.abc import Collection
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitelode.errors import ResultError, SitelodeError
from sitelode.many_sites.places import Place, place_at
from sitelode.settings import MineSettings

if TYPE_CHECKING:
    from sitelode.output.result import Written

SUMMARY = "summary.json"
LONGEST_ERROR = 300  # characters


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
