"""One table as files: CSV, and Parquet and XLSX on request, with the same columns; records and fields are both written here.

After a column of texts come the typed values that can be read from it (`typed_values`). Headers are unique.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sitelode.output.csv_cells import BETWEEN_VALUES, harmless
from sitelode.output.files import whole_file
from sitelode.output.parquet_file import parquet_file
from sitelode.output.tables.typed_values import TypedColumn, typed_columns
from sitelode.output.tables.xlsx_file import xlsx_file
from sitelode.tables.unique_names import unique_names


@dataclass(frozen=True, slots=True)
class Forms:
    """The files that are written beside CSV, and whether with all columns or those that a person would keep."""

    parquet: bool = False
    xlsx: bool = False
    all_columns: bool = False


@dataclass(frozen=True, slots=True)
class TableHead:
    """The columns of a table: where a row is from, then the texts with their typed values."""

    places: Mapping[str, str]  # name and kind of the columns that say where a row is from
    texts: Mapping[str, str]  # name and kind ("text" or "texts")
    typed: Sequence[TypedColumn]

    @classmethod
    def of(cls, places: Mapping[str, str], columns: Sequence[tuple[str, str, bool]], samples: Mapping[str, Sequence[str]]) -> "TableHead":
        """`columns` are name, type and whether a row may have several values; `samples` have some values of each."""
        texts = {name: "texts" if many else "text" for name, _, many in columns}
        typed = [each for name, kind, many in columns if not many for each in typed_columns(name, kind, samples.get(name, ()))]
        return cls(places, texts, [each for each in typed if each.name not in texts and each.name not in places])

    def typed_values(self, row: Mapping[str, object]) -> dict[str, object]:
        """The typed values that a row has, for JSON."""
        values = ((each.name, each.value(row)) for each in self.typed)
        return {name: value.isoformat() if isinstance(value, date) else value for name, value in values if value is not None}

    def columns(self) -> Iterator[tuple[str, str, TypedColumn | None]]:
        """Name, kind and reader of all columns in order."""
        yield from ((name, kind, None) for name, kind in self.places.items())
        for name, kind in self.texts.items():
            yield name, kind, None
            yield from ((each.name, each.kind, each) for each in self.typed if each.source == name)


@contextmanager
def table_files(stem: Path, head: TableHead, forms: Forms) -> Iterator[Callable[[Mapping[str, object]], None]]:
    """Yield a function that adds a row to every file; `stem` is the path without its ending."""
    columns = list(head.columns())
    headers = unique_names([name for name, _, _ in columns])
    with ExitStack() as files:
        table = csv.writer(files.enter_context(whole_file(stem.with_name(stem.name + ".csv"))), lineterminator="\n")
        table.writerow(map(harmless, headers))
        kinds = {header: kind for header, (_, kind, _) in zip(headers, columns, strict=True)}
        columnar = files.enter_context(parquet_file(stem.with_name(stem.name + ".parquet"), kinds)) if forms.parquet else None
        sheet = files.enter_context(xlsx_file(stem.with_name(stem.name + ".xlsx"))) if forms.xlsx else None
        if sheet is not None:
            sheet(headers)

        def add(row: Mapping[str, object]) -> None:
            cells = [row.get(name) if typed is None else typed.value(row) for name, _, typed in columns]
            table.writerow([_csv_cell(value) for value in cells])
            if columnar is not None:
                columnar({header: _stored(value, kinds[header]) for header, value in zip(headers, cells, strict=True)})
            if sheet is not None:
                sheet([_line(value) if isinstance(value, list | tuple) else value for value in cells])

        yield add


def _line(values: Sequence[object]) -> str:
    return BETWEEN_VALUES.join(map(str, values))


def _csv_cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return value
    return harmless(_line(value) if isinstance(value, list | tuple) else str(value))


def _stored(value: object, kind: str) -> object:
    """A value as a Parquet column of its kind holds it."""
    if kind == "texts":
        return None if value is None else list(value) if isinstance(value, list | tuple) else [value]
    return _line(value) if isinstance(value, list | tuple) else value
