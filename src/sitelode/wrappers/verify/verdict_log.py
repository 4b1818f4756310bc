"""The verdicts on a wrapper over time, as a log beside it."""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

import msgspec

from sitelode.errors import WrapperError
from sitelode.json_data import Bounds, JsonData, Share, form_of
from sitelode.shared_file import SharedFile
from sitelode.wrappers.verify.verdicts import BatchVerdict

VERDICTS: Final = ("fits", "drifting", "broken")
MOST_REASONS: Final = 20  # kept of one verdict; set by hand
_FILE: Final = SharedFile("log of verdicts", 50_000_000, WrapperError, "remove that file")

Logged = TypeVar("Logged", bound=JsonData)


@dataclass(frozen=True, slots=True)
class LoggedVerdict(JsonData):
    """One check of a wrapper."""

    at: str  # ISO 8601
    source: str  # of the pages
    verdict: Annotated[str, form_of(Literal[VERDICTS])]
    pages: Annotated[int, Bounds(0)]
    match: Share
    reasons: tuple[str, ...]

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
    """All checks, the last one last."""
    return read_log(LoggedVerdict, _FILE, verdicts_file(wrapper))


def read_log(kind: type[Logged], file: SharedFile, path: Path) -> list[Logged]:
    """The entries of a log, one a line; lines that are none are skipped, and a log that nobody wrote has none."""
    found = list[Logged]()
    for line in file.content(path).splitlines() if path.is_file() else ():
        with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
            found.append(kind.from_data(msgspec.json.decode(line)))
    return found
