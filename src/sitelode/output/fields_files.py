"""The fields of a layout as files: fields.jsonl and fields.csv, one row a page, and Parquet on request."""

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self, TextIO

from sitelode.dom.page import Page
from sitelode.errors import MissingExtraError, ResultError
from sitelode.fields.field_rules import FieldRules
from sitelode.output.files import whole_file

BETWEEN_VALUES = " | "  # of a list, in the one cell it has in CSV
EXAMPLES = 3  # of each column
ROWS_AT_ONCE = 2_000  # of a Parquet file, in memory
_FORMULA_STARTS = ("=", "+", "-", "@", "\t")  # a spreadsheet would run what begins with these

Row = Mapping[str, Sequence[str]]


@dataclass
class FieldsWritten:
    """What was read from the pages of a layout."""

    pages: int = 0
    filled: Counter[str] = field(default_factory=Counter)  # pages that have a column
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
    """Address and fields of every page, counted as they pass."""
    for page in pages:
        row = rules.values(page)
        written.count(row)
        yield page.url, row


def write_fields(rules: FieldRules, pages: Iterable[Page], folder: Path | None, *, parquet: bool = False) -> FieldsWritten:
    """Write one row a page, with its address first; without a folder, count only. Files are replaced when they are complete."""
    written = FieldsWritten()
    names = [rule.name for rule in rules.columns]
    with ExitStack() as files:
        writers: list[Callable[[str, Row], None]] = []
        if folder is not None:
            _make(folder)
            lines = files.enter_context(whole_file(folder / "fields.jsonl"))
            table = files.enter_context(whole_file(folder / "fields.csv"))
            writers = [_json_writer(lines), _csv_writer(table, names)]
            writers += [files.enter_context(_ParquetFile(folder / "fields.parquet", names)).add] if parquet else []
        for url, row in read_fields(rules, pages, written):
            for write in writers:
                write(url, row)
    return written


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ResultError(f"cannot write {folder}: {problem.strerror or problem}; give another folder with -o") from problem


def _json_writer(file: TextIO) -> Callable[[str, Row], None]:
    def write(url: str, row: Row) -> None:
        values = {name: found[0] if len(found) == 1 else list(found) for name, found in row.items()}
        file.write(json.dumps({"url": url, "fields": values}, ensure_ascii=False) + "\n")

    return write


def _csv_writer(file: TextIO, names: Sequence[str]) -> Callable[[str, Row], None]:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(["url", *map(_harmless, names)])

    def write(url: str, row: Row) -> None:
        table.writerow([_harmless(url), *(_harmless(BETWEEN_VALUES.join(row.get(name, ()))) for name in names)])

    return write


def _harmless(text: str) -> str:
    """Pages are written by strangers: no cell may begin as a formula does. Numbers stay numbers."""
    if not text.startswith(_FORMULA_STARTS):
        return text
    try:
        float(text)
    except ValueError:
        return "'" + text
    return text


class _ParquetFile:
    """Rows collected into batches; every column is a list of strings, as a page may have several values."""

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        try:
            import pyarrow as pa  # type: ignore[import-untyped]  # noqa: PLC0415 (an extra)
            import pyarrow.parquet as pq  # type: ignore[import-untyped]  # noqa: PLC0415
        except ImportError as problem:
            raise MissingExtraError("Parquet", "tables") from problem
        self._arrow = pa
        self._schema = pa.schema([("url", pa.string())] + [(name, pa.list_(pa.string())) for name in names])
        self._rows: list[dict[str, object]] = []
        self._path, self._part = path, path.with_name(path.name + ".part")
        try:
            self._writer = pq.ParquetWriter(self._part, self._schema)
        except OSError as problem:
            raise ResultError(f"cannot write {path}: {problem.strerror or problem}; give another folder with -o") from problem

    def __enter__(self) -> Self:
        return self

    def add(self, url: str, row: Row) -> None:
        self._rows.append({**row, "url": url})
        if len(self._rows) == ROWS_AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        self._writer.write_table(self._arrow.Table.from_pylist(self._rows, schema=self._schema))
        self._rows.clear()

    def __exit__(self, kind: object, *_: object) -> None:
        self._flush()
        self._writer.close()
        if kind is None:
            self._part.replace(self._path)
        else:
            self._part.unlink(missing_ok=True)
