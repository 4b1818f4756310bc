"""Record lists as files: records.jsonl with all records, records/list-N.csv for each list, its rule, and Parquet on request."""

import csv
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from sitelode.errors import WrapperError
from sitelode.output.csv_cells import cell, harmless
from sitelode.output.files import whole_file
from sitelode.output.leftovers import remove_old_lists
from sitelode.output.parquet_file import parquet_file
from sitelode.tables.lists.site_lists import SiteList


def write_records(lists: Sequence[SiteList], folder: Path, *, parquet: bool = False) -> Counter[str]:
    """Write all lists, numbered from 1; files are replaced when they are complete. Returns counts of removed files of an earlier result."""
    with whole_file(folder / "records.jsonl") as lines:
        for number, each in enumerate(lists, start=1):
            for record in each.records:
                line = {"url": record.url, "list": number, "position": record.position, "fields": record.fields}
                lines.write(json.dumps(line, ensure_ascii=False) + "\n")
    for number, each in enumerate(lists, start=1):
        name = f"list-{number}"
        _write_csv(each, folder / "records" / f"{name}.csv")
        _write_rule(each, folder / "records" / f"{name}.json", name)
        if parquet:
            _write_parquet(each, folder / "records" / f"{name}.parquet")
    return remove_old_lists(folder, len(lists), parquet=parquet)


def _write_csv(found: SiteList, path: Path) -> None:
    names = found.names
    with whole_file(path) as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["url", "position", *map(harmless, names)])
        for record in found.records:
            table.writerow([harmless(record.url), record.position, *(cell(record.fields.get(name)) for name in names)])


def _write_rule(found: SiteList, path: Path, name: str) -> None:
    """The rule in Sitelode's own form, and as CSS selectors if CSS can express it."""
    try:
        selectors = found.rule.selector_schema(name)
    except WrapperError as problem:
        selectors = {"name": name, "reason": str(problem)}
    with whole_file(path) as file:
        file.write(json.dumps({"rule": found.rule.to_data(), "selectors": selectors}, ensure_ascii=False, indent=1) + "\n")


def _write_parquet(found: SiteList, path: Path) -> None:
    many = {column.name for column in found.rule.columns if column.many}
    own = {name: kind for name, kind in (("url", "text"), ("position", "whole")) if name not in found.names}
    with parquet_file(path, own | {name: "texts" if name in many else "text" for name in found.names}) as add:
        for record in found.records:
            add({"url": record.url, "position": record.position, **record.fields})
