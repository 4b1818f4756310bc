"""Separate content by a grammar of pages: the fields of the grammar are content.

RoadRunner: Valter Crescenzi, Giansalvatore Mecca, Paolo Merialdo, VLDB 2001, cited in `trees/union_free_grammar.py`, which builds the
grammar. Implemented: the wrapper of a sample of pages, its fields as content. Decided:

- All tags count, with the class names that count, as in figure 7.3 of the thesis.
- A text seen only once, in a part that only one page has, is not a constant.
- Building the grammar is bounded. If the bound is reached it gives up and says so: nothing is known, and all text counts as content.
- A page that does not follow the grammar is aligned where it does; the rest counts as content.

The data set behind some pages, read with their grammar: fields, optional fields and nested lists.

RoadRunner: Valter Crescenzi, Giansalvatore Mecca, Paolo Merialdo, VLDB 2001, as in chapter 7 of the News Ripper thesis, figure 7.2:
every #PCDATA of the grammar is a column A, B, C .., every repeated part that holds one is a nested table, a missing optional field is null.
Section 7.5: the longest fields are taken as the article of a page; fields before its first and after its last are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from string import ascii_uppercase
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.html.vocabulary import TEXT
from sitelode.paths.recurring_names import ClassNames
from sitelode_lab.sampling import sample_of
from sitelode_lab.separators.separator import Scores
from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.layout_tree import LayoutTree, NamesOf, labelled_by_words, layout_tree, text_rows_of
from sitelode_lab.trees.tag_selection import EVERY_TAG, TagSelection
from sitelode_lab.trees.union_free_grammar import Budget, Constant, Element, GrammarTooLargeError, Item, Optional, Repeated, merge

DEEPEST = 150  # levels, set by hand: real pages have a third of it, and each costs a few frames of the interpreter's stack
SEARCHED_AHEAD = 40  # siblings, when a page is aligned with a grammar it does not follow; set by hand


@dataclass(frozen=True, slots=True)
class PageGrammar:
    """Separator."""

    most_pages: int = 20  # set by hand: a wrapper is complete after a few
    comparisons: int = 400_000  # for the whole sample, about a second, set by hand; then it gives up
    selection: TagSelection = EVERY_TAG  # inline ones too, as figure 7.3 of the thesis has it

    def study(self, pages: Sequence[Page]) -> "Wrapper":
        sample = sample_of(pages, self.most_pages)
        names_of = ClassNames.of_pages(sample).counting_in
        try:
            return Wrapper(names_of, self.selection, self._inferred(sample, names_of))
        except GrammarTooLargeError:
            return Wrapper(names_of, self.selection, None, gave_up=True)

    def _inferred(self, sample: Sequence[Page], names_of: NamesOf) -> Element | None:
        budget = Budget(self.comparisons)
        grammar: Element | None = None
        for page in sample:
            tokens = TokenTree.of(layout_tree(page, self.selection, names_of))
            if tokens.depth > DEEPEST:
                raise GrammarTooLargeError
            root = tokens.element(0)
            if grammar is None:
                grammar = root
            elif grammar.key != root.key:
                raise GrammarTooLargeError  # a grammar without alternatives cannot have two roots
            else:
                merge(grammar, root, budget)
        return grammar


@dataclass(frozen=True, slots=True)
class Wrapper:
    """Template: the grammar; None if there is none."""

    names_of: NamesOf
    selection: TagSelection
    grammar: Element | None
    gave_up: bool = False

    def __str__(self) -> str:
        return self.grammar.to_text() if self.grammar else "nothing is known"

    def content_scores(self, page: Page) -> Scores:
        layout = layout_tree(page, self.selection, self.names_of)
        rows, leaves = text_rows_of(layout)
        scores = np.zeros(len(page))
        scores[rows] = ~self._constant(layout)[leaves]
        return scores

    def _constant(self, layout: LayoutTree) -> NDArray[np.bool_]:
        """For each node, whether the grammar has it word for word."""
        reading = _ConstantTexts(TokenTree.of(layout), np.zeros(len(layout), np.bool_))
        self.read(reading)
        return reading.constant

    def read(self, reading: "Reading") -> None:
        """Read a page with the grammar; nothing happens if there is none, or the page has another root."""
        tokens = reading.tokens
        if self.grammar is not None and tokens.depth <= DEEPEST and self.grammar.key == int(tokens.layout.tree.label[0]):
            reading.read(self.grammar, 0)


@dataclass(frozen=True, slots=True)
class TokenTree:
    """A layout tree in the grammar's terms: keys of elements, words of texts."""

    layout: LayoutTree
    key: list[int]  # of elements; -1 for texts
    children: list[list[int]]
    words: LabelledTree
    depth: int

    @classmethod
    def of(cls, layout: LayoutTree) -> "TokenTree":
        is_text = layout.page.columns.tag[layout.rows] == TEXT
        parents = layout.tree.parent.tolist()
        children: list[list[int]] = [[] for _ in parents]
        depth = [0] * len(parents)
        for node, parent in enumerate(parents):
            if parent >= 0:
                children[parent].append(node)
                depth[node] = depth[parent] + 1
        return cls(layout, np.where(is_text, -1, layout.tree.label).tolist(), children, labelled_by_words(layout), max(depth, default=0))

    def item(self, node: int) -> Element | Constant:
        if self.key[node] < 0:
            return Constant(int(self.words.label[node]), self.layout.text(node))
        return self.element(node)

    def element(self, node: int) -> Element:
        name = self.layout.page.tag_name(int(self.layout.rows[node]))
        return Element(self.key[node], name, int(self.words.fingerprint[node]), partial(self._items_below, node))

    def _items_below(self, node: int) -> list[Item]:
        return [self.item(child) for child in self.children[node]]


@dataclass(frozen=True)
class Reading:
    """A page read with a fixed grammar; what comes of it is up to those that inherit."""

    tokens: TokenTree

    def found_text(self, item: Constant, node: int) -> None:
        """A text of the page at a constant or field of the grammar."""

    def found_constant(self, item: Element, node: int) -> None:
        """A part of the page that is in the grammar as it stands."""

    def begin_square(self, repeated: Repeated) -> None:
        """The next instance of a repeated part begins."""

    def end_square(self, repeated: Repeated) -> None:
        """It is over."""

    def read(self, item: Element | Constant, node: int) -> None:
        tokens = self.tokens
        if isinstance(item, Constant):
            self.found_text(item, node)
        elif item.fingerprint is not None and item.fingerprint == int(tokens.words.fingerprint[node]):
            self.found_constant(item, node)
        else:
            self._read_below(item.parts, tokens.children[node])

    def _read_below(self, items: Sequence[Item], nodes: Sequence[int]) -> None:
        i = j = 0
        while i < len(items) and j < len(nodes):
            item = items[i]
            inner = item.part if isinstance(item, Optional) else item
            if isinstance(inner, Repeated):
                j = self._read_squares(inner, nodes, j)
                i += 1
            elif inner.key == self.tokens.key[nodes[j]]:
                self.read(inner, nodes[j])
                i, j = i + 1, j + 1
            elif isinstance(item, Optional):
                i += 1
            else:
                i, j = self._resume(items, i, nodes, j)

    def _read_squares(self, repeated: Repeated, nodes: Sequence[int], j: int) -> int:
        square = repeated.square
        while j + len(square) <= len(nodes) and all(part.key == self.tokens.key[nodes[j + place]] for place, part in enumerate(square)):
            self.begin_square(repeated)
            for place, part in enumerate(square):
                self.read(part, nodes[j + place])
            self.end_square(repeated)
            j += len(square)
        return j

    def _resume(self, items: Sequence[Item], i: int, nodes: Sequence[int], j: int) -> tuple[int, int]:
        """The nearest place where grammar and page match again."""
        keys = self.tokens.key
        for ahead in range(1, SEARCHED_AHEAD):
            if j + ahead < len(nodes) and items[i].key == keys[nodes[j + ahead]]:
                return i, j + ahead
            if i + ahead < len(items) and items[i + ahead].key == keys[nodes[j]]:
                return i + ahead, j
        return i + 1, j + 1


@dataclass(frozen=True)
class _ConstantTexts(Reading):
    """Marks the texts that the grammar has word for word."""

    constant: NDArray[np.bool_]

    def found_text(self, item: Constant, node: int) -> None:
        self.constant[node] = item.confirmed and item.code == int(self.tokens.words.label[node])

    def found_constant(self, item: Element, node: int) -> None:
        self.constant[node : self.tokens.words.end[node]] = item.confirmed


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
