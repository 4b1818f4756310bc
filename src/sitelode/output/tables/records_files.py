"""Record lists as files: records.jsonl with all records, records/list-N.csv for each list, its rule, and Parquet and XLSX on request."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sitelode.errors import WrapperError
from sitelode.output.files import whole_file
from sitelode.output.leftovers import remove_old_lists
from sitelode.output.tables.provenance import Provenance, nothing_known
from sitelode.output.tables.table_writers import Forms, TableHead, table_files
from sitelode.tables.kept_columns import first_values
from sitelode.tables.lists.site_lists import SiteList, SiteRecord

SAMPLE: Final = 500  # values of a column that show how it writes numbers and dates; set by hand
PLACES: Final = {"url": "text", "position": "whole"}


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
    heads = [_head(each, forms) for each in lists]
    stems = [folder / "records" / f"list-{number}" for number in range(1, len(lists) + 1)]
    with ExitStack() as files:
        lines = files.enter_context(whole_file(folder / "records.jsonl"))
        tables = [files.enter_context(table_files(stem, head, forms)) for stem, head in zip(stems, heads, strict=True)]

        def add(number: int, record: SiteRecord, provenance: dict[str, str]) -> None:
            head = heads[number - 1]
            fields = {name: value for name, value in record.fields.items() if name in head.texts}
            line: dict[str, Any] = {"url": record.url, "list": number, "position": record.position, "fields": fields}
            typed = head.typed_values(fields)
            lines.write(json.dumps(line | ({"typed": typed} if typed else {}) | provenance, ensure_ascii=False) + "\n")
            tables[number - 1]({**record.fields, "url": record.url, "position": record.position})

        yield add
    for each, stem in zip(lists, stems, strict=True):
        _write_rule(each, stem.with_name(f"{stem.name}.json"), stem.name)


def _head(found: SiteList, forms: Forms) -> TableHead:
    rules = {column.name: column for column in found.rule.columns}
    names = found.names if forms.all_columns else found.kept_names
    columns = [(name, rules[name].type, rules[name].many) if name in rules else (name, "text", False) for name in names]
    sample = [record.fields for record in islice(found.records, SAMPLE)]
    return TableHead.of(PLACES, columns, {name: list(first_values(sample, name).values()) for name in names})


def _write_rule(found: SiteList, path: Path, name: str) -> None:
    """The rule in Sitelode's own form, and as CSS selectors if CSS can express it."""
    try:
        selectors = found.rule.selector_schema(name)
    except WrapperError as problem:
        selectors = {"name": name, "reason": str(problem)}
    with whole_file(path) as file:
        file.write(json.dumps({"rule": found.rule.to_data(), "selectors": selectors}, ensure_ascii=False, indent=1) + "\n")
