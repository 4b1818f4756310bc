"""From findings to values: what is given for each text, with its rule and how often that rule was right in training."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sitelode.landmarks.token_classes import tokens_of
from sitelode.text_rules.contract import Finding, Rules
from sitelode.text_rules.marked_texts import MarkedText
from sitelode.text_rules.token_table import TokenTable

UNRELATED_VALUES = 1.2  # a text, on average, from which a field has several values a text
# Chosen inside texts that are learnt from, by the default with one value and with several: of MUC-4's first 650 texts weapons (1.25) go
# from F1 .517 to .580, organisations (1.12) from .350 to .326; of the seminars' first half speakers (1.11) from .821 to .810.
AT_ONCE = 1_000_000  # characters of texts that are read together
LONGEST_TEXT = 5_000_000  # characters; the rest of a longer text is not read


@dataclass(frozen=True, slots=True)
class Value:
    """A value in a text: characters from `start` up to `end`."""

    field: str
    value: str
    start: int
    end: int
    rule: str
    precision: float
    record: int = 0


def normalised(value: str) -> str:
    """A value without what spelling and spaces add to it."""
    return " ".join(value.split()).strip(" .,;:").lower()


def fields_with_several(texts: Sequence[MarkedText]) -> dict[str, bool]:
    """For each field whether texts have several values of it that share no word: not one value spelled in two ways."""
    values: dict[str, dict[int, set[str]]] = {}
    for number, each in enumerate(texts):
        for mark in each.marks:
            values.setdefault(mark.field, {}).setdefault(number, set()).add(normalised(each.value(mark)))
    return {field: _has_several(list(by_text.values())) for field, by_text in values.items()}


def _has_several(values_of_texts: Sequence[set[str]]) -> bool:
    counts = [len(_unrelated(values)) for values in values_of_texts]
    return sum(counts) >= UNRELATED_VALUES * len(counts)


def _unrelated(values: set[str]) -> list[set[str]]:
    groups: list[set[str]] = []
    for value in sorted(values, key=lambda one: (-len(one), one)):
        words = {token for token in tokens_of(value) if token.isalnum()}
        if not any(words & group for group in groups):
            groups.append(words)
    return groups


def find_values(rules: Rules, texts: Sequence[str], several: Mapping[str, bool]) -> Iterator[list[Value]]:
    """The values of each text in turn, in the order of the text; of a field that has one value a text, the best."""
    for batch in _batches(texts):
        table = TokenTable(batch)
        by_text: list[list[Value]] = [[] for _ in batch]
        for finding in rules.findings(table):
            by_text[int(table.text_of[finding.span.first])].append(_value(table, finding))
        yield from (given(values, several) for values in by_text)


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text[:LONGEST_TEXT])
        size += len(batch[-1])
        if size >= AT_ONCE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _value(table: TokenTable, finding: Finding) -> Value:
    start, end = int(table.start[finding.span.first]), int(table.end[finding.span.stop - 1])
    return Value(finding.field, table.value(finding.span), start, end, finding.rule, finding.precision, finding.record)


def given(values: Sequence[Value], several: Mapping[str, bool]) -> list[Value]:
    """Each value once, by its best rule; values that several rules found count more than those of one."""
    records = _whole_records(values)
    if records:
        return records
    support: dict[tuple[str, str], float] = {}
    best: dict[tuple[str, str], Value] = {}
    for each in sorted(values, key=lambda one: (-one.precision, one.start, one.end)):
        key = (each.field, normalised(each.value))
        support[key] = 1 - (1 - support.get(key, 0.0)) * (1 - each.precision)
        best.setdefault(key, each)
    kept: list[Value] = []
    for key in sorted(best, key=lambda one: (-support[one], best[one].start)):
        each = best[key]
        same_field = [one for one in kept if one.field == each.field]
        if (same_field and not several.get(each.field, False)) or any(one.start < each.end and each.start < one.end for one in same_field):
            continue
        kept.append(replace(each, record=0) if each.record else each)
    return sorted(kept, key=lambda one: (one.start, one.end, one.field))


def _whole_records(values: Sequence[Value]) -> list[Value]:
    """Where rules give records of several fields, those that overlap no better one, whole."""
    by_record: dict[tuple[str, int], list[Value]] = {}
    for each in values:
        if each.record:
            by_record.setdefault((each.rule, each.record), []).append(each)
    by_record = {key: found for key, found in by_record.items() if len(found) > 1}
    kept: list[list[Value]] = []
    for key in sorted(by_record, key=lambda one: (-by_record[one][0].precision, by_record[one][0].start)):
        record = by_record[key]
        if not any(one.start < other.end and other.start < one.end for one in record for found in kept for other in found):
            kept.append(record)
    kept.sort(key=lambda found: found[0].start)
    return [
        Value(one.field, one.value, one.start, one.end, one.rule, one.precision, number)
        for number, found in enumerate(kept, start=1)
        for one in sorted(found, key=lambda each: each.start)
    ]
