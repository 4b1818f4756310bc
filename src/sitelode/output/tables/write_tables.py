"""Where a line of a result comes from: the place of its page in the source, a digest of the page's bytes, and when it was fetched."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from sitelode.errors import WrapperError
from sitelode.html.page import Page
from sitelode.output.files import json_text, whole_file, write_whole
from sitelode.output.leftovers import remove_old_details, remove_old_lists
from sitelode.output.safe_text import BETWEEN_VALUES
from sitelode.output.tables.table_files import Forms, TableHead, table_files
from sitelode.site.site import Site
from sitelode.tables.details.detail_fields import useful_columns
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.lists.site_lists import SiteList, SiteRecord
from sitelode.tables.site_tables import SiteDetails
from sitelode.tables.table import first_values

Provenance = Callable[[str], dict[str, str]]  # for the address of a page, what is known about where it comes from


def nothing_known(_: str) -> dict[str, str]:
    """For pages that no source gave."""
    return {}


def provenance_of(site: Site) -> Provenance:
    """Of the pages of a site, in the words of articles.jsonl."""
    entries = {entry.url: entry for entry in site.entries}

    def found(url: str) -> dict[str, str]:
        entry = entries.get(url)
        if entry is None:
            return {}
        return {"origin": entry.origin, "digest": entry.digest.hex(), "fetched": site.fetched.get(url, "")}

    return found


VALUES_SAMPLED: Final = 500  # values of a column that show how it writes numbers and dates; set by hand
PLACES: Final = {"url": "text", "position": "whole"}
SEEN_ON: Final = "seen_on"  # the pages of a record, where some record has several


def write_records(
    lists: Sequence[SiteList],
    folder: Path,
    forms: Forms = Forms(),  # noqa: B008 (frozen)
    provenance: Provenance = nothing_known,
) -> Counter[str]:
    """Write all lists, numbered from 1; files are replaced when they are complete. Returns counts of removed files of an earlier result."""
    with record_files(lists, folder, forms) as add:
        for number, each in enumerate(lists, start=1):
            for record in each.records:
                add(number, record, provenance(record.url))
    return remove_old_lists(folder, len(lists), parquet=forms.parquet)


@contextmanager
def record_files(lists: Sequence[SiteList], folder: Path, forms: Forms) -> Iterator[Callable[[int, SiteRecord, dict[str, str]], None]]:
    """Yield a function that adds a record to the list of a number, with where it comes from; the lists show the columns."""
    heads = [_list_head(each, forms) for each in lists]
    stems = [folder / "records" / f"list-{number}" for number in range(1, len(lists) + 1)]
    with ExitStack() as files:
        lines = files.enter_context(whole_file(folder / "records.jsonl"))
        tables = [files.enter_context(table_files(stem, head, forms)) for stem, head in zip(stems, heads, strict=True)]

        def add(number: int, record: SiteRecord, provenance: dict[str, str]) -> None:
            head = heads[number - 1]
            fields = {name: value for name, value in record.fields.items() if name in head.texts}
            line: dict[str, Any] = {"url": record.url, "list": number, "position": record.position, "fields": fields}
            line |= {SEEN_ON: record.seen_on} if len(record.seen_on) > 1 else {}
            typed = head.typed_values(fields)
            lines.write(json_text(line | ({"typed": typed} if typed else {}) | provenance) + "\n")
            tables[number - 1]({**record.fields, "url": record.url, "position": record.position, SEEN_ON: record.seen_on})

        yield add
    for each, stem in zip(lists, stems, strict=True):
        _write_rule(each, stem.with_name(f"{stem.name}.json"), stem.name)


def _list_head(found: SiteList, forms: Forms) -> TableHead:
    rules = {column.name: column for column in found.all_columns}
    names = found.names if forms.all_columns else found.kept_names
    columns = [(name, rules[name].type, rules[name].many) if name in rules else (name, "text", False) for name in names]
    sample = [record.fields for record in islice(found.records, VALUES_SAMPLED)]
    last = {SEEN_ON: "texts"} if any(len(record.seen_on) > 1 for record in found.records) else {}
    return TableHead.of(PLACES, columns, {name: list(first_values(sample, name).values()) for name in names}, last)


def _write_rule(found: SiteList, path: Path, name: str) -> None:
    """The rule in Sitelode's own form, and as CSS selectors if CSS can express it; and those of the further layouts that show the list."""
    first, *others = [_rule_data(each, name) for each in found.parts]
    write_whole(path, json.dumps(first | ({"further_layouts": others} if others else {}), ensure_ascii=False, indent=1) + "\n")


def _rule_data(part: SiteList, name: str) -> dict[str, Any]:
    try:
        selectors = part.rule.selector_schema(name)
    except WrapperError as problem:
        selectors = {"name": name, "reason": str(problem)}
    return {"rule": part.rule.to_data(), "selectors": selectors}


EXAMPLES = 3  # values per column; set by hand
PAGES_SAMPLED = 60  # pages that show which columns are worth keeping and how they write numbers and dates; set by hand

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
    sample = list(islice(rows, PAGES_SAMPLED))
    head = _fields_head(rules, sample, forms)
    written.names = list(head.texts)
    with field_files(head, folder, forms) as add:
        for url, row in chain(sample, rows):
            add(url, row, provenance(url))
    return written


def details_head(details: SiteDetails, forms: Forms) -> TableHead:
    """The columns of a layout of detail pages, as its first pages show them."""
    return _fields_head(details.rules, [(page.url, details.rules.values(page)) for page in islice(details.pages, PAGES_SAMPLED)], forms)


@contextmanager
def field_files(head: TableHead, folder: Path, forms: Forms) -> Iterator[Callable[[str, Row, dict[str, str]], None]]:
    """Yield a function that adds the row of a page, with where it comes from."""
    with whole_file(folder / "fields.jsonl") as lines, table_files(folder / "fields", head, forms) as add_to_table:

        def add(url: str, row: Row, provenance: dict[str, str]) -> None:
            values = {name: found[0] if len(found) == 1 else list(found) for name, found in row.items() if name in head.texts}
            typed = head.typed_values(values)
            line: dict[str, Any] = {"url": url, "fields": values} | ({"typed": typed} if typed else {}) | provenance
            lines.write(json_text(line) + "\n")
            add_to_table({**values, "url": url})

        yield add


def _names(rules: FieldRules, rows: Sequence[tuple[str, Row]], forms: Forms) -> list[str]:
    """The columns to write; several values of a cell do not count as one."""
    if forms.all_columns:
        return [rule.name for rule in rules.columns]
    return useful_columns(rules, [row for _, row in rows])


def _fields_head(rules: FieldRules, sample: Sequence[tuple[str, Row]], forms: Forms) -> TableHead:
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
