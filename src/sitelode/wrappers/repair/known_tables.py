"""Recognise a table on changed pages: its list by records seen before, its columns by values seen before, by name, by looks.

A column that says on the same rows what an old one said is that one. Where no row is known, or its values have changed since, a column
of the same name must look like the old one; without that, it must be the only one that does, and there must be something to see.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sitelode.tables.name_words import says_nothing
from sitelode.wrappers.verify.verifying import BROKEN_BELOW, field_findings
from sitelode.wrappers.wrapper import FieldProfile

# Set by hand with the changed templates of `bench.repair_tables` in view.
LEAST_AGREEING = 2  # rows on which an old and a new column say the same
AGREEING_SHARE = 0.5  # share of the rows on which the old column is known
LEAST_LOOKED_AT = 3  # values that looks are judged by

Row = Mapping[str, str]


@dataclass(frozen=True)
class ColumnEvidence:
    """What is known about an old table and a new one."""

    old: Mapping[str, FieldProfile]  # by column
    new: Sequence[Row]  # rows, as the new rules read them
    known: Sequence[tuple[Row, Row]] = ()  # rows seen before: as the old rules read them, and as the new ones do


@dataclass(frozen=True)
class ColumnMatch:
    """Old columns with their new ones."""

    by_values: Mapping[str, str] = field(default_factory=dict)
    by_looks: Mapping[str, str] = field(default_factory=dict)
    agreeing: int = 0  # cells seen before that say the same in the column matched

    @property
    def columns(self) -> dict[str, str]:
        return {**self.by_values, **self.by_looks}


def match_columns(evidence: ColumnEvidence) -> ColumnMatch:
    """One new column at most for each old one."""
    counts = _agreement(evidence.known)
    by_values = _by_values(counts, evidence.known, list(evidence.old))
    agreeing = sum(counts[old][new].rows for old, new in by_values.items())
    return ColumnMatch(by_values, _by_looks(evidence, by_values, set(_known_counts(evidence.known))), agreeing)


@dataclass
class _Count:
    rows: int = 0
    values: set[str] = field(default_factory=set)


def _agreement(known: Sequence[tuple[Row, Row]]) -> dict[str, dict[str, _Count]]:
    counts: dict[str, dict[str, _Count]] = defaultdict(lambda: defaultdict(_Count))
    for old_row, new_row in known:
        columns_of = defaultdict(list)
        for new, value in new_row.items():
            columns_of[value].append(new)
        for old, value in old_row.items():
            for new in columns_of.get(value, ()):
                counts[old][new].rows += 1
                counts[old][new].values.add(value)
    return counts


def _known_counts(known: Sequence[tuple[Row, Row]]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for old_row, _ in known:
        for old in old_row:
            counts[old] += 1
    return {old: count for old, count in counts.items() if count >= LEAST_AGREEING}


def _by_values(counts: dict[str, dict[str, _Count]], known: Sequence[tuple[Row, Row]], order: Sequence[str]) -> dict[str, str]:
    having = _known_counts(known)
    pairs = [(old, new, counts[old][new]) for old in order if old in having for new in counts[old]]
    # The more different values agree, the surer; of equally sure ones, that of the same name, then the more informative column.
    pairs.sort(key=lambda pair: (-len(pair[2].values), -pair[2].rows, pair[0] != pair[1]))
    found: dict[str, str] = {}
    for old, new, count in pairs:
        if old not in found and new not in found.values() and count.rows >= max(LEAST_AGREEING, AGREEING_SHARE * having[old]):
            found[old] = new
    return found


def _by_looks(evidence: ColumnEvidence, matched: Mapping[str, str], known: set[str]) -> dict[str, str]:
    """For old columns without a match; one whose known values say nothing anywhere may only be matched by its name."""
    new = dict.fromkeys(name for row in evidence.new for name in row if name not in matched.values())
    columns = {name: [row.get(name, "") for row in evidence.new] for name in new}
    missing = [(old, profile) for old, profile in evidence.old.items() if old not in matched]
    found = {old: old for old, profile in missing if old in columns and not says_nothing(old) and looks_like(profile, columns[old])}
    for old, profile in missing:
        if old not in found and old not in known and profile.prototype.says_something and profile.is_usual:
            fitting = [new for new in columns if new not in found.values() and looks_like(profile, columns[new])]
            others = [each for name, each in missing if name != old and name not in found]
            # One that could be another missing column as well is neither.
            if len(fitting) == 1 and not any(looks_like(other, columns[fitting[0]]) for other in others):
                found[old] = fitting[0]
    return found


def looks_like(profile: FieldProfile, values: Sequence[str]) -> bool:
    """Whether values are as often there, as long, and start and end as those of a column used to."""
    filled = sum(map(bool, values))
    return filled >= max(LEAST_LOOKED_AT, BROKEN_BELOW * profile.filled * len(values)) and not field_findings("", profile, values)
