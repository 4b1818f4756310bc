"""The wrapper over time: refresh the site, check the wrapper on what came, and a repair that is shown before it is kept."""

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sitelode.counted import counted
from sitelode.errors import ResultError, SettingError
from sitelode.html.page import Page
from sitelode.output.changes.moments import site_changes, wrapper_events
from sitelode.output.changes.watch_log import WatchRun, add_run, read_runs
from sitelode.progress import Progress
from sitelode.site.reading import read_site
from sitelode.sources.choice import CRAWL_FOLDER, is_crawl, is_url
from sitelode.sources.crawl.settings import CrawlMode, CrawlSettings
from sitelode.studio.result_files import wrapper_of
from sitelode.studio.session import StudioSession
from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.known_content import KnownContent, known_beside, known_file, rows_beside, write_known
from sitelode.wrappers.lessons import LessonLog, lessons_file
from sitelode.wrappers.repair.repairing import Repair, repair
from sitelode.wrappers.verify.verdict_log import LoggedVerdict, add_verdict, read_verdicts
from sitelode.wrappers.verify.verdicts import BatchVerdict
from sitelode.wrappers.verify.verifying import verify
from sitelode.wrappers.wrapper import read_wrapper, write_wrapper

MOST_REQUESTED = 1_000_000  # that a person may ask for; all bounds here are set by hand
SHOWN_RUNS = 20
SHOWN_EVENTS = 500  # of one run
REFRESH = "refresh"
REACH = ("max_pages", "max_depth", "subdomains", "follow", "include", "exclude")


def start_refresh(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    """Begin a run in the background; the windows are told when it ends."""
    most = given.get("max_pages") if isinstance(given, dict) else None
    if most is not None and (type(most) is not int or not 0 < most <= MOST_REQUESTED):
        raise SettingError(f"a crawl asks for 1 to {MOST_REQUESTED:,} pages")
    source = session.source_of_today
    if Path(source) == session.folder:
        raise SettingError(f"the source of this result, {session.own_source[:200]}, is not there; check the wrapper on other pages instead")
    private = isinstance(given, dict) and given.get("allow_private") is True
    settings = replace(_reach(session, source), allow_private=private or session.settings.allow_private)
    settings = settings if most is None else replace(settings, max_pages=most)
    session.task.start(REFRESH, lambda progress: refresh(session, source, settings, progress))
    return {"started": source}


def _reach(session: StudioSession, source: str) -> CrawlSettings:
    """As far as the crawl went before. Nothing else that its file says counts: folders come from anywhere."""
    folder = session.folder / CRAWL_FOLDER if is_url(source) else Path(source)
    stored = _report(folder).get("settings")
    try:
        return CrawlSettings.from_json({name: stored[name] for name in REACH if name in stored} if isinstance(stored, dict) else {})
    except (TypeError, ValueError, AttributeError):
        return CrawlSettings()


def _report(folder: Path) -> dict[str, Any]:
    if not is_crawl(folder):
        return {}
    from sitelode.sources.crawl.folder import CrawlFolder  # noqa: PLC0415 (needs libraries that only a crawl needs)

    return CrawlFolder(folder).report()


def stop_task(session: StudioSession, _given: object) -> dict[str, Any]:
    session.task.stop()
    return {"stopped": session.task.name}


def refresh(session: StudioSession, source: str, settings: CrawlSettings, progress: Progress) -> None:
    """One run: fetch, compare with the result, verify on what changed, and keep both."""
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    source = _fetched(session, source, settings, progress)
    path, verdict = wrapper_of(session.folder), None
    applier, logged, runs = Applier(read_wrapper(path)), read_verdicts(path), read_runs(path)
    with tempfile.TemporaryDirectory(prefix="sitelode-refresh-", ignore_cleanup_errors=True) as folder:
        now = read_site(source, folder=Path(folder), settings=session.settings, progress=progress)
        found = site_changes(session.site, now, applier, progress)
    if found.readings:
        verdict = verify(found.readings, rows_beside(path))
        add_verdict(path, LoggedVerdict.of(verdict, source, at))
    before = {"verdict": logged[-1].verdict if logged else "fits"} | ({"history": runs[-1].history} if runs else {})
    events = [*wrapper_events(before, applier.wrapper, verdict, at), *found.events(at)]
    add_run(path, replace(WatchRun.of(at, source, found.pages, events), history=len(applier.wrapper.history)))


def _fetched(session: StudioSession, source: str, settings: CrawlSettings, progress: Progress) -> str:
    """Bring a crawl up to date; what is no crawl is read as it is now."""
    folder = session.folder / CRAWL_FOLDER if is_url(source) else Path(source)
    if not is_url(source) and not is_crawl(folder):
        return source
    from sitelode.sources.crawl.source import crawl  # noqa: PLC0415 (loaded when there is work)

    url = source if is_url(source) else str(_report(folder).get("url") or session.own_source)
    mode: CrawlMode = "refresh" if is_crawl(folder) else "start"
    crawl(url, folder, settings, mode, lambda now: progress("crawl", now.pages, now.pages + now.waiting))
    return str(folder)


def runs_view(session: StudioSession) -> dict[str, Any]:
    """The last runs, the newest first, and what runs now."""
    runs = read_runs(wrapper_of(session.folder))
    return {
        "source": session.source_of_today,
        "can_refresh": session.source_of_today != str(session.folder),
        "task": session.task.name,
        "problem": session.task.problem,
        "waiting": bool(runs and runs[-1].events and not runs[-1].is_taken),
        "runs": [_run(session, each) for each in reversed(runs[-SHOWN_RUNS:])],
    }


def _run(session: StudioSession, run: WatchRun) -> dict[str, Any]:
    shown = [{**event, "page": session.number_of(str(event.get("key", "")))} for event in run.events[:SHOWN_EVENTS]]
    left = run.left_out + len(run.events) - len(shown)
    return {"at": run.at, "source": run.source, "pages": run.pages, "is_taken": run.is_taken, "events": shown, "left_out": left}


MOST_PAGES = 1_000  # of a source that are looked at; all bounds here are set by hand
MOST_SHOWN = 100  # verdicts
SHOWN_PAGES = 5  # of a repair, before and after
SHOWN_TEXT = 400  # characters
REPAIRED = "wrapper.repaired.json"


def watch_view(session: StudioSession) -> dict[str, Any]:
    """What the wrapper holds, and all verdicts on it, the last one first."""
    path = wrapper_of(session.folder)
    wrapper, verdicts = read_wrapper(path), read_verdicts(path)
    return {
        "site": wrapper.site,
        "learned": wrapper.learned_on,
        "layouts": [_layout(each) for each in wrapper.layouts],
        "history": list(wrapper.history),
        "verdicts": [each.to_data() for each in reversed(verdicts[-MOST_SHOWN:])],
        "checks": len(verdicts),
        "repaired": (session.folder / REPAIRED).is_file(),
        **runs_view(session),
    }


def _layout(each: Any) -> dict[str, Any]:  # noqa: ANN401 (a layout of a wrapper)
    nothing = each.rules.get("nothing", "") if isinstance(each.rules, Mapping) else ""
    return {
        "name": each.name, "kind": each.kind, "pages": each.pages, "learned": each.learned_on, "addresses": list(each.url_patterns[:3]),
        "nothing": nothing,
    }  # fmt: skip


def check_wrapper(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    """Read pages of today with the wrapper, and keep the verdict."""
    path, source = wrapper_of(session.folder), _source(session, given)
    applier = Applier(read_wrapper(path))
    readings = [reading for page in _pages(session, source) for reading in applier.read(page)]
    if not readings:
        raise ResultError("there are no pages to check the wrapper on")
    verdict = verify(readings, rows_beside(path))
    add_verdict(path, LoggedVerdict.of(verdict, source, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")))
    return _verdict(verdict)


def propose_repair(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    """Learn anew what the wrapper no longer finds, and show some pages before and after; nothing is written."""
    path, source = wrapper_of(session.folder), _source(session, given)
    old, lessons = read_wrapper(path), tuple(LessonLog.read(lessons_file(path)).holding)
    pages = _pages(session, source)
    done = repair(old, pages, replace(known_beside(path), lessons=lessons), datetime.now(UTC).date().isoformat())
    session.cache.forget("repair")
    session.cache.get(("repair",), lambda: (done, pages))
    return {
        "before": _verdict(done.before),
        "after": _verdict(done.after),
        "changes": list(done.changes),
        "questions": list(done.questions),
        "refusal": "" if done.repaired else done.refusal or ("" if done.before.verdict else "the wrapper fits; there is nothing to repair"),
        "repaired": done.repaired,
        "examples": _examples(old, done, pages) if done.repaired else [],
    }


def keep_repair(session: StudioSession, _given: object) -> dict[str, Any]:
    """Write the repair that was shown, beside the wrapper, with what it now finds."""

    def nothing() -> tuple[Repair, list[Page]]:
        raise SettingError("no repair was proposed; look for one first")

    done, pages = session.cache.get(("repair",), nothing)
    if not done.repaired:
        raise SettingError("nothing was repaired, so there is nothing to keep")
    target, applier = session.folder / REPAIRED, Applier(done.wrapper)
    readings = [reading for page in pages for reading in applier.read(page)]
    write_wrapper(done.wrapper, target)
    write_known(KnownContent.of_readings(readings), known_file(target))
    return {"file": str(target)}


def _source(session: StudioSession, given: Any) -> str:  # noqa: ANN401 (checked here)
    source = str(given.get("source") or "").strip() if isinstance(given, dict) else ""
    source = source or session.source_of_today
    if "\0" in source or (not is_url(source) and not Path(source).expanduser().exists()):
        raise SettingError(f"there is no file or folder {source[:200]!r}; an address begins with https://")
    return source if is_url(source) else str(Path(source).expanduser())


def _pages(session: StudioSession, source: str) -> list[Page]:
    """Pages of a source, read for this check alone; or those of the result itself."""
    with tempfile.TemporaryDirectory(prefix="sitelode-check-", ignore_cleanup_errors=True) as folder:
        site = session.site if Path(source) == session.folder else read_site(source, folder=Path(folder), progress=session.progress)
        step = max(len(site.entries) // MOST_PAGES, 1)
        entries = site.entries[::step][:MOST_PAGES]
        pages = []
        for place, entry in enumerate(entries, start=1):
            session.progress("verify", place, len(entries))
            pages.append(site.store.page(entry.number))
        return pages


def _verdict(verdict: BatchVerdict) -> dict[str, Any]:
    fields = [
        {"layout": each.layout, "field": each.field, "verdict": str(each.verdict), "reasons": [one.reason for one in each.findings]}
        for each in verdict.fields
        if each.findings
    ]
    return {"verdict": str(verdict.verdict), "pages": verdict.pages, "match": verdict.match, "reasons": verdict.reasons, "fields": fields}


def _examples(old: Any, done: Repair, pages: list[Page]) -> list[dict[str, Any]]:  # noqa: ANN401 (a wrapper)
    """Pages that the repair reads otherwise."""
    before, after, found = Applier(old), Applier(done.wrapper), list[dict[str, Any]]()
    for page in pages:
        one, other = _shown(before.read(page)), _shown(after.read(page))
        if one != other:
            found.append({"url": page.url, "before": one, "after": other})
        if len(found) == SHOWN_PAGES:
            break
    return found


def _shown(readings: list[Reading]) -> dict[str, str]:
    """What a page gives: the fields of its article, or how many rows its list has, and the first."""
    values = {name: str(value or "")[:SHOWN_TEXT] for reading in readings for name, value in reading.found.values.items()}
    shown = {name: values[name] for name in ("title", "date", "author", "text") if values.get(name)}
    rows = [dict(row) for reading in readings for row in reading.found.records]
    if rows:
        first = " | ".join(str(value) for value in rows[0].values() if value)
        shown["rows"] = f"{counted(len(rows), 'row')}, the first: {first}"[:SHOWN_TEXT]
    return shown
