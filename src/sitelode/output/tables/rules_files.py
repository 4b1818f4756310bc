"""Rules for fields inside texts as files, with the texts they were learnt from; and what they find, as a table."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

import msgspec

from sitelode.output.files import whole
from sitelode.output.safe_text import cell
from sitelode.progress import Progress
from sitelode.text_rules.marked_texts import MarkedText
from sitelode.text_rules.rules_file import LearntRules, rules_to_bytes
from sitelode.text_rules.text_sources import read_texts, to_json_lines
from sitelode.text_rules.values import Value


def examples_file(rules: Path) -> Path:
    return rules.with_suffix(".examples.jsonl")


def kept_examples(rules: Path) -> dict[str, MarkedText]:
    """The marked texts beside some rules, by their names."""
    path = examples_file(rules)
    return {each.id: each for each in read_texts(path)} if path.is_file() and path.stat().st_size else {}


def write_rules(learnt: LearntRules, rules: Path) -> None:
    with whole(rules) as place:
        place.write_bytes(rules_to_bytes(learnt))


def write_examples(marked: Iterable[MarkedText], rules: Path) -> None:
    with whole(examples_file(rules)) as place:
        place.write_bytes(to_json_lines(marked))


def value_rows(learnt: LearntRules, texts: Sequence[MarkedText], progress: Progress, *, why: bool) -> Iterator[dict[str, Any]]:
    """A row for each text, or for each record where rules give several."""
    found = learnt.values([each.text for each in texts])
    for number, (text, values) in enumerate(zip(texts, found, strict=True), start=1):
        progress("reading", number, len(texts))
        yield from rows_of_text(text.id, values, learnt.fields, why=why)


def rows_of_text(name: str, values: Sequence[Value], fields: Sequence[str], *, why: bool) -> Iterator[dict[str, Any]]:
    for record in sorted({value.record for value in values}) or [0]:
        row: dict[str, Any] = {"id": name} | {field: [] for field in fields}
        reasons = []
        for value in (each for each in values if each.record == record):
            row[value.field].append(value.value)
            place = [value.start, value.end]
            reasons.append({"field": value.field, "value": value.value, "at": place, "rule": value.rule, "precision": value.precision})
        yield row | ({"why": reasons} if why else {})


def print_values(rows: Iterable[dict[str, Any]], fields: Sequence[str], form: str, file: TextIO, *, why: bool) -> None:
    """As CSV or JSON lines."""
    if form == "jsonl":
        file.writelines(msgspec.json.encode(row).decode() + "\n" for row in rows)
        return
    table = csv.writer(file)
    table.writerow(["id", *fields, *(["why"] if why else [])])
    for row in rows:
        cells = [cell(row["id"]), *(cell([" ".join(value.split()) for value in row[field]]) for field in fields)]
        if why:
            cells.append(cell([f"{each['field']}: {each['rule']} ({each['precision']:.2f})" for each in row["why"]]))
        table.writerow(cells)
