"""Attributes as columns over rows: for every row, the index of the value in the page's string table."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import NO_STRING, Page, StringColumn


@dataclass(frozen=True, slots=True)
class AttributeNumbers:
    """The attribute names of a page, looked up once."""

    page: Page
    numbers: dict[str, int]

    @classmethod
    def of(cls, page: Page) -> "AttributeNumbers":
        counts = np.bincount(page.columns.attribute_name) if len(page.columns.attribute_name) else np.zeros(0, dtype=np.int64)
        return cls(page, {page.string(number): number for number in np.flatnonzero(counts).tolist()})

    def column(self, name: str) -> StringColumn:
        """For every row, the index of its value; NO_STRING if it does not have the attribute."""
        columns = self.page.columns
        out = np.full(len(self.page), NO_STRING, dtype=np.int32)
        if name in self.numbers:
            where = columns.attribute_name == self.numbers[name]
            out[columns.attribute_node[where]] = columns.attribute_value[where]
        return out

    def rows_where(self, name: str, holds: Callable[[str], bool]) -> NDArray[np.intp]:
        """Rows whose value passes a test; every distinct value is tested once."""
        values = self.column(name)
        rows = np.flatnonzero(values != NO_STRING)
        distinct, which = np.unique(values[rows], return_inverse=True)
        passed = np.array([holds(self.page.string(number)) for number in distinct.tolist()], dtype=np.bool_)
        return rows[passed[which]] if len(rows) else rows

    def has_any(self, names: tuple[str, ...]) -> NDArray[np.bool_]:
        flags = np.zeros(len(self.page), dtype=np.bool_)
        for name in names:
            flags |= self.column(name) != NO_STRING
        return flags

    def count_with_prefix(self, prefix: str) -> NDArray[np.intp]:
        """For every row, the number of its attributes whose names begin with the prefix."""
        wanted = [number for name, number in self.numbers.items() if name.startswith(prefix)]
        among = np.isin(self.page.columns.attribute_name, wanted)
        return np.bincount(self.page.columns.attribute_node[among], minlength=len(self.page))
