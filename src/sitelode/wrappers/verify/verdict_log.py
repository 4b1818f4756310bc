"""Verdicts over time: one line for each time that a wrapper was checked, in a file beside it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from sitelode.errors import DamagedDataError, WrapperError
from sitelode.json_data import Bounds, JsonData, Share, form_of
from sitelode.shared_file import SharedFile
from sitelode.wrappers.verify.verdicts import BatchVerdict

VERDICTS: Final = ("fits", "drifting", "broken")
MOST_REASONS: Final = 20  # kept of one verdict; set by hand
_FILE: Final = SharedFile("log of verdicts", 50_000_000, WrapperError, "remove that file")


@dataclass(frozen=True, slots=True)
class LoggedVerdict(JsonData):
    """One check of a wrapper."""

    at: str  # ISO 8601
    source: str  # of the pages
    verdict: Annotated[str, form_of(Literal[VERDICTS])]
    pages: Annotated[int, Bounds(0)]
    match: Share = 0.0
    reasons: tuple[str, ...] = ()

    @classmethod
    def of(cls, verdict: BatchVerdict, source: str, at: str) -> "LoggedVerdict":
        return cls(at, source, str(verdict.verdict), verdict.pages, round(verdict.match, 3), tuple(verdict.reasons[:MOST_REASONS]))


def verdicts_file(wrapper: Path) -> Path:
    return wrapper.parent / (wrapper.name.removesuffix(".json") + ".verdicts.jsonl")


def add_verdict(wrapper: Path, entry: LoggedVerdict) -> None:
    """Add a line to the log of a wrapper.

    Raises:
        WrapperError: when it cannot be written.

    """
    path = verdicts_file(wrapper)
    try:
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(entry.to_data(), ensure_ascii=False) + "\n")
    except OSError as problem:
        raise WrapperError(f"cannot write {path}: {problem.strerror or problem}") from problem


def read_verdicts(wrapper: Path) -> list[LoggedVerdict]:
    """All checks, the last one last; lines that are none are skipped."""
    path, found = verdicts_file(wrapper), list[LoggedVerdict]()
    if not path.is_file():
        return found
    for line in _FILE.content(path).splitlines():
        try:
            found.append(LoggedVerdict.from_data(msgspec.json.decode(line)))
        except (msgspec.MsgspecError, DamagedDataError, ValueError, TypeError, KeyError, AttributeError):
            continue
    return found
