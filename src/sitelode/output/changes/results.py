"""Read two results, or two files of JSON lines, for comparison."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from sitelode.errors import ResultError
from sitelode.json_data import read_json
from sitelode.layout.sketch import share_of
from sitelode.output.changes.events import (
    ARTICLE,
    LAYOUT_CHANGED,
    RECORD,
    WRAPPER,
    Event,
    Things,
    article_key,
    events_between,
    keyed_records,
)
from sitelode.shared_file import SharedFile
from sitelode.wrappers.applying import SAME_LAYOUT_FROM
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
            raise ResultError(f"{path}, line {number}: this is no article and no record; give JSON lines of objects")
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
