"""The rules of a layout as CSS selectors and XPath expressions.

Selectors say where a value is, not which of several texts there is template, so a text read with them sometimes has a line more
than one read with the wrapper. JSON-LD values have no place that a selector could name, and are left out.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sitelode.errors import WrapperError
from sitelode.json_data import read_as
from sitelode.paths.child_steps import AttributeTest, ChildStep, css
from sitelode.paths.path_text import Path, Step, parse_path
from sitelode.wrappers.exchange.column_selectors import Writers, column_selector
from sitelode.wrappers.readers import ArticleRules, DetailsRules, ListRules
from sitelode.wrappers.wrapper import Layout

LEAST_BEGINNING = 2  # characters of a name before its digits, set by hand; a shorter prefix would match anything
_PLAIN_TAG = re.compile(r"[a-z][a-z0-9-]*\Z")
_UNSAFE = re.compile(r"[^\w-]")
_IS_STATED_BY = {
    "meta": ('meta[name="{0}"], meta[property="{0}"]', '//meta[@name="{0}" or @property="{0}"]', "content"),
    "microdata": ('[itemprop~="{0}"]', '//*[contains(concat(" ", @itemprop, " "), " {0} ")]', ""),
    "rel": ('[rel~="{0}"]', '//*[contains(concat(" ", @rel, " "), " {0} ")]', ""),
}
_SAFE_NAME = re.compile(r"[\w:.-]+\Z")


@dataclass(frozen=True, slots=True)
class Selector:
    """One place of a field."""

    field: str
    css: str
    xpath: str
    attribute: str = ""  # whose value is meant; the text if empty
    many: bool = False

    def to_data(self) -> dict[str, Any]:
        extra = {"attribute": self.attribute, "many": self.many}
        return {"css": self.css, "xpath": self.xpath} | {name: value for name, value in extra.items() if value}


def selectors_of(layout: Layout) -> dict[str, list[Selector]]:
    """The selectors of every field, preferred one first."""
    if "nothing" in layout.rules:
        return {}
    try:
        found = {"article": _of_article, "records": _of_list, "fields": _of_columns}[layout.kind](layout.rules)
        by_field: dict[str, list[Selector]] = {}
        for selector in found:
            by_field.setdefault(selector.field, []).append(selector)
    except (ValueError, KeyError) as problem:
        raise WrapperError(f"the rules of layout {layout.name!r} are damaged: {problem}") from problem
    return by_field


def _of_article(rules: Mapping[str, Any]) -> Iterator[Selector]:
    read = read_as(ArticleRules, rules)
    body, fields = read.body, read.fields
    if fields.titles.region:
        yield _selector("title", parse_path(fields.titles.region), anywhere=True)
    yield Selector("title", 'meta[property="og:title"]', '//meta[@property="og:title"]', "content")
    taken = [path for path, row in body.paths.items() if max(row) >= body.taken_from]
    for path in taken:
        if not any(_brings_along(other, path) for other in taken):
            yield _selector("text", path, many=True)
    for name, rule in fields.rules.items():
        for source in rule.sources:
            yield from _of_source(name, source.kind, source.name)


def _brings_along(one: Path, other: Path) -> bool:
    """Whether every element at the other path is also at this path or inside such an element, so that its text would be selected twice."""
    return one != other and len(one) <= len(other) and all(map(_is_like, one, other))


def _is_like(one: Step, other: Step) -> bool:
    return one.tag == other.tag and one.cell in (0, other.cell) and set(one.names) <= set(other.names)


def _of_source(field: str, kind: str, name: str) -> Iterator[Selector]:
    if kind == "region":
        yield _selector(field, parse_path(name), anywhere=True, many=field == "tags")
    elif kind in _IS_STATED_BY and _SAFE_NAME.match(name):
        css, xpath, attribute = _IS_STATED_BY[kind]
        yield Selector(field, css.format(name), xpath.format(name), attribute, many=field == "tags")


def _of_list(rules: Mapping[str, Any]) -> Iterator[Selector]:
    rule = read_as(ListRules, rules).list
    for column in rule.columns:
        way = without_implied(column.steps if column.above else (*rule.base, *column.steps))
        xpath = "".join(("/" if place and not step.deep else "//") + xpath_of(step) for place, step in enumerate(way))
        yield Selector(column.name, css(way), xpath, column.attribute, many=True)


def without_implied(steps: Sequence[ChildStep]) -> tuple[ChildStep, ...]:
    """Steps without the `tbody` that browsers add to tables and other parsers do not."""
    found: list[ChildStep] = []
    deep = False
    for step in steps:
        if step == ChildStep("tbody"):
            deep = True
        else:
            found.append(replace(step, deep=True) if deep else step)
            deep = False
    return tuple(found)


def joined_path(steps: Sequence[Step], write: Callable[[Step], str], child: str, below: str) -> str:
    """Join steps into one selector, also without the implied `tbody`."""
    parts, between = list[str](), ""
    for step in steps:
        if step.tag == "tbody" and not step.names:
            between = below
            continue
        parts.append(between + write(step))
        between = child
    return "".join(parts)


def xpath_of(step: ChildStep) -> str:
    names = (*((f"#{step.id}",) if step.id else ()), *step.names)
    wanted = "".join(_xpath_want(want) for want in step.wants)
    return _xpath_step(Step(step.tag, names, 0)) + wanted + (f"[{step.place}]" if step.place else "")


def _xpath_want(want: AttributeTest) -> str:
    """The condition on an attribute; a value with both kinds of quotes cannot be written and is left out."""
    quote = "'" if '"' in want.value else '"'
    attribute, value = f"@{want.attribute}", f"{quote}{want.value}{quote}"
    if quote in want.value:
        return f"[{attribute}]"
    return {
        "": f"[{attribute}]",
        "=": f"[{attribute}={value}]",
        "~=": f"[contains(concat(' ', normalize-space({attribute}), ' '), concat(' ', {value}, ' '))]",
        "*=": f"[contains({attribute}, {value})]",
        "^=": f"[starts-with({attribute}, {value})]",
        "$=": f"[substring({attribute}, string-length({attribute}) - {len(want.value) - 1}) = {value}]",
    }[want.relation]


def _of_columns(rules: Mapping[str, Any]) -> Iterator[Selector]:
    writers = Writers(
        lambda steps: joined_path(steps, _css_step, " > ", " "),
        lambda steps: joined_path(steps, _xpath_step, "/", "//"),
    )
    for column in read_as(DetailsRules, rules).columns.columns:
        found = column_selector(column, writers)
        if found is not None:
            yield Selector(column.name, found.css, found.xpath, found.attribute)


def _selector(field: str, path: Path, *, anywhere: bool = False, attribute: str = "", many: bool = False) -> Selector:
    xpath = ("//" if anywhere else "/") + joined_path(path, _xpath_step, "/", "//")
    return Selector(field, joined_path(path, _css_step, " > ", " "), xpath, attribute, many)


def _css_step(step: Step) -> str:
    tag = step.tag if _PLAIN_TAG.match(step.tag) else "*"
    place = f":nth-of-type({step.cell})" if step.cell and tag != "*" else ""
    return tag + "".join(map(_css_name, step.names)) + place


def _css_name(name: str) -> str:
    mark, attribute, bare = ("#", "id", name[1:]) if name.startswith("#") else (".", "class", name)
    if "0" in bare:
        beginning = bare.partition("0")[0]
        return f'[{attribute}*="{_quoted(beginning)}"]' if len(beginning) >= LEAST_BEGINNING else ""
    return mark + _escaped(bare) if bare else ""


def _xpath_step(step: Step) -> str:
    tag = step.tag if _PLAIN_TAG.match(step.tag) else "*"
    return tag + "".join(map(_xpath_name, step.names)) + (f"[{step.cell}]" if step.cell else "")


def _xpath_name(name: str) -> str:
    attribute, bare = ("id", name[1:]) if name.startswith("#") else ("class", name)
    if not bare or '"' in bare:
        return ""
    if "0" in bare:
        beginning = bare.partition("0")[0]
        return f'[contains(@{attribute}, "{beginning}")]' if len(beginning) >= LEAST_BEGINNING else ""
    if attribute == "id":
        return f'[@id="{bare}"]'
    return f'[contains(concat(" ", normalize-space(@class), " "), " {bare} ")]'


def _escaped(name: str) -> str:
    escaped = _UNSAFE.sub(lambda found: "\\" + found[0], name)
    return f"\\{ord(name[0]):x} {escaped[1:]}" if name[0].isdigit() else escaped


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
