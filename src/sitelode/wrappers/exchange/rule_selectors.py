"""The rules of a layout as CSS selectors and XPath expressions.

Selectors say where a value is, not which of several texts there is template, so a text read with them sometimes has a line more
than one read with the wrapper. JSON-LD values have no place that a selector could name, and are left out.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sitelode.json_data import read_as
from sitelode.paths.child_steps import AttributeTest, ChildStep, as_xpath, css
from sitelode.paths.path_text import Path, Step, parse_path
from sitelode.tables.details.field_rules import STEP, FieldRule
from sitelode.tables.lists.list_rule import ColumnRule, ListRule
from sitelode.wrappers.exchange.selectors import PLACE_RANK, Piece, Selector, quoted, with_ending
from sitelode.wrappers.readers import ArticleRules, DetailsRules
from sitelode.wrappers.wrapper import Layout

_TEXT = "text()[normalize-space()]"
_NAMES = re.compile(r"[.#][^.#]+")
LEAST_BEGINNING = 2  # characters of a name before its digits, set by hand; a shorter prefix would match anything
_IS_STATED_BY = {
    "meta": ('meta[name="{0}"], meta[property="{0}"]', '//meta[@name="{0}" or @property="{0}"]', "content"),
    "microdata": ('[itemprop~="{0}"]', '//*[contains(concat(" ", @itemprop, " "), " {0} ")]', ""),
    "rel": ('[rel~="{0}"]', '//*[contains(concat(" ", @rel, " "), " {0} ")]', ""),
}
_SAFE_NAME = re.compile(r"[\w:.-]+\Z")


def rule_selectors(layout: Layout) -> dict[str, tuple[Selector, ...]]:
    """The rules of every field as selectors, preferred one first; of lists see `column_selectors`."""
    if layout.kind == "records":
        return {}
    found = defaultdict[str, list[Selector]](list)
    for name, selector in (_of_article if layout.kind == "article" else _of_columns)(layout.rules):
        found[name].append(selector)
    return {name: tuple(each) for name, each in found.items()}


def _of_article(rules: Mapping[str, Any]) -> Iterator[tuple[str, Selector]]:
    read = read_as(ArticleRules, rules)
    body, fields = read.body, read.fields
    if fields.titles.region:
        yield "title", _selector(parse_path(fields.titles.region), anywhere=True)
    yield "title", _stated('meta[property="og:title"]', '//meta[@property="og:title"]', "content")
    taken = [path for path, row in body.paths.items() if max(row) >= body.taken_from]
    places = [_selector(path) for path in taken if not any(_brings_along(other, path) for other in taken)]
    if places:  # a text is all its places together
        yield "text", Selector(" | ".join(each.xpath for each in places), ", ".join(each.css for each in places if each.css), 0)
    for name, rule in fields.rules.items():
        for source in rule.sources:
            if source.kind == "region":
                yield name, _selector(parse_path(source.name), anywhere=True)
            elif source.kind in _IS_STATED_BY and _SAFE_NAME.match(source.name):
                written, xpath, attribute = _IS_STATED_BY[source.kind]
                yield name, _stated(written.format(source.name), xpath.format(source.name), attribute)


def _stated(written: str, xpath: str, attribute: str) -> Selector:
    return Selector(with_ending(xpath, f"/@{attribute}" if attribute else ""), written, PLACE_RANK, attribute)


def _brings_along(one: Path, other: Path) -> bool:
    """Whether every element at the other path is also at this path or inside such an element, so that its text would be selected twice."""
    steps = zip(one, other, strict=False)
    alike = all(step.tag == like.tag and step.cell in (0, like.cell) and set(step.names) <= set(like.names) for step, like in steps)
    return one != other and len(one) <= len(other) and alike


def record_selectors(rule: ListRule) -> list[Selector]:
    """Selectors of the records: the shortest end of the way to them that is enough, class names as they are or as a whole."""
    steps = without_implied(rule.base)
    found = []
    for start in range(len(steps) - 1, -1, -1):
        way = steps[start:]
        xpath, written = f"//{as_xpath(way)}", css(way)
        if rule.needs:
            xpath, written = f"{xpath}[./{as_xpath(rule.needs)}]", f"{written}:has(> {css(rule.needs)})"
        found.append(Selector(xpath, written, 0))
        if way[-1].names and not rule.needs:
            whole = " ".join(way[-1].names)
            found.append(Selector(f'{xpath}[@class="{whole}"]', f'{written}[class="{whole}"]', 0))
    return found


def column_selectors(column: ColumnRule) -> list[Selector]:
    """A column's own rule as a selector from its record."""
    steps = without_implied(column.steps)
    way = f".{'//' if steps[0].deep else '/'}{as_xpath(steps)}" if steps else "."
    written = ("" if steps[0].deep else ":scope > ") + css(steps) if steps else ":scope"
    if column.prefix:
        piece = Piece(column.prefix.strip(), "")
        return [Selector(piece.xpath(way), written, PLACE_RANK, piece=piece)] if piece.can_be_written else []
    return [_stated(written, way, column.attribute)]


def without_implied(steps: Sequence[ChildStep]) -> tuple[ChildStep, ...]:
    """Steps without the `tbody` that browsers add to tables and other parsers do not."""
    found: list[ChildStep] = []
    deep = False
    for step in steps:
        if step.tag == "tbody" and step.place <= 1 and not (step.names or step.id or step.wants):
            deep = True
        else:
            found.append(replace(step, deep=True) if deep else step)
            deep = False
    return tuple(found)


def _selector(path: Path, *, anywhere: bool = False) -> Selector:
    steps = _steps(path)
    return Selector(("//" if anywhere else "/") + as_xpath(steps), css(steps), PLACE_RANK)


def _steps(path: Iterable[Step]) -> tuple[ChildStep, ...]:
    """The steps of a path, without the implied `tbody`; a name with digits in it is known by its beginning."""
    found = []
    for step in path:
        names, wants, identity = list[str](), list[AttributeTest](), ""
        for name in step.names:
            attribute, bare = ("id", name[1:]) if name.startswith("#") else ("class", name)
            beginning, digits, _ = bare.partition("0")
            if digits:
                wants += [AttributeTest(attribute, "*=", beginning)] if len(beginning) >= LEAST_BEGINNING else []
            elif attribute == "id":
                identity = bare
            else:
                names.append(bare)
        found.append(ChildStep(step.tag, tuple(filter(None, names)), step.cell, identity, wants=tuple(wants)))
    return without_implied(found)


def _of_columns(rules: Mapping[str, Any]) -> Iterator[tuple[str, Selector]]:
    """A column is the n-th text at a path, or a text after a constant label; n may differ if an element has class names unknown before.

    The other kinds of rules gave no selector that was better than those of elements (`bench.exports`).
    """
    for column in read_as(DetailsRules, rules).columns.columns:
        if column.kind in ("labels", "anchor"):
            yield column.name, _by_labels(column)
        elif column.kind == "beside" and column.label and not {'"', "'"} <= set(column.label):
            yield column.name, _behind_label(column)


def _by_labels(rule: FieldRule) -> Selector:
    steps = _steps(_label_steps(rule.path))
    start = "/" if steps and steps[0].tag == "html" else "//"
    xpath = f"{start}{as_xpath(steps)}/{_TEXT}"
    return Selector(f"({xpath})[{max(rule.ordinal, 1)}]", css(steps) if rule.ordinal <= 1 else "", PLACE_RANK)


def _label_steps(path: str) -> Iterator[Step]:
    for step in path.split(STEP):
        tag = re.split(r"[.#]", step, maxsplit=1)[0]
        if tag:  # not of a text node
            yield Step(tag, tuple(name if name[0] == "#" else name[1:] for name in _NAMES.findall(step)), 0)


def _behind_label(rule: FieldRule) -> Selector:
    which = f"(//text()[normalize-space()={quoted(rule.label)}])[{max(rule.occurrence, 1)}]"
    return Selector(f"{which}/following::{_TEXT}[{max(rule.ordinal, 1)}]", "", PLACE_RANK)
