"""The data set behind some pages, read with their grammar: fields, optional fields and nested lists.

RoadRunner: Valter Crescenzi, Giansalvatore Mecca, Paolo Merialdo, VLDB 2001, as in chapter 7 of the News Ripper thesis, figure 7.2:
every #PCDATA of the grammar is a column A, B, C .., every repeated part that holds one is a nested table, a missing optional field is null.
Section 7.5: the longest fields are taken as the article of a page; fields before its first and after its last are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Final, TypeAlias

from sitelode.html.page import Page
from sitelode_lab.separators.page_grammar import DEEPEST, Reading, TokenTree, Wrapper
from sitelode_lab.trees.layout_tree import layout_tree
from sitelode_lab.trees.union_free_grammar import Constant, Element, Item, Optional, Repeated

Value: TypeAlias = str | list["Record"] | None
Record: TypeAlias = dict[str, Value]

LONG: Final = 12  # words of a field that may be a part of an article, on the mean of its pages; set by hand
_LIST: Final = "list"  # the name of a nested table begins with it
NEAR: Final = 3  # values between two long ones of one article, at most; set by hand


@dataclass(frozen=True, slots=True)
class Column:
    """A field of the grammar, or with `inner` a nested list."""

    name: str
    optional: bool
    inner: "tuple[Column, ...] | None" = None

    def to_text(self) -> str:
        inner = self.name if self.inner is None else schema_text(self.inner)
        mark = "+" if self.inner is not None else ""
        grouped = f"({inner})" if self.inner is not None or self.optional else inner
        return grouped + (("*" if mark else "?") if self.optional else mark)

    def blank(self) -> Value:
        return None if self.inner is None else []


@dataclass(frozen=True)
class DataSchema:
    """The columns of a wrapper's data; fields without a name of their own are lettered in the order of the grammar."""

    wrapper: Wrapper
    columns: tuple[Column, ...]
    names: dict[int, str]  # of fields and repeated parts, by identity

    def __str__(self) -> str:
        return schema_text(self.columns)

    def read(self, page: Page) -> Record:
        """The data of one page."""
        tokens = TokenTree.of(layout_tree(page, self.wrapper.selection, self.wrapper.names_of))
        reading = _DataReading(tokens, self.names)
        self.wrapper.read(reading)
        return filled(reading.open_records[0], self.columns)


def schema_of(wrapper: Wrapper) -> DataSchema:
    """Name the fields of a grammar."""
    names: dict[int, str] = {}
    columns = tuple(_columns(wrapper.grammar, names, 0)) if wrapper.grammar is not None else ()
    return DataSchema(wrapper, columns, names)


def schema_text(columns: Sequence[Column]) -> str:
    """As the thesis writes it: A (B ((C)? D E)+ F)+."""
    return " ".join(column.to_text() for column in columns)


def filled(record: Record, columns: Sequence[Column]) -> Record:
    """The same data with every column, in order; missing ones are null or an empty list."""
    whole: Record = {}
    for column in columns:
        value = record.get(column.name, column.blank())
        if column.inner is not None and isinstance(value, list):
            value = [filled(row, column.inner) for row in value]
        whole[column.name] = value
    return whole


def long_columns(records: Sequence[Record]) -> list[str]:
    """The fields that may be a part of an article: long on the mean of the places where they have a value."""
    lengths: dict[str, list[int]] = {}
    for record in records:
        for name, value in _flat(record):
            if value:
                lengths.setdefault(name, []).append(len(value.split()))
    return [name for name, each in lengths.items() if sum(each) >= LONG * len(each)]


def article_text(record: Record, columns: Sequence[str]) -> str:
    """The longest value of these columns on a page with all long ones near it, and what stands between; one value a line."""
    values = [(name in columns, value) for name, value in _flat(record) if value]
    long = [place for place, (wanted, _) in enumerate(values) if wanted]
    if not long:
        return ""
    first = last = max(range(len(long)), key=lambda place: len(values[long[place]][1]))
    while first > 0 and long[first] - long[first - 1] <= NEAR:
        first -= 1
    while last + 1 < len(long) and long[last + 1] - long[last] <= NEAR:
        last += 1
    return "\n".join(value for _, value in values[long[first] : long[last] + 1])


def _columns(item: Item, names: dict[int, str], depth: int) -> Iterator[Column]:
    inner = item.part if isinstance(item, Optional) else item
    optional = isinstance(item, Optional)
    if isinstance(inner, Constant):
        if inner.code is None:
            names[id(inner)] = _letters(sum(not name.startswith(_LIST) for name in names.values()))
            yield Column(names[id(inner)], optional)
    elif isinstance(inner, Repeated):
        name = names[id(inner)] = f"{_LIST} {sum(name.startswith(_LIST) for name in names.values()) + 1}"
        columns = tuple(column for part in inner.square for column in _columns(part, names, depth + 1))
        if columns:
            yield Column(name, optional, columns)
        else:
            del names[id(inner)]
    elif inner.fingerprint is None and depth <= DEEPEST:
        for part in inner.parts:
            for column in _columns(part, names, depth + 1):
                yield Column(column.name, column.optional or optional, column.inner)


def _letters(number: int) -> str:
    """A to Z, then AA, AB .."""
    letters = ""
    number += 1
    while number:
        number, place = divmod(number - 1, len(ascii_uppercase))
        letters = ascii_uppercase[place] + letters
    return letters


def _flat(record: Record) -> Iterator[tuple[str, str | None]]:
    for name, value in record.items():
        if isinstance(value, list):
            for row in value:
                yield from _flat(row)
        else:
            yield name, value


@dataclass(frozen=True)
class _DataReading(Reading):
    names: dict[int, str]
    open_records: list[Record] = field(default_factory=lambda: [{}])

    def found_text(self, item: Constant, node: int) -> None:
        if id(item) in self.names:
            self.open_records[-1][self.names[id(item)]] = self.tokens.layout.text(node)

    def found_constant(self, item: Element, node: int) -> None:
        pass

    def begin_square(self, repeated: Repeated) -> None:  # noqa: ARG002 (the interface)
        self.open_records.append({})

    def end_square(self, repeated: Repeated) -> None:
        row = self.open_records.pop()
        if id(repeated) in self.names:
            rows = self.open_records[-1].setdefault(self.names[id(repeated)], [])
            assert isinstance(rows, list)
            rows.append(row)
