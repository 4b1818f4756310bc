"""Page: a parsed page as arrays, with one row per element and text node in document order.

A subtree is a slice of rows, and its text a slice of one buffer. Comments, invisible white space, and the text of scripts and
style sheets have no row; JSON inside a script, or a script that begins by assigning it, is kept as the script's attribute `#text`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.cached_attribute import cached_attribute
from sitelode.compiled.code_sets import distinct
from sitelode.counted import counted
from sitelode.html.kernels.page_rows import PageRows, inherit
from sitelode.html.vocabulary import BLOCK_TAGS, FIRST_UNKNOWN_TAG, TAG_NAMES, TAG_NUMBER, TEXT, tag_flags

TagColumn = NDArray[np.uint16]
RowColumn = NDArray[np.int32]
OffsetColumn = NDArray[np.int32]
StringColumn = NDArray[np.int32]
NO_STRING = -1
_Value = TypeVar("_Value")


@dataclass(slots=True)  # not frozen, which takes several times as long to make, once for every page
class Columns:
    """The stored form of a page: arrays and two byte buffers, nothing else."""

    tag: TagColumn
    parent: RowColumn  # -1 for the root, which is row 0
    depth: RowColumn
    end: RowColumn  # first row after the subtree
    text_start: OffsetColumn  # of the subtree's text, in bytes of `text`
    text_end: OffsetColumn
    class_: StringColumn  # index of the attribute's whole value in the string table, NO_STRING if there is none
    id_: StringColumn
    role: StringColumn
    attribute_node: RowColumn  # ascending: the attributes of a row are a slice
    attribute_name: StringColumn
    attribute_value: StringColumn
    string_start: OffsetColumn  # one more entry than there are strings
    strings: bytes  # every distinct attribute name and value once, UTF-8
    text: bytes  # every text node once, UTF-8
    unknown_tags: tuple[str, ...] = ()

    @property
    def nbytes(self) -> int:
        """Memory held, in bytes."""
        arrays = (value for name in self.__slots__ if isinstance(value := getattr(self, name), np.ndarray))
        return sum(array.nbytes for array in arrays) + len(self.strings) + len(self.text)


@dataclass(frozen=True, repr=False)
class Page:
    """A parsed page with its address."""

    columns: Columns
    url: str = ""
    encoding: str = "utf-8"

    def __len__(self) -> int:
        return len(self.columns.tag)

    def __repr__(self) -> str:
        return f"Page({self.url!r}, {counted(len(self), 'element and text', 'elements and texts')})"

    @cached_attribute
    def rows_read(self) -> PageRows:
        """The columns as compiled code wants them."""
        return PageRows(self.columns)

    def string(self, number: int) -> str:
        """A string of the table; empty for NO_STRING."""
        found: str = self.rows_read.string(number)
        return found

    def raw_string(self, number: int) -> bytes:
        """The same, as bytes."""
        if number < 0:
            return b""
        starts = self.string_starts
        return self.columns.strings[starts[number] : starts[number + 1]]

    @cached_attribute
    def derived(self) -> dict[str, Any]:
        """Cache of values computed from this page, by name."""
        return {}

    def cached(self, what: str, how: "Callable[[Page], _Value]") -> _Value:
        """A value computed from the page, cached: the second request gets the same object."""
        found = self.derived.get(what)
        if found is None:
            found = self.derived[what] = how(self)
        return cast("_Value", found)

    # Memory views of the same columns: reading single numbers is several times faster than with numpy.

    @cached_attribute
    def string_starts(self) -> "memoryview[int]":
        """The start of every string in the table, and the end of the last one."""
        return self.columns.string_start.data

    @cached_attribute
    def tags(self) -> "memoryview[int]":
        """The tag number of every row."""
        return self.columns.tag.data

    @cached_attribute
    def _ends(self) -> "memoryview[int]":
        return self.columns.end.data

    @cached_attribute
    def parents(self) -> "memoryview[int]":
        """The parent of every row, -1 for the root."""
        return self.columns.parent.data

    @cached_attribute
    def text_starts(self) -> "memoryview[int]":
        """For every row, where its text begins."""
        return self.columns.text_start.data

    @cached_attribute
    def text_ends(self) -> "memoryview[int]":
        """And where it ends."""
        return self.columns.text_end.data

    def attribute_number(self, name: str) -> int:
        """The index of an attribute's name in the string table; NO_STRING if no element has the attribute."""
        return self._name_numbers.get(name, NO_STRING)

    @cached_attribute
    def _name_numbers(self) -> dict[str, int]:
        return {self.string(number): number for number in distinct(self.columns.attribute_name).tolist()}

    def tag_name(self, row: int) -> str:
        number = self.tags[row]
        return self.columns.unknown_tags[number - FIRST_UNKNOWN_TAG] if number >= FIRST_UNKNOWN_TAG else TAG_NAMES[number]

    def rows(self, tag: str) -> RowColumn:
        """All rows with this tag, in document order."""
        number = TAG_NUMBER.get(tag)
        if number is None:
            if tag not in self.columns.unknown_tags:
                return np.empty(0, dtype=np.int32)
            number = FIRST_UNKNOWN_TAG + self.columns.unknown_tags.index(tag)
        return np.flatnonzero(self.columns.tag == number).astype(np.int32)

    @cached_attribute
    def text_rows(self) -> RowColumn:
        return np.flatnonzero(self.columns.tag == TEXT).astype(np.int32)

    def text(self, row: int = 0) -> str:
        """All text below a row, as in the source, with entities decoded."""
        found: str = self.rows_read.text_of(row)
        return found

    def words(self, row: int) -> str:
        """The same, white space collapsed."""
        found: str = self.rows_read.words_of(row)
        return found

    def children(self, row: int) -> Iterator[int]:
        ends = self._ends
        child, end = row + 1, ends[row]
        while child < end:
            yield child
            child = ends[child]

    def ancestors(self, row: int, most: int = 1000) -> Iterator[int]:
        """The elements above a row but the root, nearest first."""
        parents = self.parents
        parent = parents[row]
        for _ in range(most):
            if parent <= 0:
                return
            yield parent
            parent = parents[parent]

    def attributes(self, row: int) -> dict[str, str]:
        found: dict[str, str] = self.rows_read.attributes(row)
        return found

    def attribute(self, row: int, name: str) -> str | None:
        found: str | None = self.rows_read.attribute(row, name)
        return found

    def rows_with(self, name: str) -> list[int]:
        """Every element that has the attribute, in document order."""
        return [row for row, _ in self._with_attribute(name)]

    def rows_with_value(self, name: str) -> dict[str, list[int]]:
        """For every value of an attribute the elements that have it, in document order."""
        found: dict[int, list[int]] = {}
        for row, value in self._with_attribute(name):
            found.setdefault(value, []).append(row)
        return {self.string(value): rows for value, rows in found.items()}

    def attribute_column(self, name: str) -> list[tuple[int, str]]:
        """(row, value) for every element that has the attribute, in document order."""
        return [(row, self.string(value)) for row, value in self._with_attribute(name)]

    def _with_attribute(self, name: str) -> Iterable[tuple[int, int]]:
        """The same with the number of the value."""
        columns, number = self.columns, self.attribute_number(name)
        if number == NO_STRING:
            return ()
        where = (columns.attribute_name == number).nonzero()[0]
        return zip(columns.attribute_node[where].tolist(), columns.attribute_value[where].tolist(), strict=True)


_BLOCKS = tag_flags(BLOCK_TAGS)


def nearest_blocks(page: Page) -> RowColumn:
    """For every row, the nearest block element that contains it (or is it)."""
    nearest: RowColumn = inherit(page.columns.parent, _BLOCKS[page.columns.tag])
    return nearest
