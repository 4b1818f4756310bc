"""The fields of a wrapper as selectors that were tried: on known pages, each cell is compared with what the wrapper itself gives.

What does not agree on nearly all cells is left out, and named with the reason: a selector that is wrong in silence is worse than none.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urljoin

from cssselect import HTMLTranslator, SelectorError
from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from sitelode.articles.fields.dates.date_forms import DateForms, stated_date
from sitelode.html.page import Page
from sitelode.json_data import read_as
from sitelode.tables.lists.list_rule import EACH, ListRule
from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.exchange.selector_search import (
    BETWEEN,
    Cell,
    CompiledSelector,
    FieldSelectors,
    Index,
    Same,
    SelectorSearch,
    plain,
)
from sitelode.wrappers.exchange.selectors import selectors_of, without_implied, xpath_of
from sitelode.wrappers.exchange.short_selectors import ShortSelector, short_selectors
from sitelode.wrappers.exchange.text_selectors import holding_text, same_words, text_parts
from sitelode.wrappers.readers import ArticleRules, as_text
from sitelode.wrappers.taught.taught import TAUGHT
from sitelode.wrappers.wrapper import Layout, Wrapper

MOST_PAGES = 30  # of a layout that selectors are tried on; a bound
_ADDRESS_STARTS = ("/", "./", "../", "?")
_DATES = ("date", "modified")
_RUNS = "records are runs of siblings or columns of a table, which no selector says"


@dataclass(frozen=True)
class KnownPage:
    """A page as it was sent, and as it was read."""

    html: str
    page: Page


@dataclass(frozen=True)
class LayoutSelectors:
    """One layout: its fields as selectors, with how many cells agree, and what is left out, with the reason."""

    layout: Layout
    pages: int
    fields: Mapping[str, FieldSelectors] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    base: ShortSelector | None = None  # of records

    @property
    def cells(self) -> tuple[int, int, int]:
        """Exported cells that agree, exported cells, and those of fields that are left out (one of each field a page)."""
        agreeing = sum(each.agreeing for each in self.fields.values())
        exported = sum(each.cells for each in self.fields.values())
        return agreeing, exported, self.pages * len(self.left_out)


def checked_selectors(wrapper: Wrapper, pages: Iterable[KnownPage], *, css_only: bool) -> list[LayoutSelectors]:
    """Every layout of a wrapper that some of the pages have."""
    applier, by_layout = Applier(wrapper), defaultdict[str, list[tuple[KnownPage, Reading]]](list)
    for known in pages:
        for reading in applier.read(known.page):
            name = reading.layout.name if reading.layout else ""
            if name and not reading.found.reason and len(by_layout[name]) < MOST_PAGES:
                by_layout[name].append((known, reading))
    found = []
    for layout in wrapper.layouts:
        own = by_layout.get(layout.name)
        if own and "nothing" not in layout.rules:
            found.append(_LayoutExport(layout, own, css_only=css_only).selectors())
    return found


class _LayoutExport:
    """One layout with known pages of it."""

    def __init__(self, layout: Layout, own: Sequence[tuple[KnownPage, Reading]], *, css_only: bool) -> None:
        self.layout, self.css_only = layout, css_only
        self.readings = [reading for _, reading in own]
        self.urls = [known.page.url for known, _ in own]
        self.roots = [_root(known.html) for known, _ in own]
        self.indexes: dict[int, Index] = {}

    def selectors(self) -> LayoutSelectors:
        if self.layout.kind == "records":
            return self._records()
        names = dict.fromkeys(name for reading in self.readings for name, value in reading.found.values.items() if value)
        fields, left_out = dict[str, FieldSelectors](), dict[str, str]()
        for name in names:
            found = self._field(name)
            if found.is_good:
                fields[name] = found
            else:
                left_out[name] = self._why(found)
        return LayoutSelectors(self.layout, len(self.roots), fields, left_out)

    def _why(self, found: FieldSelectors) -> str:
        form = "CSS selector" if self.css_only else "selector"
        if not found.selectors:
            return f"no element of the pages holds its values alone, so no {form} says where they are"
        return f"the best {form} agrees on {found.agreeing} of {found.cells} cells only"

    def _field(self, name: str) -> FieldSelectors:
        values = [plain(reading.found.values.get(name, "")) for reading in self.readings]
        cells = [Cell(root, value, url) for root, value, url in zip(self.roots, values, self.urls, strict=True)]
        many = name == "tags" and self.layout.kind == "article"
        search = SelectorSearch(cells, self.same(name), many, self.css_only, self.indexes)
        if name == "text" and self.layout.kind == "article":
            return self._checked(search, self._text(search))
        found = self._checked(search, search.best())
        if not found.is_good and any(BETWEEN in value for value in values):  # several values in one cell
            several = replace(search, many=True)
            found = max((found, self._checked(several, several.best())), key=lambda each: each.agreeing)
        return found

    def _checked(self, search: SelectorSearch, found: FieldSelectors) -> FieldSelectors:
        """Counted once more by the CSS itself, where that is what is written."""
        if not self.css_only or not found.selectors:
            return found
        try:
            again = tuple(replace(one, xpath=css_as_xpath(one)) for one in found.selectors)
        except SelectorError:
            return replace(found, agreeing=0)
        return replace(found, agreeing=replace(search, many=found.many).agreeing([CompiledSelector(one) for one in again]))

    def same(self, name: str) -> Same:
        if self.layout.kind == "article" and name in _DATES:
            forms: DateForms = read_as(ArticleRules, self.layout.rules).fields.forms
            return lambda found, wanted: stated_date(found[:100], forms)[:10] == wanted[:10]
        if self.layout.kind == "article" and name == "text":
            return same_words
        if self.layout.kind == "article" and name == "tags":
            return lambda found, wanted: (
                {_folded(each) for each in found.split(BETWEEN)} == {_folded(each) for each in wanted.split(BETWEEN)}
            )
        return lambda found, wanted: _folded(found) == _folded(wanted)

    def agree(self, name: str, said: str, wanted: str) -> bool:
        """Whether a cell says what the wrapper says; two empty ones do."""
        return self.same(name)(said, wanted) if said and wanted else said == wanted

    def joined(self, said: str) -> str:
        """An address as it is from this page; other values as they are."""
        return urljoin(self.urls[0], said) if said.startswith(_ADDRESS_STARTS) else said

    def _text(self, search: SelectorSearch) -> FieldSelectors:
        """The element around the text, or else all places of it together."""
        around = [
            one
            for cell in search.cells[:4]
            for element in holding_text(cell.root, cell.value)
            for one in short_selectors(element, cell.root)
            if one.css or not self.css_only
        ]
        found = search.best_of(around)
        if found.is_good:
            return found
        together = replace(search, many=True)
        places = selectors_of(self.layout).get("text", [])
        css, xpath = ", ".join(each.css for each in places if each.css), " | ".join(each.xpath for each in places if each.xpath)
        tried = [*text_parts(search.cells), *([ShortSelector(xpath, css, 0)] if xpath else [])]
        for one in tried:
            right = together.agreeing([CompiledSelector(one)]) if one.css or not self.css_only else 0
            if right > found.agreeing:
                found = FieldSelectors((one,), right, len(search.cells), many=True)
        return found

    def _records(self) -> LayoutSelectors:
        rule = read_as_list(self.layout)
        names = [column.name for column in rule.columns]
        taught = [str(each["name"]) for each in self.layout.rules.get(TAUGHT, ())]
        if rule.runs != EACH or rule.across:
            return LayoutSelectors(self.layout, len(self.roots), left_out=dict.fromkeys([*names, *taught], _RUNS))
        best: tuple[int, ShortSelector, list[list[HtmlElement]]] | None = None
        for base in _bases(rule):
            elements = [CompiledSelector(base).elements(root) for root in self.roots]
            right = sum(len(each) == len(reading.found.records) for each, reading in zip(elements, self.readings, strict=True))
            if best is None or right > best[0]:
                best = right, base, elements
        if best is None or best[0] < len(self.roots) or (self.css_only and not best[1].css):
            why = f"its records are found on {best[0] if best else 0} of {len(self.roots)} pages only"
            return LayoutSelectors(self.layout, len(self.roots), left_out=dict.fromkeys([*names, *taught], why))
        rows = [
            (element, record, url)
            for of_page, reading, url in zip(best[2], self.readings, self.urls, strict=True)
            for element, record in zip(of_page, reading.found.records, strict=True)
        ]
        fields, left_out = dict[str, FieldSelectors](), dict[str, str]()
        for column in rule.columns:
            cells = [Cell(element, plain(as_text(record.get(column.name))), url) for element, record, url in rows]
            search = SelectorSearch(cells, self.same(column.name), column.many, self.css_only, self.indexes)
            found = self._checked(search, search.best())
            if found.is_good:
                fields[column.name] = found
            else:
                left_out[column.name] = self._why(found)
        left_out |= dict.fromkeys(taught, "it is a field of the page, not of a record")
        return LayoutSelectors(self.layout, len(self.roots), fields, left_out, best[1])


def judge_of(known: KnownPage, reading: Reading) -> _LayoutExport:
    """What compares the cells of one page.

    Raises:
        ValueError: when no layout was found.

    """
    if reading.layout is None:
        raise ValueError("a page without a layout has no cells")
    return _LayoutExport(reading.layout, [(known, reading)], css_only=False)


def read_as_list(layout: Layout) -> ListRule:
    return ListRule.from_data(layout.rules["list"])


def _bases(rule: ListRule) -> list[ShortSelector]:
    """Selectors of the records: the shortest end of the way to them that is enough, class names as they are or as a whole."""
    steps = without_implied(rule.base)
    found = []
    for start in range(len(steps) - 1, -1, -1):
        way = steps[start:]
        xpath = "//" + "".join(("" if not place else "//" if step.deep else "/") + xpath_of(step) for place, step in enumerate(way))
        css = _css_of(way)
        if rule.needs:
            xpath += f"[./{'/'.join(xpath_of(step) for step in rule.needs)}]"
            css += f":has(> {_css_of(rule.needs)})"
        found.append(ShortSelector(xpath, css, 0))
        last = way[-1]
        if last.names and not rule.needs:
            whole = " ".join(last.names)
            found.append(ShortSelector(f'{xpath}[@class="{whole}"]', f'{css}[class="{whole}"]', 0))
    return found


def _css_of(steps: Sequence[Any]) -> str:
    from sitelode.paths.child_steps import css as css_of  # noqa: PLC0415 (its name is taken here)

    return css_of(tuple(replace(step, deep=False) if not place else step for place, step in enumerate(steps)))


def css_as_xpath(one: ShortSelector) -> str:
    """What a CSS selector means, in the other form."""
    end = f"/@{one.attribute}" if one.attribute else ""
    parts = [f"{part}{end}" for part in HTMLTranslator().css_to_xpath(one.css).split(" | ")]
    return " | ".join(parts)


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


def _root(html: str) -> HtmlElement:
    try:
        return document_fromstring(html.encode("utf-8", "replace"), parser=HTMLParser(encoding="utf-8", huge_tree=True))
    except (etree.ParserError, ValueError):
        return document_fromstring(b"<html><body></body></html>")


def counted_on(wrapper: Wrapper, found: Sequence[LayoutSelectors], pages: Iterable[KnownPage]) -> tuple[int, int, int]:
    """On other pages: the cells that the wrapper fills, those of exported fields, and those on which the export says the same.

    A value where the wrapper has none is an exported cell that is not the same.
    """
    applier, exports = Applier(wrapper), {each.layout.name: each for each in found}
    cells = exported = equal = 0
    for known in pages:
        for reading in applier.read(known.page):
            export = exports.get(reading.layout.name) if reading.layout else None
            if export is None or reading.layout is None or reading.found.reason:
                continue
            judge = _LayoutExport(reading.layout, [(known, reading)], css_only=False)
            for name, cell in _cells_of(judge, export, reading, known.page.url):
                selectors = export.fields.get(name)
                said = (
                    next((text for one in selectors.selectors if (text := cell.read(CompiledSelector(one), many=selectors.many))), "")
                    if selectors
                    else ""
                )
                cells += bool(cell.value)
                if selectors and (cell.value or said):
                    exported += 1
                    equal += bool(cell.value) and bool(said) and judge.same(name)(said, cell.value)
    return cells, exported, equal


def _cells_of(judge: "_LayoutExport", export: LayoutSelectors, reading: Reading, url: str) -> Iterable[tuple[str, Cell]]:
    root = judge.roots[0]
    if judge.layout.kind != "records":
        names = {*export.fields, *export.left_out}
        yield from ((name, Cell(root, plain(reading.found.values.get(name, "")), url)) for name in names)
        return
    elements = CompiledSelector(export.base).elements(root) if export.base else []
    for place, record in enumerate(reading.found.records):
        below = elements[place] if place < len(elements) else document_fromstring(b"<html></html>")
        yield from ((name, Cell(below, plain(as_text(record.get(name))), url)) for name in {*export.fields, *export.left_out})
