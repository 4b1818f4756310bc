"""The wrapper over time: what it holds, whether it still fits pages of today, and a repair that is shown before it is kept."""

import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sitelode.counted import counted
from sitelode.errors import ResultError, SettingError
from sitelode.html.page import Page
from sitelode.site.reading import read_site
from sitelode.sources.choice import is_url
from sitelode.studio.result_wrapper import known_articles, known_rows, wrapper_of
from sitelode.studio.session import StudioSession
from sitelode.studio.views.refreshing import runs_view
from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.known_content import KnownArticles, KnownRows, RepairEvidence, known_file, write_known
from sitelode.wrappers.lessons import LessonLog, lessons_file
from sitelode.wrappers.repair.repairing import Repair, repair
from sitelode.wrappers.verify.verdicts import BatchVerdict, LoggedVerdict, add_verdict, read_verdicts
from sitelode.wrappers.verify.verifying import verify
from sitelode.wrappers.wrapper import read_wrapper, write_wrapper

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
    verdict = verify(readings, known_articles(session.folder), known_rows(session.folder))
    add_verdict(path, LoggedVerdict.of(verdict, source, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")))
    return _verdict(verdict)


def propose_repair(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    """Learn anew what the wrapper no longer finds, and show some pages before and after; nothing is written."""
    path, source = wrapper_of(session.folder), _source(session, given)
    old, lessons = read_wrapper(path), tuple(LessonLog.read(lessons_file(path)).holding)
    pages = _pages(session, source)
    done = repair(
        old,
        pages,
        RepairEvidence(known_articles(session.folder), known_rows(session.folder), lessons),
        datetime.now(UTC).date().isoformat(),
    )
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
    write_known(KnownArticles.of_readings(readings), known_file(target), KnownRows.of_readings(readings))
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
