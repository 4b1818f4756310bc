"""Count the cells of an export on pages that it was not chosen on: how many there are, how many it holds, how many of these are equal."""

from collections.abc import Iterable, Iterator, Sequence

from lxml.html import document_fromstring

from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.exchange.checked_selectors import KnownPage, LayoutExport, judge_of, read_by_schema
from sitelode.wrappers.exchange.export_forms import schema_of
from sitelode.wrappers.exchange.page_values import plain
from sitelode.wrappers.exchange.selector_search import Cell, CompiledSelector
from sitelode.wrappers.exchange.selectors import Form, LayoutSelectors
from sitelode.wrappers.readers import as_text
from sitelode.wrappers.wrapper import Wrapper


def counted_on(wrapper: Wrapper, found: Sequence[LayoutSelectors], pages: Iterable[KnownPage], form: Form) -> tuple[int, int, int]:
    """The cells that the wrapper fills, those of exported fields, and those on which the export says the same.

    A value where the wrapper has none is an exported cell that is not the same.
    """
    applier, exports = Applier(wrapper), {each.layout.name: each for each in found}
    cells = exported = equal = 0
    for known in pages:
        for reading in applier.read(known.page):
            export = exports.get(reading.layout.name) if reading.layout else None
            if export is None or reading.found.reason:
                continue
            judge = judge_of(known, reading, form)
            for name, wanted, said in _compared(judge, export, reading, known, form):
                cells += bool(wanted)
                if name in export.fields and (wanted or said):
                    exported += 1
                    equal += bool(wanted) and bool(said) and judge.agree(name, said, wanted)
    return cells, exported, equal


def _compared(
    judge: LayoutExport, export: LayoutSelectors, reading: Reading, known: KnownPage, form: Form
) -> Iterator[tuple[str, str, str]]:
    """Field, what the wrapper says, and what the export says."""
    names = [*export.fields, *export.left_out]
    is_list = judge.layout.kind == "records"
    records = reading.found.records if is_list else [reading.found.values]
    rows = read_by_schema(schema_of(export), known.html) if form is Form.SCHEMA and export.fields else []
    roots = CompiledSelector(export.base).elements(judge.roots[0]) if export.base else [] if is_list else judge.roots
    for place, record in enumerate(records):
        root = roots[place] if place < len(roots) else document_fromstring(b"<html></html>")
        for name in names:
            cell = Cell(root, plain(as_text(record.get(name))), judge.urls[0])
            if form is Form.SCHEMA:
                said = judge.joined(plain(rows[place].get(name, ""))) if place < len(rows) else ""
            else:
                said = _said(export, name, cell, form)
            yield name, cell.value, said


def _said(export: LayoutSelectors, name: str, cell: Cell, form: Form) -> str:
    found = export.fields.get(name)
    compiled = [CompiledSelector(one, form) for one in found.selectors] if found else []
    return next((text for one in compiled if (text := cell.read(one, many=bool(found and found.many)))), "")
