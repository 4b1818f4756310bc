"""The fields of a layout as files: fields.jsonl and fields.csv with one row per page, and Parquet and XLSX on request."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any

from sitelode.html.page import Page
from sitelode.output.csv_cells import BETWEEN_VALUES
from sitelode.output.files import whole_file
from sitelode.output.leftovers import remove_old_details
from sitelode.output.tables.provenance import Provenance, nothing_known
from sitelode.output.tables.table_writers import Forms, TableHead, table_files
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.details.site_details import SiteDetails
from sitelode.tables.kept_columns import TableColumn, first_values, kept_columns

EXAMPLES = 3  # values per column; set by hand
SAMPLE = 60  # pages that show which columns are worth keeping and how they write numbers and dates; set by hand

Row = Mapping[str, Sequence[str]]


@dataclass
class FieldsWritten:
    """Counts and examples of what was read from the pages of a layout."""

    pages: int = 0
    filled: Counter[str] = field(default_factory=Counter)  # pages that have a value in a column
    examples: dict[str, list[str]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)  # of the columns written

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


def write_fields(
    rules: FieldRules,
    pages: Iterable[Page],
    folder: Path | None,
    forms: Forms = Forms(),  # noqa: B008 (frozen)
    provenance: Provenance = nothing_known,
) -> FieldsWritten:
    """Write one row per page, its address first; without a folder, only count. Files are replaced when they are complete."""
    written = FieldsWritten()
    rows = read_fields(rules, pages, written)
    if folder is None:
        written.names = _names(rules, list(rows), forms)
        return written
    sample = list(islice(rows, SAMPLE))
    head = _head(rules, sample, forms)
    written.names = list(head.texts)
    with field_files(head, folder, forms) as add:
        for url, row in chain(sample, rows):
            add(url, row, provenance(url))
    return written


def details_head(details: SiteDetails, forms: Forms) -> TableHead:
    """The columns of a layout of detail pages, as its first pages show them."""
    return _head(details.rules, [(page.url, details.rules.values(page)) for page in islice(details.pages, SAMPLE)], forms)


@contextmanager
def field_files(head: TableHead, folder: Path, forms: Forms) -> Iterator[Callable[[str, Row, dict[str, str]], None]]:
    """Yield a function that adds the row of a page, with where it comes from."""
    with whole_file(folder / "fields.jsonl") as lines, table_files(folder / "fields", head, forms) as add_to_table:

        def add(url: str, row: Row, provenance: dict[str, str]) -> None:
            values = {name: found[0] if len(found) == 1 else list(found) for name, found in row.items() if name in head.texts}
            typed = head.typed_values(values)
            line: dict[str, Any] = {"url": url, "fields": values} | ({"typed": typed} if typed else {}) | provenance
            lines.write(json.dumps(line, ensure_ascii=False) + "\n")
            add_to_table({**values, "url": url})

        yield add


def _names(rules: FieldRules, rows: Sequence[tuple[str, Row]], forms: Forms) -> list[str]:
    """The columns to write; several values of a cell do not count as one."""
    if forms.all_columns:
        return [rule.name for rule in rules.columns]
    fields = [row for _, row in rows]
    columns = (TableColumn(rule.name, rule.type, first_values(fields, rule.name)) for rule in rules.columns)
    return kept_columns(columns, len(rows))


def _head(rules: FieldRules, sample: Sequence[tuple[str, Row]], forms: Forms) -> TableHead:
    fields = [row for _, row in sample]
    kept = set(_names(rules, sample, forms))
    several = {name for row in fields for name, found in row.items() if len(found) > 1}
    columns = [(rule.name, rule.type, rule.name in several) for rule in rules.columns if rule.name in kept]
    return TableHead.of({"url": "text"}, columns, {name: list(first_values(fields, name).values()) for name, _, _ in columns})


def write_details(
    details: Sequence[SiteDetails],
    folder: Path,
    forms: Forms = Forms(),  # noqa: B008 (frozen)
    provenance: Provenance = nothing_known,
) -> Counter[str]:
    """Write details/layout-N/fields.* for every layout of detail pages; returns counts of removed files of an earlier result."""
    for each in (each for each in details if not each.is_known):
        write_fields(each.rules, each.pages, folder / "details" / f"layout-{each.layout}", forms, provenance)
    return remove_old_details(folder, {f"layout-{each.layout}" for each in details}, parquet=forms.parquet)
