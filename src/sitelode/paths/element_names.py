"""What an element is called: its class names and ids, runs of digits as one, so that `post-18273` and `post-18274` are both `post-0`.

Many stages ask for the names of elements, so those of a page are read once, kind by kind (`element_kinds`).
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.cached_attribute import once
from sitelode.compiled.code_sets import are_among
from sitelode.compiled.codes import LONG_TEXT, Codes, mix_columns
from sitelode.html.page import Page
from sitelode.paths.element_kinds import ElementKinds, element_kinds
from sitelode.paths.kernels import element_names as kernel
from sitelode.paths.markers import marker_bits, words_with_marks

Numbers = NDArray[np.int32]

ID_MARK = "#"  # before an id, so that it is no class name
_DIGITS = re.compile(r"\d+")
_AS_ZERO = bytes(ord("0") if chr(code).isdigit() else code for code in range(128)) + bytes(range(128, 256))
_BETWEEN = b"\0"  # no attribute has it: browsers and parsers take it for another character


def names_in(value: str) -> tuple[str, ...]:
    """The names in the value of a class or id attribute, in order, with 0 for every run of digits."""
    return _names_in(value) if len(value) <= LONG_TEXT else _names_in.__wrapped__(value)


@lru_cache(maxsize=20_000)  # values repeat from element to element and from page to page
def _names_in(value: str) -> tuple[str, ...]:
    return tuple(_DIGITS.sub("0", value).split())


def names_in_each(values: Sequence[bytes]) -> list[tuple[str, ...]]:
    """The same for many values, as UTF-8, at once."""
    every = _BETWEEN.join(values)
    if not every.isascii():
        text = _DIGITS.sub("0", every.decode("utf-8", "replace"))
    else:
        every = every.translate(_AS_ZERO)
        while b"00" in every:
            every = every.replace(b"00", b"0")
        text = every.decode()
    found = [tuple(value.split()) for value in text.split(_BETWEEN.decode())]
    return found if len(found) == len(values) else [names_in(value.decode("utf-8", "replace")) for value in values]


class ElementNames(NamedTuple):
    """What one element is called."""

    classes: tuple[str, ...]
    every: tuple[str, ...]  # its classes, and its ids with their mark

    @classmethod
    def of(cls, classes: tuple[str, ...], ids: tuple[str, ...]) -> "ElementNames":
        for name in classes:
            if name[0] == ID_MARK:
                classes = tuple(stripped for name in classes if (stripped := name.lstrip(ID_MARK)))
                break
        return cls(classes, (*classes, *[ID_MARK + name for name in ids]) if ids else classes)


@dataclass(frozen=True)
class PageNames:
    """What all kinds of elements of a page are called: every name once, and the numbers of names for each kind."""

    kind_of_row: "memoryview[int]"
    texts: bytes  # all names as UTF-8, 0 behind each
    start: Numbers  # of each in `texts`, and the end of the last one
    marks: NDArray[np.uint32]  # the markers in each (`markers.py`)
    begin: Numbers  # where the names of each kind begin in the next column, and the end of the last one's
    of_kinds: Numbers  # class names in their order, then ids
    classes: Numbers  # of each kind, how many of them are class names
    pair: Numbers  # for each of `of_kinds` the number of its pair of tag and class name, -1 for an id
    pair_tag: Numbers
    pair_name: Numbers

    @once
    def names(self) -> list[str]:
        """Classes and ids, these with their mark."""
        return self.texts[:-1].decode().split(_BETWEEN.decode()) if self.texts else []

    @once
    def every(self) -> frozenset[str]:
        """The same as a set."""
        return frozenset(self.names)

    @once
    def codes(self) -> Codes:
        """The code of each, by which names of many pages are compared without reading them."""
        found: Codes = kernel.codes_of_names(self.texts, self.start)
        return found

    @once
    def pair_codes(self) -> Codes:
        """The code of every pair of tag and class name."""
        return mix_columns(self.codes[self.pair_name], self.pair_tag.astype(np.uint64))

    @property
    def columns(self) -> tuple[bytes, Numbers, NDArray[np.uint32], Numbers, Numbers, Numbers]:
        """What compiled code reads labels from."""
        return self.texts, self.start, self.marks, self.begin, self.of_kinds, self.classes

    def pairs(self) -> list[tuple[int, str]]:
        """Every tag with each of its class names."""
        names = self.names
        return [(tag, names[name]) for tag, name in zip(self.pair_tag.tolist(), self.pair_name.tolist(), strict=True)]

    def with_first_classes(self, wanted: frozenset[str]) -> list[tuple[int, str, str]]:
        """Every tag with the first class name of an element, and each of its class names that is wanted."""
        places = (self.that_count(wanted)[self.of_kinds] & (self.pair >= 0)).nonzero()[0].tolist()
        names, begins, of_kinds, pair, tags = self.names, self._begins, self._of_kinds, self.pair.data, self.pair_tag.data
        return [(tags[pair[place]], names[of_kinds[begins[bisect_right(begins, place) - 1]]], names[of_kinds[place]]) for place in places]

    def that_count(self, counting: frozenset[str]) -> NDArray[np.uint8]:
        """For every name whether it counts."""
        if counting is self.__dict__.get("every"):
            return np.ones(len(self.marks), dtype=np.uint8)
        return are_among(self.codes, _codes_of(counting)).view(np.uint8)

    def of_kind(self, kind: int) -> ElementNames:
        """The names of one kind."""
        found = self._met.get(kind)
        if found is None:
            names, first, last = self.names, self._begins[kind], self._begins[kind + 1]
            every = tuple([names[name] for name in self._of_kinds[first:last]])
            found = self._met[kind] = ElementNames(every[: self.classes[kind]], every)
        return found

    @once
    def _met(self) -> dict[int, ElementNames]:
        return {}

    @once
    def _begins(self) -> "memoryview[int]":
        return self.begin.data

    @once
    def _of_kinds(self) -> "memoryview[int]":
        return self.of_kinds.data


@lru_cache(maxsize=100)
def _codes_of(names: frozenset[str]) -> Codes:
    """The codes of names that count, ascending."""
    return np.sort(name_codes(list(names)))


def name_codes(names: Sequence[str]) -> Codes:
    """The codes of names, as `PageNames.codes` has them."""
    texts = [name.encode("utf-8", "replace") + _BETWEEN for name in names]
    codes: Codes = kernel.codes_of_names(b"".join(texts), np.cumsum([0, *map(len, texts)], dtype=np.int32))
    return codes


def pair_codes(tags: Sequence[int], names: Sequence[str]) -> Codes:
    """The codes of pairs of tag and name, as `PageNames.pair_codes` has them."""
    return mix_columns(name_codes(names), np.array(tags, dtype=np.uint64))


def page_names(page: Page) -> PageNames:
    """The names of all elements of a page; a page that was asked before gives the same answer."""
    return page.worked_out("names", _read)


def _read(page: Page) -> PageNames:
    kinds = element_kinds(page)
    found = kernel.names_of_kinds(page.rows_read, kinds.first, *words_with_marks())
    return PageNames(kinds.of_row.data, *found) if found else _read_each(page, kinds)


def _read_each(page: Page, kinds: ElementKinds) -> PageNames:
    """The same one by one, in any script."""
    columns, rows = page.columns, kinds.first
    attributes = list(zip(columns.class_[rows].tolist(), columns.id_[rows].tolist(), strict=True))
    numbers, pairs = dict[str, int](), dict[tuple[int, int], int]()
    begin, of_kinds, classes, pair = [0], list[int](), list[int](), list[int]()
    for tag, names in zip(columns.tag[rows].tolist(), _names_of_all(page, attributes), strict=True):
        own = [numbers.setdefault(name, len(numbers)) for name in dict.fromkeys(names.every)]
        classes.append(len(set(names.classes)))
        pair += [pairs.setdefault((tag, name), len(pairs)) for name in own[: classes[-1]]] + [-1] * (len(own) - classes[-1])
        of_kinds += own
        begin.append(len(of_kinds))
    texts = [name.encode("utf-8", "replace") + _BETWEEN for name in numbers]
    lists = np.cumsum([0, *map(len, texts)]), begin, of_kinds, classes, pair, [tag for tag, _ in pairs], [name for _, name in pairs]
    start, *others = (np.array(each, dtype=np.int32) for each in lists)
    marks = np.array([marker_bits([name]) for name in numbers], dtype=np.uint32)
    return PageNames(kinds.of_row.data, b"".join(texts), start, marks, *others)


def _names_of_all(page: Page, attributes: Sequence[tuple[int, int]]) -> list[ElementNames]:
    """The names in pairs of class and id."""
    wanted = list(dict.fromkeys(chain.from_iterable(attributes)))
    names = dict(zip(wanted, names_in_each([page.raw_string(number) for number in wanted]), strict=True))
    return [ElementNames.of(names[classes], names[ids]) for classes, ids in attributes]


def names_of(page: Page, row: int) -> ElementNames:
    """The names of an element; it may be asked for several times."""
    names: PageNames | None = page.derived.get("names")
    if names is not None:
        return names.of_kind(names.kind_of_row[row])
    known: dict[int, ElementNames] = page.derived.setdefault("names of rows", {})
    found = known.get(row)
    if found is None:
        classes, ids = int(page.columns.class_[row]), int(page.columns.id_[row])
        found = known[row] = ElementNames.of(names_in(page.string(classes)), names_in(page.string(ids)))
    return found


def counting_names(page: Page, row: int, counting: frozenset[str]) -> tuple[str, ...]:
    """The class names and ids of an element that count, ascending."""
    return those_that_count(names_of(page, row).every, counting)


def those_that_count(own: tuple[str, ...], counting: frozenset[str]) -> tuple[str, ...]:
    """The names that count, ascending."""
    if len(own) == 1:  # as most elements have
        return own if own[0] in counting else ()
    return () if counting.isdisjoint(own) else tuple(sorted(counting.intersection(own)))
