"""Columns of detail pages as CSS selectors and XPath expressions.

A column is the text at a path, the n-th text at a path, or the text after a constant label. CSS can express the first, XPath nearly
all; n may differ if an element has class names that were unknown when the rules were learnt.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sitelode.paths.path_text import Step
from sitelode.tables.details.attribute_fields import NAMED, PLACED
from sitelode.tables.details.field_rules import STEP, FieldRule

TAGS_COMPARED = 3  # above the text after a label; set by hand
_TEXT = "text()[normalize-space()]"
_NAMES = re.compile(r"[.#][^.#]+")


@dataclass(frozen=True, slots=True)
class Writers:
    """Functions that write paths; `selectors.py` has them."""

    css: Callable[[Sequence[Step]], str]
    xpath: Callable[[Sequence[Step]], str]


@dataclass(frozen=True, slots=True)
class ColumnSelector:
    css: str  # empty if CSS cannot express it
    xpath: str
    attribute: str = ""


def column_selector(rule: FieldRule, writers: Writers) -> ColumnSelector | None:
    """The selector of a column; None if no selector can express it."""
    write = _WRITE.get(rule.kind)
    return None if write is None else write(rule, writers)


def _by_places(rule: FieldRule, writers: Writers) -> ColumnSelector:
    parts = [step.rpartition(":")[::2] for step in rule.path.split(STEP)]
    steps = [Step(tag, (), int(place)) for tag, place in parts if not tag.startswith("#")]
    last, place = parts[-1]
    text = f"/{_TEXT}[{place}]" if last.startswith("#") else ""
    return ColumnSelector(writers.css(steps) if place == "1" else "", f"/{writers.xpath(steps)}{text}")


def _by_labels(rule: FieldRule, writers: Writers) -> ColumnSelector:
    steps = list(_label_steps(rule.path))
    start = "/" if steps and steps[0].tag == "html" else "//"
    xpath = f"{start}{writers.xpath(steps)}/{_TEXT}"
    return ColumnSelector(writers.css(steps) if rule.ordinal <= 1 else "", f"({xpath})[{max(rule.ordinal, 1)}]")


def _label_steps(path: str) -> Iterator[Step]:
    for step in path.split(STEP):
        tag = re.split(r"[.#]", step, maxsplit=1)[0]
        if tag:  # not of a text node
            yield Step(tag, tuple(name if name[0] == "#" else name[1:] for name in _NAMES.findall(step)), 0)


def _behind_label(rule: FieldRule, _: Writers) -> ColumnSelector | None:
    label = _quoted(rule.label)
    if label is None:
        return None
    tags = [step for step in rule.path.split(STEP) if step and not step.startswith("#")][: -TAGS_COMPARED - 1 : -1]
    above = f"[{'/'.join(f'parent::{tag}' for tag in tags)}]" if tags and rule.kind == "after" else ""
    which = f"(//text()[normalize-space()={label}])[{max(rule.occurrence, 1)}]"
    return ColumnSelector("", f"{which}/following::{_TEXT}{above}[{max(rule.ordinal, 1)}]")


def _inside(rule: FieldRule, _: Writers) -> ColumnSelector | None:
    label = _quoted(rule.label)
    return None if label is None else ColumnSelector("", f"//text()[starts-with(normalize-space(), {label})]")


def _named(rule: FieldRule, _: Writers) -> ColumnSelector | None:
    if _quoted(rule.label) is None or '"' in rule.label:
        return None
    css = f'meta[itemprop="{rule.label}"], meta[property="{rule.label}"], meta[name="{rule.label}"]'
    xpath = f'//meta[@itemprop="{rule.label}" or @property="{rule.label}" or @name="{rule.label}"]'
    return ColumnSelector(css, xpath, "content")


def _placed(rule: FieldRule, writers: Writers) -> ColumnSelector:
    steps, attribute = list(_label_steps(rule.path)), rule.label.partition(" ")[2]
    xpath = f"(/{writers.xpath(steps)}[@{attribute}])[{max(rule.ordinal, 1)}]"
    return ColumnSelector(writers.css(steps) if rule.ordinal <= 1 else "", xpath, attribute)


def _quoted(text: str) -> str | None:
    """A text as an XPath literal; None if it has both kinds of quotes."""
    quote = next((quote for quote in ('"', "'") if quote not in text), None)
    return None if quote is None or not text else f"{quote}{text}{quote}"


_Write = Callable[[FieldRule, Writers], ColumnSelector | None]
_WRITE: Mapping[str, _Write] = {
    "places": _by_places, "labels": _by_labels, "anchor": _by_labels, "after": _behind_label, "beside": _behind_label, "inside": _inside,
    NAMED: _named, PLACED: _placed,
}  # fmt: skip
