"""Page: a parsed page as arrays, with one row per element and text node in document order.

A subtree is a slice of rows, and its text a slice of one buffer. Comments, invisible white space, and the text of scripts and
style sheets have no row; JSON inside a script, or a script that begins by assigning it, is kept as the script's attribute `#text`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.cached_attribute import once
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES, TAG_NUMBER, TEXT

TagColumn = NDArray[np.uint16]
RowColumn = NDArray[np.int32]
OffsetColumn = NDArray[np.int32]
StringColumn = NDArray[np.int32]
NO_STRING = -1
_MOST_PLACES = 16  # occurrences of a name within the strings; after this many it is faster to look at all names. Set by hand
_FEW_NAMES = 3  # are searched for in the strings; whoever asks for more gets all names read. Set by hand
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True)
class Page:
    """A parsed page with its address."""

    columns: Columns
    url: str = ""
    encoding: str = "utf-8"
    repairs: tuple[str, ...] = field(default=())  # what was cut before parsing, in words

    def __len__(self) -> int:
        return len(self.columns.tag)

    def string(self, number: int) -> str:
        """A string of the table; empty for NO_STRING."""
        if number < 0:
            return ""
        starts = self.string_starts
        return self.columns.strings[starts[number] : starts[number + 1]].decode("utf-8", "replace")

    def raw_string(self, number: int) -> bytes:
        """The same, as bytes."""
        if number < 0:
            return b""
        starts = self.string_starts
        return self.columns.strings[starts[number] : starts[number + 1]]

    @once
    def derived(self) -> dict[str, Any]:
        """Cache of values computed from this page, by name."""
        return {}

    def worked_out(self, what: str, how: "Callable[[Page], _Value]") -> _Value:
        """A value computed from the page, cached: the second request gets the same object."""
        found = self.derived.get(what)
        if found is None:
            found = self.derived[what] = how(self)
        return cast("_Value", found)

    # Memory views of the same columns: reading single numbers is several times faster than with numpy.

    @once
    def string_starts(self) -> "memoryview[int]":
        """The start of every string in the table, and the end of the last one."""
        return _singles(self.columns.string_start)

    @once
    def _attribute_nodes(self) -> "memoryview[int]":
        return _singles(self.columns.attribute_node)

    @once
    def _attribute_numbers(self) -> "tuple[memoryview[int], memoryview[int]]":
        return _singles(self.columns.attribute_name), _singles(self.columns.attribute_value)

    @once
    def tags(self) -> "memoryview[int]":
        """The tag number of every row."""
        return _singles(self.columns.tag)

    @once
    def _ends(self) -> "memoryview[int]":
        return _singles(self.columns.end)

    @once
    def parents(self) -> "memoryview[int]":
        """The parent of every row, -1 for the root."""
        return _singles(self.columns.parent)

    @once
    def text_starts(self) -> "memoryview[int]":
        """For every row, where its text begins."""
        return _singles(self.columns.text_start)

    @once
    def text_ends(self) -> "memoryview[int]":
        """And where it ends."""
        return _singles(self.columns.text_end)

    def _attribute_span(self, row: int) -> tuple[int, int]:
        """Where the attributes of a row begin and end."""
        nodes = self._attribute_nodes
        first = bisect_left(nodes, row)
        return first, bisect_left(nodes, row + 1, first)

    @once
    def _attribute_names(self) -> dict[bytes, int]:
        starts, strings = self.string_starts, self.columns.strings
        numbers: list[int] = np.bincount(self.columns.attribute_name).nonzero()[0].tolist()
        return {strings[starts[number] : starts[number + 1]]: number for number in numbers}

    def attribute_number(self, name: str) -> int:
        """The index of an attribute's name in the string table; NO_STRING if no element has the attribute."""
        known = self._name_numbers
        found = known.get(name)
        if found is None:
            few = len(known) < _FEW_NAMES
            found = known[name] = self._number_of(name.encode()) if few else self._attribute_names.get(name.encode(), NO_STRING)
        return found

    @once
    def _name_numbers(self) -> dict[str, int]:
        return {}

    def _number_of(self, name: bytes) -> int:
        """Search the buffer, while few names are asked for. Each name is one whole string, but may also occur inside earlier ones."""
        strings, starts = self.columns.strings, self.string_starts
        place = strings.find(name)
        for _ in range(_MOST_PLACES):
            if place < 0:
                return NO_STRING
            number = bisect_right(starts, place) - 1
            if starts[number] == place and starts[number + 1] == place + len(name):
                return number
            place = strings.find(name, place + 1)
        return self._attribute_names.get(name, NO_STRING)

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

    @once
    def text_rows(self) -> RowColumn:
        return np.flatnonzero(self.columns.tag == TEXT).astype(np.int32)

    def text(self, row: int = 0) -> str:
        """All text below a row, as in the source, with entities decoded."""
        return self.columns.text[self.text_starts[row] : self.text_ends[row]].decode("utf-8", "replace")

    def children(self, row: int) -> Iterator[int]:
        ends = self._ends
        child, end = row + 1, ends[row]
        while child < end:
            yield child
            child = ends[child]

    def attributes(self, row: int) -> dict[str, str]:
        (names, values), string = self._attribute_numbers, self.string
        return {string(names[position]): string(values[position]) for position in range(*self._attribute_span(row))}

    def attribute(self, row: int, name: str) -> str | None:
        wanted = self.attribute_number(name)
        if wanted == NO_STRING:
            return None
        names, values = self._attribute_numbers
        for position in range(*self._attribute_span(row)):
            if names[position] == wanted:
                return self.string(values[position])
        return None

    def rows_with(self, name: str) -> list[int]:
        """Every element that has the attribute, in document order."""
        number = self.attribute_number(name)
        rows: list[int] = self.columns.attribute_node[self.columns.attribute_name == number].tolist() if number != NO_STRING else []
        return rows

    def attribute_column(self, name: str) -> list[tuple[int, str]]:
        """(row, value) for every element that has the attribute, in document order."""
        number = self.attribute_number(name)
        if number == NO_STRING:
            return []
        chosen = self.columns.attribute_name == number
        rows, values = self.columns.attribute_node[chosen].tolist(), self.columns.attribute_value[chosen].tolist()
        starts, strings = self.string_starts, self.columns.strings
        texts = {value: strings[starts[value] : starts[value + 1]].decode("utf-8", "replace") for value in set(values)}
        return [(row, texts[value]) for row, value in zip(rows, values, strict=True)]


def _singles(column: NDArray[np.integer]) -> "memoryview[int]":
    return column.data
