"""Count the cells of an export on pages that it was not chosen on: how many there are, how many it holds, how many of these are equal."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from lxml.html import document_fromstring

from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.exchange.checked_selectors import KnownPage, LayoutExport
from sitelode.wrappers.exchange.export_forms import SOUP_CONTAINS, schema_of
from sitelode.wrappers.exchange.page_values import joined_address, plain
from sitelode.wrappers.exchange.selector_search import BETWEEN, Cell, CompiledSelector
from sitelode.wrappers.exchange.selectors import Form, LayoutSelectors
from sitelode.wrappers.readers import as_text
from sitelode.wrappers.wrapper import Wrapper

_ADDRESS_STARTS = ("/", "./", "../", "?")


def counted_on(wrapper: Wrapper, found: Sequence[LayoutSelectors], pages: Iterable[KnownPage], form: Form) -> tuple[int, int, int]:
    """The cells that the wrapper fills, those of exported fields, and those on which the export says the same.

    A value where the wrapper has none is an exported cell that is not the same.
    """
    applier, exports = Applier(wrapper), {each.layout.name: each for each in found}
    cells = exported = equal = 0
    for known in pages:
        for reading in applier.read(known.page):
            export = exports.get(reading.layout.name) if reading.layout else None
            if reading.layout is None or export is None or reading.found.reason:
                continue
            judge = LayoutExport(reading.layout, [(known, reading)], form)
            for name, wanted, said in _compared(judge, export, reading, known, form):
                cells += bool(wanted)
                if name in export.fields and (wanted or said):
                    exported += 1
                    equal += bool(wanted) and bool(said) and judge.same(name)(said, wanted)
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
                said = plain(rows[place].get(name, "")) if place < len(rows) else ""
                said = joined_address(judge.urls[0], said) if said.startswith(_ADDRESS_STARTS) else said
            else:
                said = _said(export, name, cell, form)
            yield name, cell.value, said


def _said(export: LayoutSelectors, name: str, cell: Cell, form: Form) -> str:
    found = export.fields.get(name)
    compiled = [CompiledSelector(one, form) for one in found.selectors] if found else []
    return next((text for one in compiled if (text := cell.read(one, many=bool(found and found.many)))), "")


def read_by_schema(schema: Mapping[str, Any], html: str) -> list[dict[str, str]]:
    """What crawl4ai reads by its schema: one row for each element of the base selector."""
    try:
        from bs4 import BeautifulSoup  # noqa: PLC0415 (where it is installed)
    except ImportError:
        root = document_fromstring(html)
        return [_row(schema, partial(_by_lxml, base)) for base in root.cssselect(schema["baseSelector"])]
    soup = BeautifulSoup(html, "html.parser")
    return [_row(schema, partial(_by_soup, base)) for base in soup.select(schema["baseSelector"])]


def _row(schema: Mapping[str, Any], read: Callable[[Mapping[str, Any]], str | None]) -> dict[str, str]:
    """Of several fields with one name the last that finds something counts."""
    found = dict.fromkeys((each["name"] for each in schema["fields"]), "")
    for each in schema["fields"]:
        value = read(each)
        if value is not None:
            found[each["name"]] = value
    return found


def _by_soup(base: Any, each: Mapping[str, Any]) -> str | None:  # noqa: ANN401 (an element of a library without types)
    inner, found = _inner(each), base.select(each["selector"])
    return _value(each, [one.get(inner["attribute"]) if inner["type"] == "attribute" else one.get_text(strip=True) for one in found])


def _by_lxml(base: Any, each: Mapping[str, Any]) -> str | None:  # noqa: ANN401 (an element of a library without types)
    inner, found = _inner(each), base.cssselect(each["selector"].replace(SOUP_CONTAINS, ":contains("))
    return _value(each, [one.get(inner["attribute"]) if inner["type"] == "attribute" else "".join(one.itertext()).strip() for one in found])


def _inner(each: Mapping[str, Any]) -> Mapping[str, Any]:
    inner: Mapping[str, Any] = each["fields"][0] if each["type"] == "list" else each
    return inner


def _value(each: Mapping[str, Any], texts: Sequence[str | None]) -> str | None:
    """A list of what was found, or the first of it; None where there is nothing."""
    if each["type"] == "list":
        return BETWEEN.join(text for text in texts if text is not None) or None
    text = next(iter(texts), None)
    if text is None or each["type"] != "regex":
        return text
    found = re.search(each["pattern"], text)
    return found[1] if found else None
