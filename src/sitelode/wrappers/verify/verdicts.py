"""Verdicts: on a field, on a batch of pages, each with reasons that a person can read."""

from dataclasses import dataclass, field
from enum import IntEnum

MAIN_FIELDS = frozenset(("text", "records"))


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
