"""The fields of a wrapper as selectors that were tried: on known pages, each cell is compared with what the wrapper itself gives.

What does not agree on nearly all cells is left out, and named with the reason: a selector that is wrong in silence is worse than none.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape

from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from sitelode.articles.fields.dates import DateForms, stated_date
from sitelode.counted import counted
from sitelode.html.addresses import stated_base
from sitelode.html.page import Page
from sitelode.html.vocabulary import RAW_TEXT_TAGS, TEXT, VOID_TAGS
from sitelode.json_data import read_as
from sitelode.tables.lists.list_rule import EACH, ListRule
from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.exchange.export_forms import written
from sitelode.wrappers.exchange.page_values import PageValues, Same, plain
from sitelode.wrappers.exchange.rule_selectors import column_selectors, record_selectors, rule_selectors
from sitelode.wrappers.exchange.selector_search import BETWEEN, Cell, CompiledSelector, SelectorSearch
from sitelode.wrappers.exchange.selectors import FieldSelectors, Form, LayoutSelectors, Selector
from sitelode.wrappers.exchange.short_selectors import short_selectors
from sitelode.wrappers.exchange.text_selectors import holding_text, same_letters, same_words, texts_without, words_off
from sitelode.wrappers.readers import ArticleRules, as_text
from sitelode.wrappers.taught.taught import TAUGHT
from sitelode.wrappers.wrapper import Layout, Wrapper

_READ_AS = {"css": Form.CSS, "crawl4ai": Form.SCHEMA}
MOST_PAGES = 30  # of a layout that selectors are tried on; a bound
CLOSELY_READ = 6  # pages on which texts that agree are compared word by word; set by hand
_DATES = ("date", "modified")
RUNS = "records are runs of siblings or columns of a table, which no selector says"
OF_PAGE = "it is a field of the page, not of a record"


@dataclass(frozen=True)
class KnownPage:
    """A page as it was sent, and as it was read."""

    html: str
    page: Page


def export_selectors(wrapper: Wrapper, pages: Iterable[KnownPage], form: Form) -> list[LayoutSelectors]:
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

    def __init__(self, layout: Layout, own: Sequence[tuple[KnownPage, Reading]], form: Form) -> None:
        self.layout, self.form = layout, form
        self.readings = [reading for _, reading in own]
        self.urls = [stated_base(known.page) for known, _ in own]
        self.rules = rule_selectors(layout)
        self.roots = [_root(known.html) for known, _ in own]
        self.values: dict[int, PageValues] = {}

    def selectors(self) -> LayoutSelectors:
        if self.layout.kind == "records":
            return self._records()
        names = dict.fromkeys(name for reading in self.readings for name, value in reading.found.values.items() if value)
        return self._with_reasons({name: self._field(name) for name in names})

    def _with_reasons(
        self, found: Mapping[str, FieldSelectors], left_out: Mapping[str, str] | None = None, base: Selector | None = None
    ) -> LayoutSelectors:
        good = {name: each for name, each in found.items() if each.is_good}
        bad = {name: self._why(each) for name, each in found.items() if not each.is_good}
        return LayoutSelectors(self.layout, len(self.roots), good, {**bad, **(left_out or {})}, base)

    def _why(self, found: FieldSelectors) -> str:
        form = "selector" if self.form is Form.XPATH else "CSS selector"
        if not found.selectors:
            return f"no element of the pages holds its values alone, so no {form} says where they are"
        return f"the best {form} agrees on {found.agreeing} of {found.cells} cells only"

    def _field(self, name: str) -> FieldSelectors:
        values = [plain(reading.found.values.get(name, "")) for reading in self.readings]
        cells = [Cell(root, value, url) for root, value, url in zip(self.roots, values, self.urls, strict=True)]
        many, is_text = (self.layout.kind == "article" and name == each for each in ("tags", "text"))
        search = SelectorSearch(cells, self.same(name), many, self.form, self.values, self.rules.get(name, ()) if not is_text else ())
        if is_text:
            return self._text(search)
        found = search.best()
        if not found.is_good and any(BETWEEN in value for value in values):  # several values in one cell
            several = replace(search, many=True)
            found = max((found, several.best()), key=lambda each: each.agreeing)
        return found

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
        tried = [*texts_without(search.wrong_cells(found.selectors) or search.cells), *self.rules.get("text", ())]
        tried = [one for one in tried if self.form.can_say(one)]
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
        rule = ListRule.from_data(self.layout.rules["list"])
        names = [column.name for column in rule.columns]
        taught = [str(each["name"]) for each in self.layout.rules.get(TAUGHT, ())]
        if rule.runs != EACH:
            return self._with_reasons({}, dict.fromkeys([*names, *taught], RUNS))
        best: tuple[int, Selector, list[list[HtmlElement]]] | None = None
        for base in record_selectors(rule):
            elements = [CompiledSelector(base).elements(root) for root in self.roots]
            right = sum(len(each) == len(reading.found.records) for each, reading in zip(elements, self.readings, strict=True))
            if best is None or right > best[0]:
                best = right, base, elements
        if best is None or best[0] < len(self.roots) or not self.form.can_say(best[1]):
            why = f"its records are found on {best[0] if best else 0} of {counted(len(self.roots), 'page')} only"
            return self._with_reasons({}, dict.fromkeys([*names, *taught], why))
        rows = [
            (element, record, url)
            for of_page, reading, url in zip(best[2], self.readings, self.urls, strict=True)
            for element, record in zip(of_page, reading.found.records, strict=True)
        ]
        found = {}
        for column in rule.columns:
            cells = [Cell(element, plain(as_text(record.get(column.name))), url) for element, record, url in rows]
            search = SelectorSearch(cells, self.same(column.name), column.many, self.form, self.values, column_selectors(column))
            found[column.name] = search.best()
        return self._with_reasons(found, dict.fromkeys(taught, OF_PAGE), best[1])


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


def _root(html: str) -> HtmlElement:
    try:
        return document_fromstring(html.encode("utf-8", "replace"), parser=HTMLParser(encoding="utf-8", huge_tree=True))
    except (etree.ParserError, ValueError):
        return document_fromstring(b"<html><body></body></html>")


def export_checked(wrapper: Wrapper, form: str, pages: Sequence[KnownPage]) -> tuple[str, list[LayoutSelectors]]:
    """The file's text, and what it holds.

    Raises:
        WrapperError: when there is no such form, or nothing that it can hold.

    """
    found = export_selectors(wrapper, pages, _READ_AS.get(form, Form.XPATH))
    return written(wrapper, form, found), found


def page_markup(page: Page) -> str:
    """The whole page; a parser gives the same tree again."""
    return "<!DOCTYPE html>" + "".join(_pieces(page))


def _pieces(page: Page) -> Iterator[str]:
    ends, tags = page.columns.end.tolist(), page.columns.tag.tolist()
    still_open: list[tuple[int, str]] = []
    for row, end in enumerate(ends):
        while still_open and still_open[-1][0] <= row:
            yield f"</{still_open.pop()[1]}>"
        if tags[row] == TEXT:
            raw = bool(still_open) and still_open[-1][1] in RAW_TEXT_TAGS
            yield page.text(row) if raw else escape(page.text(row), quote=False)
            continue
        name = page.tag_name(row)
        attributes = "".join(f' {key}="{escape(value)}"' for key, value in page.attributes(row).items())
        yield f"<{name}{attributes}>"
        if name not in VOID_TAGS:
            still_open.append((end, name))
    while still_open:
        yield f"</{still_open.pop()[1]}>"
