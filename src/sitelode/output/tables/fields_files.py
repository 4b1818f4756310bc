"""The fields of a layout as files: fields.jsonl and fields.csv with one row per page, and Parquet on request."""

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from sitelode.html.page import Page
from sitelode.output.csv_cells import BETWEEN_VALUES, cell, harmless
from sitelode.output.files import whole_file
from sitelode.output.leftovers import remove_old_details
from sitelode.output.parquet_file import parquet_file
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.details.site_details import SiteDetails

EXAMPLES = 3  # values per column; set by hand

Row = Mapping[str, Sequence[str]]


@dataclass
class FieldsWritten:
    """Counts and examples of what was read from the pages of a layout."""

    pages: int = 0
    filled: Counter[str] = field(default_factory=Counter)  # pages that have a value in a column
    examples: dict[str, list[str]] = field(default_factory=dict)

    def count(self, row: Row) -> None:
        self.pages += 1
        for name, values in row.items():
            self.filled[name] += 1
            shown = self.examples.setdefault(name, [])
            text = BETWEEN_VALUES.join(values)
            if len(shown) < EXAMPLES and text not in shown:
                shown.append(text)


def read_fields(rules: FieldRules, pages: Iterable[Page], written: FieldsWritten) -> Iterator[tuple[str, Row]]:
    """Address and fields of every page, counted on the way."""
    for page in pages:
        row = rules.values(page)
        written.count(row)
        yield page.url, row


def write_fields(rules: FieldRules, pages: Iterable[Page], folder: Path | None, *, parquet: bool = False) -> FieldsWritten:
    """Write one row per page, its address first; without a folder, only count. Files are replaced when they are complete."""
    written = FieldsWritten()
    names = [rule.name for rule in rules.columns]
    with ExitStack() as files:
        writers: list[Callable[[str, Row], None]] = []
        if folder is not None:
            lines = files.enter_context(whole_file(folder / "fields.jsonl"))
            table = files.enter_context(whole_file(folder / "fields.csv"))
            writers = [_json_writer(lines), _csv_writer(table, names)]
            writers += [files.enter_context(_parquet_writer(folder / "fields.parquet", names))] if parquet else []
        for url, row in read_fields(rules, pages, written):
            for write in writers:
                write(url, row)
    return written


def write_details(details: Sequence[SiteDetails], folder: Path, *, parquet: bool = False) -> Counter[str]:
    """Write details/layout-N/fields.* for every layout of detail pages; returns counts of removed files of an earlier result."""
    for each in details:
        write_fields(each.rules, each.pages, folder / "details" / f"layout-{each.layout}", parquet=parquet)
    return remove_old_details(folder, {f"layout-{each.layout}" for each in details}, parquet=parquet)


def _json_writer(file: TextIO) -> Callable[[str, Row], None]:
    def write(url: str, row: Row) -> None:
        values = {name: found[0] if len(found) == 1 else list(found) for name, found in row.items()}
        file.write(json.dumps({"url": url, "fields": values}, ensure_ascii=False) + "\n")

    return write


def _csv_writer(file: TextIO, names: Sequence[str]) -> Callable[[str, Row], None]:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(["url", *map(harmless, names)])

    def write(url: str, row: Row) -> None:
        table.writerow([harmless(url), *(cell(row.get(name, ())) for name in names)])

    return write


@contextmanager
def _parquet_writer(path: Path, names: Sequence[str]) -> Iterator[Callable[[str, Row], None]]:
    """Every column is a list of strings, because a page may have several values."""
    with parquet_file(path, {"url": "text", **dict.fromkeys(names, "texts")}) as add:
        yield lambda url, row: add({**row, "url": url})
