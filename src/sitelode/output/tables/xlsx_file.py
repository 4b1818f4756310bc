"""Spreadsheets (XLSX) with one sheet: texts, numbers and days, written row by row, without formulas. Complete or not there."""

import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from sitelode.output.files import whole

LONGEST_CELL: Final = 32_767  # characters; the limits are those of the format
MOST_ROWS: Final = 1_048_576
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
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
    return f'<c t="inlineStr"><is><t xml:space="preserve">{escape(_NOT_XML.sub("", str(value))[:LONGEST_CELL])}</t></is></c>'
