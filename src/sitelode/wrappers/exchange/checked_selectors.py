"""The fields of a wrapper as selectors that were tried: on known pages, each cell is compared with what the wrapper itself gives.

What does not agree on nearly all cells is left out, and named with the reason: a selector that is wrong in silence is worse than none.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from sitelode.articles.fields.dates import DateForms, stated_date
from sitelode.counted import counted
from sitelode.html.addresses import stated_base
from sitelode.html.page import Page
from sitelode.json_data import read_as
from sitelode.tables.lists.list_rule import EACH, ColumnRule, ListRule
from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.exchange.search.page_values import PageValues, Same, joined_address, plain
from sitelode.wrappers.exchange.search.selector_search import BETWEEN, Cell, CompiledSelector, FieldSelectors, Form, SelectorSearch
from sitelode.wrappers.exchange.search.short_selectors import PLACE_RANK, Piece, ShortSelector, short_selectors
from sitelode.wrappers.exchange.search.text_selectors import holding_text, same_letters, same_words, text_parts, texts_without, words_off
from sitelode.wrappers.exchange.selector_alternatives import with_ending
from sitelode.wrappers.exchange.selectors import selectors_of, without_implied, xpath_of
from sitelode.wrappers.readers import ArticleRules, as_text
from sitelode.wrappers.taught.taught import TAUGHT
from sitelode.wrappers.wrapper import Layout, Wrapper

MOST_PAGES = 30  # of a layout that selectors are tried on; a bound
CLOSELY_READ = 6  # pages on which texts that agree are compared word by word; set by hand
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


def checked_selectors(wrapper: Wrapper, pages: Iterable[KnownPage], form: Form = Form.XPATH) -> list[LayoutSelectors]:
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
            found.append(LayoutExport(layout, own, form).selectors())
    return found


class LayoutExport:
    """One layout with known pages of it."""

    def __init__(self, layout: Layout, own: Sequence[tuple[KnownPage, Reading]], form: Form = Form.XPATH) -> None:
        self.layout, self.form = layout, form
        self.readings = [reading for _, reading in own]
        self.urls = [stated_base(known.page) for known, _ in own]
        self.rules = selectors_of(layout) if layout.kind != "records" else {}
        self.roots = [_root(known.html) for known, _ in own]
        self.values: dict[int, PageValues] = {}

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
        form = "selector" if self.form is Form.XPATH else "CSS selector"
        if not found.selectors:
            return f"no element of the pages holds its values alone, so no {form} says where they are"
        return f"the best {form} agrees on {found.agreeing} of {found.cells} cells only"

    def _field(self, name: str) -> FieldSelectors:
        values = [plain(reading.found.values.get(name, "")) for reading in self.readings]
        cells = [Cell(root, value, url) for root, value, url in zip(self.roots, values, self.urls, strict=True)]
        many = name == "tags" and self.layout.kind == "article"
        search = SelectorSearch(cells, self.same(name), many, self.form, self.values, self._of_rule(name))
        if name == "text" and self.layout.kind == "article":
            return self._text(search)
        found = search.best()
        if not found.is_good and any(BETWEEN in value for value in values):  # several values in one cell
            several = replace(search, many=True)
            found = max((found, several.best()), key=lambda each: each.agreeing)
        return found

    def _of_rule(self, name: str) -> list[ShortSelector]:
        """The rule itself as selectors."""
        found = [(one, f"/@{one.attribute}" if one.attribute else "") for one in self.rules.get(name, ())]
        return [ShortSelector(with_ending(one.xpath, end), one.css, PLACE_RANK, one.attribute) for one, end in found]

    def same(self, name: str) -> Same:
        if self.layout.kind == "article" and name in _DATES:
            forms: DateForms = read_as(ArticleRules, self.layout.rules).fields.forms
            return lambda found, wanted: stated_date(found[:100], forms)[:10] == wanted[:10]
        if self.layout.kind == "article" and name == "text":
            return same_letters if self.form is Form.SCHEMA else same_words
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
        return joined_address(self.urls[0], said) if said.startswith(_ADDRESS_STARTS) else said

    def _text(self, search: SelectorSearch) -> FieldSelectors:
        """The element around the text, or else all places of it together."""
        around = [
            one
            for cell in search.cells[:4]
            for element in holding_text(cell.root, cell.value)
            for one in short_selectors(element, cell.root)
            if self.form.can_say(one)
        ]
        found = search.best_of(around)
        together = replace(search, many=True)
        places = selectors_of(self.layout).get("text", [])
        css, xpath = ", ".join(each.css for each in places if each.css), " | ".join(each.xpath for each in places if each.xpath)
        tried = [*text_parts(search.cells), *texts_without(search.wrong_cells(found.selectors) or search.cells)]
        tried = [one for one in [*tried, *([ShortSelector(xpath, css, 0)] if xpath else [])] if self.form.can_say(one)]
        options = [FieldSelectors((one,), together.agreeing([CompiledSelector(one, self.form)]), len(search.cells), True) for one in tried]
        best = max([found, *options], key=lambda each: (each.agreeing, -self._words_off(search, each)))
        if best.is_good:
            return best
        return max((best, together.best_of(tried)), key=lambda each: each.agreeing)  # several kinds of pages in one layout

    def _words_off(self, search: SelectorSearch, found: FieldSelectors) -> int:
        """How many words of some pages' texts are too many or missing: of texts that are the same but for little, that is little."""
        compiled = [CompiledSelector(one, self.form) for one in found.selectors[:1]]
        return sum(words_off(cell.read(one, many=found.many), cell.value) for cell in search.cells[:CLOSELY_READ] for one in compiled)

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
        if best is None or best[0] < len(self.roots) or not self.form.can_say(best[1]):
            why = f"its records are found on {best[0] if best else 0} of {counted(len(self.roots), 'page')} only"
            return LayoutSelectors(self.layout, len(self.roots), left_out=dict.fromkeys([*names, *taught], why))
        rows = [
            (element, record, url)
            for of_page, reading, url in zip(best[2], self.readings, self.urls, strict=True)
            for element, record in zip(of_page, reading.found.records, strict=True)
        ]
        fields, left_out = dict[str, FieldSelectors](), dict[str, str]()
        for column in rule.columns:
            cells = [Cell(element, plain(as_text(record.get(column.name))), url) for element, record, url in rows]
            search = SelectorSearch(cells, self.same(column.name), column.many, self.form, self.values, _of_column(column))
            found = search.best()
            if found.is_good:
                fields[column.name] = found
            else:
                left_out[column.name] = self._why(found)
        left_out |= dict.fromkeys(taught, "it is a field of the page, not of a record")
        return LayoutSelectors(self.layout, len(self.roots), fields, left_out, best[1])


def judge_of(known: KnownPage, reading: Reading, form: Form = Form.XPATH) -> LayoutExport:
    """What compares the cells of one page.

    Raises:
        ValueError: when no layout was found.

    """
    if reading.layout is None:
        raise ValueError("a page without a layout has no cells")
    return LayoutExport(reading.layout, [(known, reading)], form)


def read_as_list(layout: Layout) -> ListRule:
    return ListRule.from_data(layout.rules["list"])


def _of_column(column: ColumnRule) -> list[ShortSelector]:
    """A column's own rule as a selector from its record."""
    steps = without_implied(column.steps)
    way = "." + "".join(("//" if step.deep else "/") + xpath_of(step) for step in steps)
    end = f"/@{column.attribute}" if column.attribute else ""
    css = f":scope > {_css_of(steps)}" if steps else ""
    if column.prefix:
        piece = Piece(column.prefix.strip(), "")
        return [ShortSelector(piece.xpath(way), css, PLACE_RANK, piece=piece)] if piece.can_be_written else []
    return [ShortSelector(way + end, css, PLACE_RANK, column.attribute)]


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


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


def _root(html: str) -> HtmlElement:
    try:
        return document_fromstring(html.encode("utf-8", "replace"), parser=HTMLParser(encoding="utf-8", huge_tree=True))
    except (etree.ParserError, ValueError):
        return document_fromstring(b"<html><body></body></html>")
