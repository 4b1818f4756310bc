"""Selectors as files for other programs: lists of CSS or XPath, crawl4ai's schema, a web-poet page object.

The file says for each field on how many cells of known pages it agrees with the wrapper, and what it leaves out.
"""

import json
import keyword
import re
from collections.abc import Callable, Sequence
from typing import Any

from sitelode.counted import counted
from sitelode.errors import WrapperError
from sitelode.wrappers.exchange.selectors import FieldSelectors, LayoutSelectors, Selector, with_ending
from sitelode.wrappers.wrapper import Wrapper

CHECKED = "_checked"
SOUP_CONTAINS = ":-soup-contains("  # how BeautifulSoup calls what cssselect calls `:contains(`
_NOT_IN_NAMES = re.compile(r"\W+")
_TAKEN_NAMES = frozenset(("css", "xpath", "html", "url", "response", "selector", "to_item", "urljoin", "base_url", "item_cls"))


def written(wrapper: Wrapper, form: str, found: Sequence[LayoutSelectors]) -> str:
    """The file's text in one of FORMS.

    Raises:
        WrapperError: when there is no such form, or nothing that it can hold.

    """
    if form not in FORMS:
        raise WrapperError(f"there is no format {form!r:.40}; choose one of {', '.join(FORMS)}")
    if not any(each.fields for each in found):
        why = next((reason for each in found for reason in each.left_out.values()), "no layout of the wrapper is like these pages")
        raise WrapperError(f"nothing of this wrapper can be exported as {form}: {why}; use the wrapper itself")
    return FORMS[form](wrapper, found)


def _counts(each: LayoutSelectors) -> dict[str, Any]:
    agreeing = {name: f"{found.agreeing} of {found.cells}" for name, found in each.fields.items()}
    return {"pages": each.pages, "agreeing": agreeing, "left_out": dict(each.left_out)}


def _written_css(one: Selector) -> str | dict[str, str]:
    """Attributes and texts as parsel, scrapy and web-poet read them; a piece of a text comes with the pattern that `re_first` takes."""
    is_text = one.is_own_text or one.piece is not None
    css = with_ending(one.css, f"::attr({one.attribute})" if one.attribute else "::text" if is_text else "")
    return css if one.piece is None else {"selector": css, "re": one.piece.pattern}


def _lists(found: Sequence[LayoutSelectors], written: Callable[[Selector], str | dict[str, str]]) -> str:
    data: dict[str, Any] = {}
    for each in found:
        base = {"records": [written(each.base)]} if each.base is not None and each.fields else {}
        data[each.layout.name] = base | {name: [written(one) for one in of.selectors] for name, of in each.fields.items()}
    return _json(data | {CHECKED: {each.layout.name: _counts(each) for each in found}})


def schema_of(each: LayoutSelectors) -> dict[str, Any]:
    """One layout as crawl4ai reads it; what it does not know, it passes over."""
    # Of several fields of one name crawl4ai keeps the last that finds something, so the preferred one comes last.
    fields = [_schema_field(name, one, many=found.many) for name, found in each.fields.items() for one in reversed(found.selectors)]
    base = each.base.css if each.base is not None else "html"
    return {"name": each.layout.name, "baseSelector": base, "fields": fields, "checked": _counts(each)}


def _schema_field(name: str, one: Selector, *, many: bool) -> dict[str, Any]:
    kind: dict[str, Any] = {"type": "attribute", "attribute": one.attribute} if one.attribute else {"type": "text"}
    kind = {"type": "regex", "pattern": one.piece.pattern} if one.piece is not None else kind
    css = one.css.replace(":contains(", SOUP_CONTAINS)
    if many:
        return {"name": name, "selector": css, "type": "list", "fields": [{"name": "value", **kind}]}
    return {"name": name, "selector": css, **kind}


def _crawl4ai(_: Wrapper, found: Sequence[LayoutSelectors]) -> str:
    schemas = [schema_of(each) for each in found if each.fields]
    return _json(schemas[0] if len(schemas) == 1 else schemas)


_POET_HEAD = '''from web_poet import WebPage, field


def _texts(page, below, expression, attribute):
    """What an expression finds, white space collapsed."""
    texts = []
    for each in below.xpath(expression):
        if isinstance(each.root, str):
            texts.append(page.urljoin(each.get()) if attribute in ("href", "src") else each.get())
        else:
            texts.append(" ".join(each.xpath(".//text()[not(parent::script or parent::style)]").getall()))
    return [" ".join(text.split()) for text in texts if text.strip()]


def _first(page, below, places, many):
    """The first expression that finds something counts."""
    for expression, attribute in places:
        texts = _texts(page, below, expression, attribute)
        if texts:
            return texts if many else texts[0]
    return [] if many else ""
'''


def _web_poet(wrapper: Wrapper, found: Sequence[LayoutSelectors]) -> str:
    """Python source: one page object a layout, with constants only."""
    head = f'"""Page objects for {harmless_words(wrapper.site)}, written by sitelode; edit the wrapper instead of this file."""'
    return "\n\n".join((head, _POET_HEAD, *(_page_object(each) for each in found if each.fields))) + "\n"


def _page_object(each: LayoutSelectors) -> str:
    lines = [f"class {class_name(each.layout.name)}(WebPage[dict]):"]
    left_out = [f"    {harmless_words(name)}: {harmless_words(why)}" for name, why in each.left_out.items()]
    lines += [
        f'    """Layout {harmless_words(each.layout.name)}, checked on {counted(each.pages, "page")}.',
        *(["", "    Left out:", *left_out] if left_out else []),
    ]
    lines += ['    """', ""]
    if each.base is not None:
        columns = [(name, _places(of), of.many) for name, of in each.fields.items()]
        lines += ["    @field", "    def records(self):", f"        columns = {columns!r}"]
        lines += [f"        below = self.xpath({each.base.xpath!r})"]
        lines += ["        return [{name: _first(self, one, places, many) for name, places, many in columns} for one in below]", ""]
        return "\n".join(lines)
    used: set[str] = set()
    for name, of in each.fields.items():
        lines += [
            "    @field",
            f"    def {unused(identifier(name), used)}(self):",
            f'        """Agrees on {of.agreeing} of {of.cells} pages."""',
        ]
        lines += [f"        return _first(self, self, {_places(of)!r}, {of.many!r})", ""]
    return "\n".join(lines)


def _places(found: FieldSelectors) -> list[tuple[str, str]]:
    return [(one.xpath, one.attribute) for one in found.selectors]


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


FORMS: dict[str, Callable[[Wrapper, Sequence[LayoutSelectors]], str]] = {
    "css": lambda _, found: _lists(found, _written_css),
    "xpath": lambda _, found: _lists(found, lambda one: one.xpath),
    "crawl4ai": _crawl4ai,
    "web-poet": _web_poet,
}


def identifier(name: str) -> str:
    found = _NOT_IN_NAMES.sub("_", name).strip("_").lower() or "field"
    found = f"field_{found}" if found[0].isdigit() or not found.isidentifier() else found
    return found + "_" if keyword.iskeyword(found) or found in _TAKEN_NAMES else found


def unused(name: str, used: set[str]) -> str:
    """A name that was not given yet, which is taken now."""
    number, found = 2, name
    while found in used:
        found, number = f"{name}_{number}", number + 1
    used.add(found)
    return found


def class_name(name: str) -> str:
    return "".join(part.capitalize() for part in re.findall(r"[A-Za-z0-9]+", name)).lstrip("0123456789") + "Page"


def harmless_words(text: str) -> str:
    """Words for a docstring, without any sign that could end it."""
    return re.sub(r"[^\w. ,-]", "", text)[:160] or "a site"
