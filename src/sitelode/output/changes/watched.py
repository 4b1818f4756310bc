"""What a site that is watched said the last time, and what its wrapper says about it now.

The state is a file of JSON lines beside the wrapper: a line for each article and page of records, and one on the wrapper itself.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sitelode.output.articles_files import article_data
from sitelode.output.changes.events import BROKEN, DRIFTING, FITS_AGAIN, REPAIRED, WRAPPER, Event
from sitelode.output.changes.results import events_of, json_lines, moment_of
from sitelode.output.files import whole_file
from sitelode.wrappers.applying import Reading
from sitelode.wrappers.verify.verdicts import BatchVerdict, Verdict
from sitelode.wrappers.wrapper import Wrapper

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
        file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in ({_STATE: now}, *lines))
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
