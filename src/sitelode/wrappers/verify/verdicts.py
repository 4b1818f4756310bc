"""Verdicts: on a field, on a batch of pages, each with reasons that a person can read; and those of a wrapper over time, as a log."""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

import msgspec

from sitelode.errors import WrapperError
from sitelode.json_data import Bounds, JsonData, Share, form_of
from sitelode.shared_file import SharedFile

MAIN_FIELDS = frozenset(("text", "records"))
VERDICTS: Final = ("fits", "drifting", "broken")
MOST_REASONS: Final = 20  # kept of one verdict; set by hand
_FILE: Final = SharedFile("log of verdicts", 50_000_000, WrapperError, "remove that file")

Logged = TypeVar("Logged", bound=JsonData)


class Verdict(IntEnum):
    """The worse, the greater; the number is the exit code of `sitelode wrapper verify`."""

    FITS = 0
    DRIFTING = 1
    BROKEN = 2

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Finding:
    """One reason, as a person says it."""

    verdict: Verdict
    reason: str
    on_all_pages: bool = False  # it is said of the rules, not of some of the pages


@dataclass(frozen=True)
class FieldVerdict:
    """The verdict on one field of one layout."""

    layout: str
    field: str
    findings: tuple[Finding, ...] = ()
    is_column: bool = False  # one of many of a table, which counts together with the others

    @property
    def verdict(self) -> Verdict:
        return max((finding.verdict for finding in self.findings), default=Verdict.FITS)


@dataclass(frozen=True)
class BatchVerdict:
    """The verdict on a wrapper, after a batch of pages."""

    pages: int
    match: float  # share of the layout that the middle page has
    fields: tuple[FieldVerdict, ...] = ()
    findings: tuple[Finding, ...] = field(default=())  # about the batch as a whole

    @property
    def verdict(self) -> Verdict:
        """The worst of all; but a single field other than the text cannot break the wrapper."""
        lesser = [min(each.verdict, Verdict.DRIFTING) for each in self.fields if each.field not in MAIN_FIELDS and not each.is_column]
        return max((*lesser, self.main_verdict))

    @property
    def main_verdict(self) -> Verdict:
        """The verdict on the text, on the records, or on a table as a whole."""
        main = [each.verdict for each in self.fields if each.field in MAIN_FIELDS and not each.is_column]
        return max((*main, *(finding.verdict for finding in self.findings)), default=Verdict.FITS)

    @property
    def reasons(self) -> list[str]:
        """All reasons, the gravest first."""
        every = [*self.findings, *(finding for each in self.fields for finding in each.findings)]
        return [finding.reason for finding in sorted(every, key=lambda finding: -finding.verdict)]


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
