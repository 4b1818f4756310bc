"""What each run of a watch found, kept in a file beside the wrapper: the last run is what people ask about first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from sitelode.errors import ResultError
from sitelode.json_data import JsonData
from sitelode.output.changes.events import Event
from sitelode.output.files import json_text, whole_file
from sitelode.shared_file import SharedFile, only_writer
from sitelode.wrappers.verify.verdict_log import read_log

MOST_RUNS: Final = 50  # that are kept, the oldest go first; all bounds here are set by hand
MOST_EVENTS: Final = 2_000  # of one run
_NOT_KEPT: Final = frozenset({"time", "data"})  # the time is the run's; what a new article says stands in the result
_FILE: Final = SharedFile("log of a watch", 200_000_000, ResultError, "remove that file")


@dataclass(frozen=True, slots=True)
class WatchRun(JsonData):
    """One run: when, on which pages, and what had changed."""

    at: str  # ISO 8601
    source: str  # of the pages
    pages: int
    events: tuple[dict[str, Any], ...] = ()
    left_out: int = 0  # events beyond those that are kept
    is_taken: bool = False  # whether the result was mined again since
    history: int = 0  # how many times the wrapper had been repaired

    @classmethod
    def of(cls, at: str, source: str, pages: int, events: Sequence[Event]) -> "WatchRun":
        kept = tuple(_kept(event.to_data()) for event in events[:MOST_EVENTS])
        return cls(at, source, pages, kept, len(events) - len(kept))


def _kept(event: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in _NOT_KEPT}


def runs_file(wrapper: Path) -> Path:
    return wrapper.parent / (wrapper.name.removesuffix(".json") + ".runs.jsonl")


def read_runs(wrapper: Path) -> list[WatchRun]:
    """All runs, the last one last."""
    return read_log(WatchRun, _FILE, runs_file(wrapper))


def add_run(wrapper: Path, run: WatchRun) -> None:
    with only_writer(runs_file(wrapper)):
        _write(wrapper, [*read_runs(wrapper), run])


def take_runs(wrapper: Path, events: Sequence[Event] = ()) -> None:
    """Say that the result holds all that the runs found; what mining again showed is added to the last of them."""
    with only_writer(runs_file(wrapper)):
        runs = [replace(run, is_taken=True) for run in read_runs(wrapper)]
        if runs:
            more = tuple(_kept(event.to_data()) for event in events)
            runs[-1] = replace(runs[-1], events=(*runs[-1].events, *more))
            _write(wrapper, runs)


def _write(wrapper: Path, runs: Sequence[WatchRun]) -> None:
    with whole_file(runs_file(wrapper)) as file:
        file.writelines(json_text(run.to_data()) + "\n" for run in runs[-MOST_RUNS:])
