"""From repeats to a rule: patterns of one kind of record joined, occurrences aligned, and the rule applied to the next page.

Chia-Hui Chang, Chun-Nan Hsu (cited in `regular_repeats.py`) leave to the user which of several patterns is meant and how records end; their
later system aligns the occurrences as strings. Here:

- A further pattern is of the same kind of record if most of its occurrences lie one by one in the records of the first (another cut through
    the same record) or between them (a variant of it, which then adds records).
- A record goes from one start to the next; the last one is as long as the median.
- The records are aligned with the one that is most like all others (a star alignment, as in the follow-up). A column that some records
    lack is optional; the texts of a column are a field.
- A rule is the columns as plain names of token classes, with the way in which pages become tokens. On another page every place is tried at
    which the first required token stands.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from sitelode.errors import SettingError
from sitelode_lab.iepad.regular_repeats import PageRepeats, RepeatedPattern
from sitelode_lab.iepad.token_classes import TokenSequence, TranslationSettings, dropped_tags

SAME_KIND: Final = 0.8  # share of a pattern's occurrences that must fit into the records of another; set by hand, as are the next
LONGEST_RECORD: Final = 120  # tokens that are aligned; longer records are cut
MOST_ALIGNED: Final = 60  # records a rule is made from
MOST_CENTRES: Final = 20  # different records that may be the centre of the alignment
MOST_COLUMNS: Final = 4 * LONGEST_RECORD  # of an alignment; records that make it longer are not laid over it
MOST_PATTERNS: Final = 200  # of a page that are put into kinds, those that cover most
OFTEN: Final = 0.1  # share of the records that must have a column, and two of them; what fewer have is no part of the rule


@dataclass(frozen=True, slots=True)
class RuleColumn:
    token: str  # as the paper writes it: Html(<a>), Text(_)
    optional: bool

    @property
    def is_text(self) -> bool:
        return self.token.endswith("(_)")


@dataclass(frozen=True, slots=True)
class RecordRule:
    """What a record looks like; every text column is a field."""

    columns: tuple[RuleColumn, ...]
    settings: TranslationSettings = field(default_factory=TranslationSettings)  # of the tokens it was learnt from, and is applied to

    def __str__(self) -> str:
        return "".join(f"[{column.token}]" if column.optional else column.token for column in self.columns)

    @property
    def fields(self) -> int:
        return sum(column.is_text for column in self.columns)

    def apply(self, translation: TokenSequence) -> list[list[str]]:
        """The records of a page: one value per field, empty where a record lacks it. They do not overlap."""
        names = [translation.name(token) for token in translation.tokens.tolist()]
        rows, place = [], 0
        starts = self._first_tokens()
        while place < len(names):
            matched = self._match(names, place) if names[place] in starts and self._fits(names, place) else None
            if matched is None:
                place += 1
                continue
            rows.append(
                [translation.text(at) if at >= 0 else "" for column, at in zip(self.columns, matched, strict=True) if column.is_text]
            )
            place = max(at for at in matched) + 1
        return rows

    def to_json(self) -> str:
        tokens = {"dropped": sorted(self.settings.dropped), "finer_text": self.settings.finer_text}
        columns = [{"token": column.token, "optional": column.optional} for column in self.columns]
        return json.dumps({"iepad": 1, "tokens": tokens, "columns": columns}, indent=1)

    @classmethod
    def from_json(cls, text: str) -> "RecordRule":
        """Raises SettingError when the text is not a rule."""
        try:
            data = json.loads(text)
            columns = tuple(RuleColumn(str(column["token"]), bool(column["optional"])) for column in data["columns"][:LONGEST_RECORD])
            tokens = data.get("tokens", {})
            settings = TranslationSettings(tuple(map(str, tokens.get("dropped", ()))), finer_text=bool(tokens.get("finer_text")))
            dropped_tags(settings)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, SettingError) as problem:
            raise SettingError(f"not a rule of IEPAD: {problem!s:.100}; write one with: sitelode lab repeats PAGE --rule FILE") from problem
        if not any(not column.optional for column in columns):
            raise SettingError("not a rule of IEPAD: it has no column that every record must have")
        return cls(columns, settings)

    def _first_tokens(self) -> set[str]:
        """The tokens a record may begin with."""
        found = set()
        for column in self.columns:
            found.add(column.token)
            if not column.optional:
                break
        return found

    def _fits(self, names: Sequence[str], start: int) -> bool:
        """Whether the tokens from here on are a record: most places fail after a token or two, and need no more."""
        reached = {0}
        for at in range(start, start + len(self.columns) + 1):
            for column in sorted(reached):
                while column < len(self.columns) and self.columns[column].optional:
                    column += 1  # noqa: PLW2901 (what can be left out is)
                    reached.add(column)
            if len(self.columns) in reached:
                return True
            name = names[at] if at < len(names) else None
            reached = {column + 1 for column in reached if column < len(self.columns) and self.columns[column].token == name}
            if not reached:
                return False
        return False

    def _match(self, names: Sequence[str], start: int) -> list[int] | None:
        """The place of each column, -1 where it is left out; None if the tokens from here on are no record.

        From the last column back, for every place that can be reached: whether the rest fits, and how many columns it takes at most.
        """
        width = len(self.columns)
        best = [[-1] * (width + 2) for _ in range(width + 1)]
        best[width] = [0] * (width + 2)
        for column in range(width - 1, -1, -1):
            wanted = self.columns[column]
            for offset in range(column, -1, -1):
                at = start + offset
                taken = best[column + 1][offset + 1] if at < len(names) and names[at] == wanted.token else -1
                skipped = best[column + 1][offset] if wanted.optional else -1
                best[column][offset] = max(taken + 1 if taken >= 0 else -1, skipped)
        if best[0][0] < 1:
            return None
        places, offset = [], 0
        for column, wanted in enumerate(self.columns):
            at = start + offset
            taken = best[column + 1][offset + 1] if at < len(names) and names[at] == wanted.token else -1
            if taken >= 0 and taken + 1 == best[column][offset]:
                places.append(at)
                offset += 1
            else:
                places.append(-1)
        return places


@dataclass(frozen=True, slots=True)
class RecordKind:
    """Patterns of one kind of record, the one that covers most first, and where its records start."""

    patterns: tuple[RepeatedPattern, ...]
    starts: tuple[int, ...]

    def spans(self, tokens: int) -> list[tuple[int, int]]:
        """First token and end of each record."""
        gaps = np.diff(self.starts)
        usual = max(int(np.median(gaps)) if len(gaps) else 0, self.patterns[0].length)
        ends = [*self.starts[1:], min(self.starts[-1] + usual, tokens)]
        # After a gap something else stands: a record there is no longer than usual.
        return [(start, min(end, start + 2 * usual)) for start, end in zip(self.starts, ends, strict=True)]


def record_kinds(found: PageRepeats) -> list[RecordKind]:
    """The patterns of a page by kind of record; those that cover most first."""
    kinds: list[tuple[list[RepeatedPattern], list[int]]] = []
    for pattern in found.patterns[:MOST_PATTERNS]:
        for patterns, starts in kinds:
            joined = _joined(patterns[0], starts, pattern, found)
            if joined is not None:
                patterns.append(pattern)
                starts[:] = joined
                break
        else:
            kinds.append(([pattern], pattern.positions.tolist()))
    return [RecordKind(tuple(patterns), tuple(starts)) for patterns, starts in kinds]


def _joined(first: RepeatedPattern, starts: Sequence[int], other: RepeatedPattern, found: PageRepeats) -> list[int] | None:
    """The starts of the records with those of another pattern, or None if that is of another kind."""
    positions = other.positions.tolist()
    inside = np.searchsorted(starts, positions, side="right") - 1
    reach = max(np.diff(starts).mean() if len(starts) > 1 else 0, first.length)
    within = [place for place, position in zip(inside.tolist(), positions, strict=True) if place >= 0 and position < starts[place] + reach]
    if len(set(within)) >= SAME_KIND * len(positions):
        return list(starts)
    begins_alike = found.translation.tokens[other.start] == found.translation.tokens[first.start]
    near = min(positions) - max(starts) <= 2 * reach and min(starts) - max(positions) <= 2 * reach
    return sorted({*starts, *positions}) if begins_alike and near else None


def rule_of(found: PageRepeats, kind: RecordKind) -> RecordRule:
    """Align the records of one kind into a rule."""
    tokens = found.translation.tokens.tolist()
    spans = kind.spans(len(tokens))[:MOST_ALIGNED]
    records = [tokens[start : min(end, start + LONGEST_RECORD)] for start, end in spans]
    columns, counts = _star_alignment(records)
    kept = [
        (token, count) for token, count in zip(columns, counts, strict=True) if count >= max(OFTEN * len(records), min(2, len(records)))
    ]
    names = tuple(RuleColumn(found.translation.name(token), count < len(records)) for token, count in kept[:LONGEST_RECORD])
    return RecordRule(names, found.translation.settings)


def _star_alignment(records: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Columns, each one token, and in how many records it is; around the record that shares most with all others."""
    different = Counter(map(tuple, records)).most_common(MOST_CENTRES)
    shared = [sum(times * _common(one, other) for other, times in different) for one, _ in different]
    centre = different[shared.index(max(shared))][0]
    columns, counts = list(centre), [0] * len(centre)
    for record in records:
        if len(columns) <= MOST_COLUMNS:
            columns, counts = _merged(columns, counts, record)
    return columns, counts


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """Tokens in common, in order."""
    return int(_alignment_table(one, other)[0, 0])


def _alignment_table(one: Sequence[int], other: Sequence[int]) -> np.ndarray:
    """The most tokens in common from each pair of places on."""
    table = np.zeros((len(one) + 1, len(other) + 1), np.int32)
    right = np.asarray(other, np.int64)
    for i in range(len(one) - 1, -1, -1):
        diagonal = table[i + 1, 1:] + (right == one[i])
        row = np.maximum(diagonal, table[i + 1, :-1])
        table[i, :-1] = np.maximum.accumulate(row[::-1])[::-1]
    return table


def _merged(columns: Sequence[int], counts: Sequence[int], record: Sequence[int]) -> tuple[list[int], list[int]]:
    """Columns with one more record laid over them; what only the record has becomes a column."""
    table = _alignment_table(columns, record)
    new_columns: list[int] = []
    new_counts: list[int] = []
    i = j = 0
    while i < len(columns) or j < len(record):
        if i < len(columns) and j < len(record) and columns[i] == record[j] and table[i, j] == table[i + 1, j + 1] + 1:
            new_columns.append(columns[i])
            new_counts.append(counts[i] + 1)
            i, j = i + 1, j + 1
        elif j == len(record) or (i < len(columns) and table[i + 1, j] >= table[i, j + 1]):
            new_columns.append(columns[i])
            new_counts.append(counts[i])
            i += 1
        else:
            new_columns.append(record[j])
            new_counts.append(1)
            j += 1
    return new_columns, new_counts
