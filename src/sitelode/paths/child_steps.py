"""Paths below an element as CSS and XPath write them: steps from an element to a child, and all rows they lead to, found column by column.

A step is what CSS calls a compound selector: tag, class names, place among the siblings of its tag. Steps that other programs wrote may go
to anything below an element, and test attributes; steps learnt here never do.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import distinct
from sitelode.html.page import NO_STRING, Page, RowColumn
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NUMBER
from sitelode.json_data import Bounds, JsonData, Key

_PLAIN_TAG = re.compile(r"[a-z][a-z0-9-]*\Z")
_NEEDS_ESCAPE = re.compile(r"[^\w-]")
_DASH_DIGIT = re.compile(r"-(\d|\Z)")  # no name of CSS begins so, nor is a dash one


@dataclass(frozen=True, slots=True)
class AttributeTest(JsonData):
    """What the value of an attribute must be like."""

    omits_empty: ClassVar[bool] = True
    attribute: Annotated[str, Key("name")]
    relation: str = ""  # one of RELATIONS; none: it must be there
    value: str = ""

    def holds(self, found: str | None) -> bool:
        if found is None or not self.relation:
            return found is not None
        return bool(self.value) and RELATIONS[self.relation](found, self.value)

    def css(self) -> str:
        quoted = self.value.replace("\\", "\\\\").replace('"', '\\"')
        return f'[{self.attribute}{self.relation}"{quoted}"]' if self.relation else f"[{self.attribute}]"

    def xpath(self) -> str:
        """The condition on the attribute; a value with both kinds of quotes cannot be written and is left out."""
        quote = "'" if '"' in self.value else '"'
        attribute, value = f"@{self.attribute}", f"{quote}{self.value}{quote}"
        if quote in self.value:
            return f"[{attribute}]"
        return {
            "": f"[{attribute}]",
            "=": f"[{attribute}={value}]",
            "~=": f'[contains(concat(" ", normalize-space({attribute}), " "), {quote} {self.value} {quote})]',
            "*=": f"[contains({attribute}, {value})]",
            "^=": f"[starts-with({attribute}, {value})]",
            "$=": f"[substring({attribute}, string-length({attribute}) - {len(self.value) - 1}) = {value}]",
        }[self.relation]

    def check(self) -> None:
        if self.relation and self.relation not in RELATIONS:
            raise ValueError(f"{self.relation!r:.20} is not a relation of an attribute and a value")


RELATIONS: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "=": str.__eq__,
    "~=": lambda found, value: value in found.split(),
    "*=": str.__contains__,
    "^=": str.startswith,
    "$=": str.endswith,
}


@dataclass(frozen=True, slots=True)
class ChildStep(JsonData):
    """One element of a path, by its names and place."""

    omits_empty: ClassVar[bool] = True
    tag: str
    names: Annotated[tuple[str, ...], Key("class")] = ()  # class names that it must have
    place: Annotated[int, Bounds(0)] = 0  # among the siblings of its tag, from 1; 0 for any
    id: str = ""
    deep: bool = False  # it may stand any number of elements below the one before
    wants: Annotated[tuple[AttributeTest, ...], Key("attributes")] = ()

    def css(self) -> str:
        place = f":nth-of-type({self.place})" if self.place and self._written_tag != "*" else ""
        names = (f"#{_escaped(self.id)}" if self.id else "") + "".join(f".{_escaped(name)}" for name in self.names)
        return self._written_tag + names + "".join(want.css() for want in self.wants) + place

    def xpath(self) -> str:
        tests = [AttributeTest("id", "=", self.id)] if self.id else []
        tests += [*(AttributeTest("class", "~=", name) for name in self.names), *self.wants]
        return self._written_tag + "".join(test.xpath() for test in tests) + (f"[{self.place}]" if self.place else "")

    @property
    def _written_tag(self) -> str:
        return self.tag if _PLAIN_TAG.match(self.tag) else "*"


def css(steps: Sequence[ChildStep]) -> str:
    """The selector of these steps; how the first one is reached is left to the caller."""
    return "".join(("" if not place else " " if step.deep else " > ") + step.css() for place, step in enumerate(steps))


def as_xpath(steps: Sequence[ChildStep]) -> str:
    """The same as an expression."""
    return "".join(("" if not place else "//" if step.deep else "/") + step.xpath() for place, step in enumerate(steps))


def _escaped(name: str) -> str:
    escaped = _NEEDS_ESCAPE.sub(lambda found: "\\" + found[0], name)
    if name[0].isdigit():
        return f"\\{ord(name[0]):x} {escaped[1:]}"
    return "\\" + escaped if _DASH_DIGIT.match(name) else escaped


@dataclass
class StepFinder:
    """Finds rows of one page; what was looked up once is remembered."""

    page: Page
    _rows: dict[tuple[str, tuple[str, ...], str, tuple[AttributeTest, ...]], NDArray[np.intp]] = field(default_factory=dict)
    _places: RowColumn | None = None

    @property
    def places(self) -> RowColumn:
        """For every row its place among the siblings of its tag."""
        if self._places is None:
            columns = self.page.columns
            order = np.lexsort((columns.tag, columns.parent))
            tag, parent = columns.tag[order], columns.parent[order]
            begins = np.append(True, (tag[1:] != tag[:-1]) | (parent[1:] != parent[:-1]))
            number = np.arange(len(order), dtype=np.int32)
            self._places = np.empty_like(number)
            self._places[order] = number - np.maximum.accumulate(np.where(begins, number, 0)) + 1
        return self._places

    def rows_of(self, step: ChildStep) -> NDArray[np.intp]:
        """All rows that fit a step, wherever they are."""
        key = step.tag, step.names, step.id, step.wants
        if key not in self._rows:
            self._rows[key] = self._look_up(step)
        rows = self._rows[key]
        return rows[self.places[rows] == step.place] if step.place else rows

    def down(self, tops: NDArray[np.integer], steps: Sequence[ChildStep]) -> NDArray[np.integer]:
        """All rows that steps lead to from some rows."""
        for step in steps:
            tops = self.below(tops, step)
        return tops

    def below(self, tops: NDArray[np.integer], step: ChildStep) -> NDArray[np.intp]:
        """All rows that one step leads to from some rows."""
        rows = self.rows_of(step)
        if not step.deep:
            is_top = np.zeros(len(self.page), dtype=np.bool_)
            is_top[tops] = True
            return rows[is_top[self.page.columns.parent[rows]]]
        around = np.zeros(len(self.page) + 1, dtype=np.int64)
        np.add.at(around, tops + 1, 1)
        np.add.at(around, self.page.columns.end[tops], -1)
        return rows[(np.cumsum(around)[:-1] > 0)[rows]]

    def anywhere(self, steps: Sequence[ChildStep]) -> NDArray[np.integer]:
        """All rows that steps lead to, wherever they start."""
        if any(step.deep for step in steps[1:]):
            return self.down(self.rows_of(steps[0]), steps[1:])
        rows = self.rows_of(steps[-1])
        above = self.page.columns.parent[rows]
        for step in reversed(steps[:-1]):
            fits = np.zeros(len(self.page) + 1, dtype=np.bool_)  # one more, so that the root's parent, -1, fits nothing
            fits[self.rows_of(step)] = True
            good = fits[above]
            rows, above = rows[good], self.page.columns.parent[above[good]]
        return rows

    def _look_up(self, step: ChildStep) -> NDArray[np.intp]:
        columns = self.page.columns
        unknown = columns.unknown_tags
        tag = TAG_NUMBER.get(step.tag, FIRST_UNKNOWN_TAG + unknown.index(step.tag) if step.tag in unknown else -1)
        rows = np.flatnonzero(columns.tag == tag) if step.tag != "*" else np.arange(len(self.page))
        if step.names:
            wanted = set(step.names)
            rows = self._with_values(rows, columns.class_, lambda value: wanted <= set(value.split()))
        rows = self._with_values(rows, columns.id_, lambda value: value == step.id) if step.id else rows
        for want in step.wants:
            rows = rows[[want.holds(self.page.attribute(row, want.attribute)) for row in rows.tolist()]] if len(rows) else rows
        return rows

    def _with_values(self, rows: NDArray[np.intp], column: RowColumn, holds: Callable[[str], bool]) -> NDArray[np.intp]:
        numbers, which = np.unique(column[rows], return_inverse=True)
        passed = np.array([number != NO_STRING and holds(self.page.string(number)) for number in numbers.tolist()], dtype=np.bool_)
        return rows[passed[which]] if len(rows) else rows


def way_to_rows(page: Page, rows: RowColumn) -> tuple[ChildStep, ...]:
    """The shortest path to these rows and, if possible, to no others; at least two steps and a name."""
    finder = StepFinder(page)
    steps = best = tuple[ChildStep, ...]()
    current = distinct(rows)
    wanted = set(rows.tolist())
    while len(current) and current[0] >= 0:
        tags = {int(tag) for tag in page.columns.tag[current].tolist()}
        if len(tags) > 1:
            break
        steps = (_common_step(page, finder, current, is_record=not steps), *steps)
        reached = set(finder.anywhere(steps).tolist())
        if reached == wanted and len(steps) > 1 and any(step.names or step.id for step in steps):
            return steps
        best = steps
        current = distinct(page.columns.parent[current])
    return best or (ChildStep("*"),)


def _common_step(page: Page, finder: StepFinder, rows: RowColumn, *, is_record: bool) -> ChildStep:
    values = {page.string(number) for number in set(page.columns.class_[rows].tolist())}
    names = set.intersection(*({name for name in value.split() if not has_digit(name)} for value in values))
    row = int(rows[0])
    tag = page.tag_name(row)
    if is_record or len(rows) > 1:
        return ChildStep(tag, tuple(sorted(names)))
    id_ = page.string(int(page.columns.id_[row]))
    stated = id_ if id_ and not has_digit(id_) and " " not in id_ else ""
    # Body and root are unique, and their class names vary from page to page.
    if tag in ("html", "body"):
        return ChildStep(tag)
    several = len(names) == 0 and not stated and len(finder.rows_of(ChildStep(tag))) > 1
    return ChildStep(tag, tuple(sorted(names)), int(finder.places[row]) if several else 0, stated)


def has_digit(name: str) -> bool:
    return any(character.isdigit() for character in name)
