"""Read two results, or two files of JSON lines, for comparison."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from sitelode.errors import ResultError
from sitelode.json_data import read_json
from sitelode.layout.sketch import share_of
from sitelode.output.article_forms import article_data
from sitelode.output.changes.events import (
    ARTICLE,
    BROKEN,
    DRIFTING,
    FITS_AGAIN,
    LAYOUT_CHANGED,
    RECORD,
    REPAIRED,
    WRAPPER,
    Event,
    Things,
    article_key,
    events_between,
    keyed_records,
)
from sitelode.output.files import json_text, whole_file
from sitelode.progress import Progress, no_progress
from sitelode.shared_file import SharedFile
from sitelode.site.site import Site
from sitelode.site.store import Entry
from sitelode.wrappers.applying import SAME_LAYOUT_FROM, Applier, Reading
from sitelode.wrappers.verify.verdicts import BatchVerdict, Verdict
from sitelode.wrappers.wrapper import Wrapper, read_wrapper

_LINES = SharedFile("file of articles or records", 2_000_000_000, ResultError, "give a folder that sitelode mine wrote, or JSON lines")


@dataclass(frozen=True)
class Moment:
    """A site at one moment: its articles, its records, its wrapper where there is one."""

    articles: Things = field(default_factory=dict)
    records: Things = field(default_factory=dict)
    wrapper: Wrapper | None = None


def read_moment(path: Path) -> Moment:
    """A folder of results, or a file of JSON lines as `sitelode mine`, `apply` or `records` write them.

    Raises:
        ResultError: when it is neither.

    """
    if path.is_dir():
        if not (path / "articles.jsonl").is_file() and not (path / "records.jsonl").is_file():
            raise ResultError(f"{path} has neither articles.jsonl nor records.jsonl; give a folder that sitelode mine wrote")
        lines = [each for name in ("articles.jsonl", "records.jsonl") if (path / name).is_file() for each in json_lines(path / name)]
        wrapper = read_wrapper(path / "wrapper.json") if (path / "wrapper.json").is_file() else None
        return moment_of(lines, wrapper)
    return moment_of(json_lines(path))


def moment_of(lines: "list[dict[str, Any]] | Iterator[dict[str, Any]]", wrapper: Wrapper | None = None) -> Moment:
    articles, records = dict[str, Any](), list[dict[str, Any]]()
    for line in lines:
        if isinstance(line.get("records"), list):
            records += [{"list": line.get("layout") or "", **record} for record in line["records"] if isinstance(record, dict)]
        elif "text" in line or ("title" in line and "url" in line):
            articles[article_key(line)] = line
        elif "reason" not in line:
            records.append(line)
    return Moment(articles, keyed_records(records), wrapper)


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file, one a line.

    Raises:
        ResultError: when it cannot be read, or holds something else.

    """
    for number, line in enumerate(BytesIO(_LINES.content(path)), start=1):
        try:
            found = read_json(line) if line.strip() else None
        except (ValueError, RecursionError) as problem:
            raise ResultError(f"{path}, line {number}: {problem!s:.200}") from problem
        if found is not None and not isinstance(found, dict):
            raise ResultError(f"{path}, line {number}: this is neither an article nor a record; give JSON lines of objects")
        if found is not None:
            yield found


def events_of(old: Moment, new: Moment, time: str = "") -> Iterator[Event]:
    """Everything that changed between two moments."""
    yield from events_between(old.articles, new.articles, ARTICLE, time)
    yield from events_between(old.records, new.records, RECORD, time)
    if old.wrapper is not None and new.wrapper is not None:
        yield from layout_events(old.wrapper, new.wrapper, time)


def layout_events(old: Wrapper, new: Wrapper, time: str) -> Iterator[Event]:
    """Layouts of the old wrapper that no layout of the new one is like."""
    for layout in old.layouts:
        likeness = max((share_of(layout.sketch, each.sketch) for each in new.layouts if each.kind == layout.kind), default=0.0)
        if len(layout.sketch) and layout.pages > 1 and likeness < SAME_LAYOUT_FROM:
            yield Event(
                LAYOUT_CHANGED, WRAPPER, layout.name, layout.name, time, data={"pages": layout.pages, "likeness": round(likeness, 2)}
            )


_STATE = "wrapper state"


def watched_file(wrapper: Path) -> Path:
    """Where the last state of a watched site is kept."""
    return wrapper.parent / (wrapper.name.removesuffix(".json") + ".watched.jsonl")


def lines_of(readings: Iterable[Reading]) -> list[dict[str, Any]]:
    """What a wrapper says about pages, a line each, as far as it says anything."""
    found = []
    for reading in readings:
        if reading.found.article is not None:
            found.append(article_data(reading.found.article, reading.taught))
        elif reading.found.records:
            layout = reading.layout.name if reading.layout else ""
            found.append({"url": reading.url, "layout": layout, "records": [dict(record) for record in reading.found.records]})
    return found


def changes_since(path: Path, lines: list[dict[str, Any]], wrapper: Wrapper, verdict: BatchVerdict | None, time: str) -> list[Event]:
    """The events since the last time, whose state is then replaced; none the first time."""
    first = not path.is_file()
    before = [] if first else list(json_lines(path))
    state: dict[str, Any] = next((line[_STATE] for line in before if isinstance(line.get(_STATE), dict)), {})
    old = moment_of([line for line in before if _STATE not in line])
    now = {"verdict": str(verdict.verdict) if verdict is not None else state.get("verdict", "fits"), "history": len(wrapper.history)}
    with whole_file(path) as file:
        file.writelines(json_text(line) + "\n" for line in ({_STATE: now}, *lines))
    if first:
        return []
    return [*events_of(old, moment_of(lines), time), *wrapper_events(state, wrapper, verdict, time)]


def wrapper_events(state: dict[str, Any], wrapper: Wrapper, verdict: BatchVerdict | None, time: str) -> Iterator[Event]:
    """What happened to the wrapper itself, given the verdict and the length of its history of the last time."""
    known = state.get("history")
    if isinstance(known, int) and len(wrapper.history) > known:
        yield Event(REPAIRED, WRAPPER, wrapper.site, wrapper.site, time, data={"history": list(wrapper.history[known:])})
    if verdict is None:
        return
    if verdict.verdict is not Verdict.FITS:
        what = BROKEN if verdict.verdict is Verdict.BROKEN else DRIFTING
        yield Event(what, WRAPPER, wrapper.site, wrapper.site, time, data={"reasons": verdict.reasons})
    elif state.get("verdict", "fits") != "fits":
        yield Event(FITS_AGAIN, WRAPPER, wrapper.site, wrapper.site, time)


@dataclass
class SiteChanges:
    """Pages that are new or have other bytes, as the wrapper reads them; and everything that differs, as events."""

    pages: int = 0  # of now
    readings: list[Reading] = field(default_factory=list)  # of new and changed pages
    before: list[dict[str, Any]] = field(default_factory=list)  # what the wrapper says about all pages of then
    after: list[dict[str, Any]] = field(default_factory=list)  # and of now

    def events(self, time: str) -> list[Event]:
        return list(events_of(moment_of(self.before), moment_of(self.after), time))


def site_changes(old: Site, new: Site, applier: Applier, progress: Progress = no_progress) -> SiteChanges:
    """Read both with one wrapper. A page with the same bytes says the same, and is read once."""
    known = {entry.url: entry for entry in old.entries}
    found = SiteChanges(len(new.entries))
    for place, entry in enumerate(new.entries, start=1):
        progress("compare", place, len(new.entries))
        readings = list(applier.read(new.store.page(entry.number), entry.origin))
        found.after += lines_of(readings)
        if entry.url in known and known[entry.url].digest == entry.digest:
            found.before += lines_of(readings)
            del known[entry.url]
        else:
            found.readings += readings
    found.before += _lines(old, list(known.values()), applier)
    return found


def _lines(site: Site, entries: Sequence[Entry], applier: Applier) -> list[dict[str, Any]]:
    return lines_of(reading for entry in entries for reading in applier.read(site.store.page(entry.number), entry.origin))
