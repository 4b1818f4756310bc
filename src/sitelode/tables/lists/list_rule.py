"""A list as a rule: where its records are, and where each column is within a record. Plain data, applied without searching.

A text column is the whole text of an element, so the rule can be exported as CSS selectors that find the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from sitelode.errors import WrapperError
from sitelode.html.addresses import Addresses
from sitelode.html.page import Page, RowColumn
from sitelode.json_data import Bounds, JsonData, form_of
from sitelode.paths.child_steps import ChildStep, StepFinder, css
from sitelode.tables.lists.kernels.candidates import led_runs
from sitelode.tables.lists.record_texts import one_line, record_texts
from sitelode.tables.script_data import arrays, field_text, page_data
from sitelode.tables.table import Column, RecordTable, Value

RULE_FORMAT = 1
EACH, LED = "", "led"
"""A record is one element; or an element and its siblings up to the next such element."""

TEXT_TYPES = ("text", "number", "price", "date")
SEPARATORS = " |\u00b7\u2022\u00bb\u203a"  # signs between fields; they belong to none
Spans = tuple[RowColumn, RowColumn]


@dataclass(frozen=True, slots=True)
class ColumnRule(JsonData):
    omits_empty: ClassVar[bool] = True
    name: str
    type: str
    steps: tuple[ChildStep, ...]  # from the record's element; from its parent if a record is several siblings
    attribute: str = ""  # the attribute with the value; empty for the element's text
    many: bool = False  # a record may have several
    prefix: str = ""  # constant text before the value, which is removed
    above: bool = False  # a heading of several records: the last one at this path, from anywhere, before the record


@dataclass(frozen=True)
class ListRule(JsonData):
    omits_empty: ClassVar[bool] = True
    base: Annotated[tuple[ChildStep, ...], Bounds(1)]  # the path to a record's element, or to the one that leads a record
    columns: tuple[ColumnRule, ...] = ()
    runs: Annotated[str, form_of(Literal["", "led"])] = EACH
    longest: Annotated[int, Bounds(1)] = 1  # maximum number of siblings in a record
    needs: tuple[ChildStep, ...] = field(default=())  # what a record must contain, if other elements match the path too
    key: str = ""  # the column of links that tells one record from another; empty if only all columns do
    state: str = (
        ""  # the records are objects of an array in the data of a script: its keys, separated by tabs; columns have theirs as attribute
    )

    @property
    def base_selector(self) -> str:
        return css(self.base)

    def records(self, page: Page, finder: StepFinder | None = None) -> Spans:
        """The spans of the records on a page; none on a page without them."""
        if self.state:
            return np.empty(0, np.int32), np.empty(0, np.int32)
        finder = finder or StepFinder(page)
        rows = finder.anywhere(self.base)
        if self.needs:
            rows = rows[_holding(page, finder, rows, self.needs)]
        if self.runs == EACH:
            return _without_nested(rows.astype(np.int32), page.columns.end[rows])
        starts, stops = led_runs(rows.astype(np.int32), page.columns.parent, page.columns.end, self.longest)
        return starts, stops

    def apply(self, page: Page) -> list[dict[str, Value]]:
        """The records of a page with the same layout, each as its fields."""
        return self.table(page).rows()

    def table(self, page: Page, spans: Spans | None = None) -> RecordTable:
        if self.state:
            return self._table_of_state(page)
        finder = StepFinder(page)
        starts, stops = self.records(page, finder) if spans is None else spans
        reader = _Reader(page, finder, starts, stops, one_element=self.runs == EACH)
        columns = [Column(rule.name, rule.type, reader.values(rule), css(rule.steps)) for rule in self.columns]
        return RecordTable(tuple(columns), len(starts))

    def _table_of_state(self, page: Page) -> RecordTable:
        path = tuple(self.state.split("\t"))
        items: list[dict[str, Any]] = []
        for name, data in page_data(page):
            if name == path[0]:
                items = next((rows.items for rows in arrays(name, data, least=1) if rows.path == path), items)
        columns = [
            Column(rule.name, rule.type, tuple(field_text(item, tuple(rule.attribute.split("\t"))) or None for item in items), "")
            for rule in self.columns
        ]
        return RecordTable(tuple(columns), len(items))

    def to_data(self) -> dict[str, Any]:
        data = {"format": RULE_FORMAT, "base": [], "columns": [], **super().to_data()}
        return data if self.runs else {key: value for key, value in data.items() if key != "longest"}

    @classmethod
    def read_data(cls, data: Any) -> Self:  # noqa: ANN401 (read from a file: anything)
        if not isinstance(data, dict) or data.get("format") != RULE_FORMAT:
            raise ValueError(f"not a list rule of format {RULE_FORMAT}")
        return super().read_data(data)

    def selector_schema(self, name: str = "records") -> dict[str, Any]:
        """The rule in the format of crawl4ai and others: a base selector, and a selector, type and attribute per field.

        Headings above several records are left out: CSS cannot go back from a record to what stands before it.

        Raises:
            WrapperError: if a record is several siblings, which CSS cannot select as one.

        """
        if self.state:
            raise WrapperError("records are in the data of a script, which CSS cannot select; use the rule itself")
        if self.runs != EACH:
            raise WrapperError(f"records at {self.base_selector} are runs of siblings, which CSS cannot select; use the rule itself")
        base = self.base_selector + (f":has(> {css(self.needs)})" if self.needs else "")
        return {"name": name, "baseSelector": base, "fields": [_schema_field(column) for column in self.columns if not column.above]}


def _schema_field(column: ColumnRule) -> dict[str, Any]:
    below = "" if column.steps and column.steps[0].deep else ":scope > "
    found: dict[str, Any] = {"name": column.name, "selector": below + css(column.steps) if column.steps else ":scope"}
    found |= {"type": "attribute", "attribute": column.attribute} if column.attribute else {"type": "text"}
    if column.many:
        found |= {"type": "list", "fields": [{key: found[key] for key in ("type", "attribute") if key in found}]}
    return found | ({"prefix": column.prefix} if column.prefix else {})


def _without_nested(starts: RowColumn, stops: RowColumn) -> Spans:
    if not len(starts):
        return starts, stops
    outer = np.concatenate(([True], starts[1:] >= np.maximum.accumulate(stops)[:-1]))
    return starts[outer], stops[outer]


def _holding(page: Page, finder: StepFinder, rows: NDArray[np.integer], steps: Sequence[ChildStep]) -> NDArray[np.bool_]:
    """Which rows have an element at the end of the path."""
    reached = finder.down(rows, steps)
    for _ in steps:
        reached = page.columns.parent[reached].astype(np.intp)
    return np.isin(rows, reached)


def headings_above(finder: StepFinder, steps: Sequence[ChildStep], spans: Spans) -> NDArray[np.intp]:
    """For every record, the last row at this path before it that is inside of no record; -1 if there is none."""
    starts, stops = spans
    rows = finder.anywhere(steps)
    record = np.searchsorted(starts, rows, side="right") - 1
    rows = rows[(record < 0) | (rows >= stops[np.maximum(record, 0)])] if len(starts) else rows
    place = np.searchsorted(rows, starts) - 1
    return np.where(place >= 0, rows[np.maximum(place, 0)], -1) if len(rows) else np.full(len(starts), -1, np.intp)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the columns of given records."""

    page: Page
    finder: StepFinder
    starts: RowColumn
    stops: RowColumn
    one_element: bool
    known: dict[tuple[ChildStep, ...], NDArray[np.integer]] = field(default_factory=dict)

    def values(self, rule: ColumnRule) -> tuple[Value, ...]:
        if rule.above:
            return self._headings(rule)
        rows = self._rows(rule.steps)
        records = np.searchsorted(self.starts, rows, side="right") - 1
        inside = (records >= 0) & (rows < self.stops[np.maximum(records, 0)]) if len(rows) else np.zeros(0, dtype=np.bool_)
        texts = self._texts(rows[inside], rule)
        found: list[list[str]] = [[] for _ in range(len(self.starts))]
        for record, text in zip(records[inside].tolist(), texts, strict=True):
            if text:
                found[record].append(text)
        if rule.many:
            return tuple(each or None for each in found)
        return tuple(each[0] if each else None for each in found)

    def _headings(self, rule: ColumnRule) -> tuple[Value, ...]:
        rows = headings_above(self.finder, rule.steps, (self.starts, self.stops))
        different, which = np.unique(rows, return_inverse=True)
        texts = self._texts(np.maximum(different, 0), rule)
        return tuple(texts[number] or None if different[number] >= 0 else None for number in which.tolist())

    def _rows(self, steps: tuple[ChildStep, ...]) -> NDArray[np.integer]:
        """What steps lead to, each beginning of several columns looked up once."""
        if not steps:
            return self.starts
        if steps not in self.known:
            tops = self.starts if self.one_element else self.page.columns.parent[self.starts]
            self.known[steps] = self.finder.below(self._rows(steps[:-1]) if steps[:-1] else tops, steps[-1])
        return self.known[steps]

    def _texts(self, rows: NDArray[np.integer], rule: ColumnRule) -> list[str]:
        if not rule.attribute:
            texts = record_texts(self.page, rows.astype(np.int32), self.page.columns.end[rows], apart=False)
            return [text.removeprefix(rule.prefix).strip(SEPARATORS) for text in texts]
        if rule.type in ("link", "image"):
            addresses = Addresses(self.page)
            resolve = addresses.link if rule.type == "link" else addresses.picture
            return [resolve(row) or "" for row in rows.tolist()]
        return [one_line(self.page.attribute(row, rule.attribute) or "") for row in rows.tolist()]
