"""Ask the site of a result for what changed, check the wrapper on it, and keep what the run found: `sitelode watch` for the window."""

import tempfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sitelode.errors import SettingError
from sitelode.output.changes.moments import site_changes, wrapper_events
from sitelode.output.changes.watch_log import WatchRun, add_run, read_runs
from sitelode.progress import Progress
from sitelode.site.reading import read_site
from sitelode.sources.choice import CRAWL_FOLDER, is_crawl, is_url
from sitelode.sources.crawl.settings import CrawlMode, CrawlSettings
from sitelode.studio.result_wrapper import known_articles, known_rows, wrapper_of
from sitelode.studio.session import StudioSession
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.verify.verdicts import LoggedVerdict, add_verdict, read_verdicts
from sitelode.wrappers.verify.verifying import verify
from sitelode.wrappers.wrapper import read_wrapper

MOST_PAGES = 1_000_000  # that a person may ask for; all bounds here are set by hand
SHOWN_RUNS = 20
SHOWN_EVENTS = 500  # of one run
REFRESH = "refresh"
REACH = ("max_pages", "max_depth", "max_pages_under", "max_depth_under", "subdomains", "follow", "include", "exclude")


def start_refresh(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    """Begin a run in the background; the windows are told when it ends."""
    most = given.get("max_pages") if isinstance(given, dict) else None
    if most is not None and (type(most) is not int or not 0 < most <= MOST_PAGES):
        raise SettingError(f"a crawl asks for 1 to {MOST_PAGES:,} pages")
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
        verdict = verify(found.readings, known_articles(session.folder), known_rows(session.folder))
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
