"""Export a wrapper to forms that other programs read: lists of selectors, crawl4ai's schema, a web-poet page object."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sitelode.errors import WrapperError
from sitelode.paths.child_steps import ChildStep
from sitelode.tables.lists.list_rule import EACH, ListRule
from sitelode.wrappers.exchange.names import class_name, harmless_words, identifier, unused
from sitelode.wrappers.exchange.selector_alternatives import with_ending
from sitelode.wrappers.exchange.selectors import Selector, selectors_of, without_implied, xpath_of
from sitelode.wrappers.wrapper import Layout, Wrapper


def export(wrapper: Wrapper, form: str) -> str:
    """The wrapper as text in another form, one of FORMS.

    Raises:
        WrapperError: when there is no such form, or nothing in the wrapper that it can hold.

    """
    if form not in FORMS:
        raise WrapperError(f"there is no form {form!r:.40}; choose one of {', '.join(FORMS)}")
    return FORMS[form](wrapper)


def _css(wrapper: Wrapper) -> str:
    """Attributes are written as parsel, scrapy and web-poet read them, because CSS itself selects only elements."""
    return _listed(wrapper, lambda selector: with_ending(selector.css, f"::attr({selector.attribute})" if selector.attribute else ""))


def _xpath(wrapper: Wrapper) -> str:
    return _listed(wrapper, lambda selector: with_ending(selector.xpath, f"/@{selector.attribute}" if selector.attribute else ""))


def _listed(wrapper: Wrapper, written: Callable[[Selector], str]) -> str:
    """The selectors of every field, layout by layout."""
    data = {
        layout.name: {
            name: [text for each in found if (text := written(each))]
            for name, found in selectors_of(layout).items()
            if any(map(written, found))
        }
        for layout in wrapper.layouts
        if "nothing" not in layout.rules
    }
    return _json(data)


def _crawl4ai(wrapper: Wrapper) -> str:
    """One schema per layout; a single one as an object, several as a list."""
    schemas = [_schema(layout) for layout in wrapper.layouts if "nothing" not in layout.rules]
    schemas = [schema for schema in schemas if schema["fields"]]
    if not schemas:
        raise WrapperError("nothing in this wrapper can be said with CSS selectors; export it as xpath, or use the wrapper itself")
    return _json(schemas[0] if len(schemas) == 1 else schemas)


def _schema(layout: Layout) -> dict[str, Any]:
    if layout.kind == "records":
        return _portable(ListRule.from_data(layout.rules["list"])).selector_schema(layout.name)
    fields = [_schema_field(name, found) for name, found in selectors_of(layout).items() if any(each.css for each in found)]
    return {"name": layout.name, "baseSelector": "html", "fields": fields}


def _schema_field(name: str, found: Sequence[Selector]) -> dict[str, Any]:
    first = found[0]
    alike = [each.css for each in found if each.css and each.attribute == first.attribute]
    kind: dict[str, Any] = {"type": "attribute", "attribute": first.attribute} if first.attribute else {"type": "text"}
    if first.many:
        return {"name": name, "selector": ", ".join(alike), "type": "list", "fields": [{"name": "value", **kind}]}
    return {"name": name, "selector": alike[0], **kind}


def _portable(rule: ListRule) -> ListRule:
    """The rule for parsers that do not add `tbody` to tables."""
    columns = tuple(replace(column, steps=without_implied(column.steps)) for column in rule.columns)
    return replace(rule, base=without_implied(rule.base), columns=columns)


def _web_poet(wrapper: Wrapper) -> str:
    """Python source: one page object per layout, with constants only."""
    every = [(layout, _page_object(layout)) for layout in wrapper.layouts if "nothing" not in layout.rules]
    classes = [found for _, found in every if found]
    if not classes:
        raise WrapperError("nothing in this wrapper can be said with selectors; use the wrapper itself")
    head = f'"""Page objects for {harmless_words(wrapper.site)}, written by sitelode; edit the wrapper instead of this file."""'
    return "\n\n".join((head, _POET_HEAD, *classes)) + "\n"


_POET_HEAD = '''from web_poet import WebPage, field


def _texts(page, selectors, attribute):
    """What the first selectors that find something find, in the order of the page."""
    if attribute:
        found = page.css(", ".join(selectors)).xpath("@" + attribute).getall()
    else:
        found = [" ".join("".join(each.css("*::text").getall()).split()) for each in page.css(", ".join(selectors))]
    return [text for text in found if text]


def _record(page, element, columns):
    """The cells of a record that it has."""
    record = {}
    for name, path, attribute, prefix, many in columns:
        if attribute:
            texts = element.xpath(path + "/@" + attribute).getall()
            texts = [page.urljoin(text) for text in texts] if attribute in ("href", "src") else texts
        else:
            texts = [" ".join("".join(each.css("*::text").getall()).split()) for each in element.xpath(path)]
        texts = [text.removeprefix(prefix).strip() for text in texts if text]
        if texts:
            record[name] = texts if many else texts[0]
    return record
'''


def _page_object(layout: Layout) -> str:
    lines = [f"class {class_name(layout.name)}(WebPage[dict]):", f'    """Layout {harmless_words(layout.name)}."""']
    if layout.kind == "records":
        rule = _portable(ListRule.from_data(layout.rules["list"]))
        # No selector can express records that are runs of siblings or columns of a table.
        return "\n".join([*lines, "", *_records_method(rule)]) + "\n" if rule.runs == EACH and not rule.across else ""
    used: set[str] = set()
    for name, found in selectors_of(layout).items():
        places = [(each.css, each.attribute) for each in found if each.css]
        expressions = [each.xpath for each in found if not each.css]
        if places:
            lines += ["", *_method(unused(identifier(name), used), places, many=found[0].many)]
        elif expressions:
            lines += ["", *_xpath_method(unused(identifier(name), used), expressions)]
    return "\n".join(lines) + "\n" if used else ""


def _records_method(rule: ListRule) -> list[str]:
    base = "".join(("/" if place and not step.deep else "//") + xpath_of(step) for place, step in enumerate(rule.base))
    base += f"[{_relative(rule.needs)}]" if rule.needs else ""
    columns = [(each.name, _relative(each.steps), each.attribute, each.prefix, each.many) for each in rule.columns if not each.above]
    return [
        "    @field",
        "    def records(self):",
        f"        columns = {columns!r}",
        f"        return [_record(self, each, columns) for each in self.xpath({base!r})]",
    ]


def _relative(steps: Sequence[ChildStep]) -> str:
    return "." + "".join(("//" if step.deep else "/") + xpath_of(step) for step in steps)


def _xpath_method(name: str, expressions: Sequence[str]) -> list[str]:
    return [
        "    @field",
        f"    def {name}(self):",
        f"        for expression in {list(expressions)!r}:",
        "            for text in self.xpath(expression).getall():",
        '                return " ".join(text.split())',
        '        return ""',
    ]


def _method(name: str, places: Sequence[tuple[str, str]], *, many: bool) -> list[str]:
    attribute = places[0][1]
    if many:
        selectors = [css for css, other in places if other == attribute]
        return ["    @field", f"    def {name}(self):", f"        return _texts(self, {selectors!r}, {attribute!r})"]
    return [
        "    @field",
        f"    def {name}(self):",
        f"        for selector, attribute in {list(places)!r}:",
        "            for text in _texts(self, [selector], attribute):",
        "                return text",
        '        return ""',
    ]


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


FORMS: dict[str, Callable[[Wrapper], str]] = {"css": _css, "xpath": _xpath, "crawl4ai": _crawl4ai, "web-poet": _web_poet}
