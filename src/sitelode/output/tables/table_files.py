"""One table as files: CSV, and Parquet and XLSX on request, with the same columns; records and fields are both written here.

After a column of texts come the typed values that can be read from it (`typed_values`). Headers are unique.
"""

import csv
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from sitelode.output.files import whole, whole_file
from sitelode.output.safe_text import BETWEEN_VALUES, harmless, xml_text
from sitelode.output.tables.parquet_file import parquet_file
from sitelode.output.tables.typed_values import TypedColumn, typed_columns
from sitelode.tables.name_words import unique_names


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
    last: Mapping[str, str]  # like places, behind the others

    @classmethod
    def of(
        cls,
        places: Mapping[str, str],
        columns: Sequence[tuple[str, str, bool]],
        samples: Mapping[str, Sequence[str]],
        last: Mapping[str, str] = {},
    ) -> "TableHead":
        """`columns` are name, type and whether a row may have several values; `samples` have some values of each."""
        texts = {name: "texts" if many else "text" for name, _, many in columns}
        typed = [each for name, kind, many in columns if not many for each in typed_columns(name, kind, samples.get(name, ()))]
        return cls(places, texts, [each for each in typed if each.in_place or (each.name not in texts and each.name not in places)], last)

    def typed_values(self, row: Mapping[str, object]) -> dict[str, object]:
        """The typed values that a row has, for JSON."""
        values = ((each.name, each.value(row)) for each in self.typed)
        return {name: value.isoformat() if isinstance(value, date) else value for name, value in values if value is not None}

    def columns(self) -> Iterator[tuple[str, str, TypedColumn | None]]:
        """Name, kind and reader of all columns in order."""
        yield from ((name, kind, None) for name, kind in self.places.items())
        for name, kind in self.texts.items():
            typed = [(each.name, each.kind, each) for each in self.typed if each.source == name]
            yield from typed if typed and typed[0][2].in_place else [(name, kind, None), *typed]
        yield from ((name, kind, None) for name, kind in self.last.items())


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
            texts = [row.get(name) if typed and typed.in_place else value for (name, _, typed), value in zip(columns, cells, strict=True)]
            table.writerow([_csv_cell(value) for value in texts])
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


LONGEST_CELL: Final = 32_767  # characters; the limits are those of the format
MOST_ROWS: Final = 1_048_576
_FIRST_DAY: Final = date(1899, 12, 30)  # day 0 of a spreadsheet
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS: Final = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{_TYPES}.styles+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPES}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
    "</Relationships>",
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets><sheet name="table" sheetId="1" r:id="r1"/></sheets>'
    "</workbook>",
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="r1" Type="{_OFFICE}/worksheet" '
    f'Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
    # Style 1 is a day.
    "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>'
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="2"><xf/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
}  # fmt: skip


@contextmanager
def xlsx_file(path: Path) -> Iterator[Callable[[Sequence[object]], None]]:
    """Yield a function that adds a row of cells; rows beyond the format's limit are left out."""
    with whole(path) as unfinished, zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as book:
        for name, text in _PARTS.items():
            book.writestr(name, f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{text}')
        with book.open("xl/worksheets/sheet1.xml", "w") as sheet:
            rows = 0

            def add(cells: Sequence[object]) -> None:
                nonlocal rows
                rows += 1
                if rows <= MOST_ROWS:
                    sheet.write(("<row>" + "".join(map(_cell, cells)) + "</row>").encode())

            sheet.write(f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="{_MAIN}"><sheetData>'.encode())
            yield add
            sheet.write(b"</sheetData></worksheet>")


def _cell(value: object) -> str:
    if value is None or value == "":
        return "<c/>"
    if isinstance(value, bool):
        return f'<c t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f"<c><v>{value!r}</v></c>"
    if isinstance(value, date):
        return f'<c s="1"><v>{(value - _FIRST_DAY).days}</v></c>'
    return f'<c t="inlineStr"><is><t xml:space="preserve">{xml_text(str(value)[:LONGEST_CELL])}</t></is></c>'
