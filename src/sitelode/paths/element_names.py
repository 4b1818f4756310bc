"""What an element is called: its class names and ids, runs of digits as one, so that `post-18273` and `post-18274` are both `post-0`.

Rows with the same tag, class names and id are of one kind. A page has thousands of rows and some dozens of kinds, and all pages of a site
nearly the same ones. Whoever needs to know something about every element looks at each kind once, or remembers by its key what was found
out on another page. The names of a page's elements, for which many stages ask, are read once, kind by kind.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sitelode.compiled.cached_attribute import cached_attribute
from sitelode.compiled.codes import LONG_TEXT, code_of
from sitelode.html.page import Page
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG
from sitelode.paths.kernels.element_kinds import ElementKinds, kinds

ID_MARK = "#"  # before an id, so that it is no class name
_DIGITS = re.compile(r"\d+")
_MOST_KEYS = 50_000  # some 20 MB. Set by hand
_NO_CODES = np.empty(0, dtype=np.uint64)


def element_kinds(page: Page) -> ElementKinds:
    """Look at every row of a page, once."""
    return page.cached("element kinds", _find_kinds)


def _find_kinds(page: Page) -> ElementKinds:
    columns = page.columns
    unknown = np.array([code_of(name) for name in columns.unknown_tags], dtype=np.uint64) if columns.unknown_tags else _NO_CODES
    found: ElementKinds = kinds(page.rows_read, FIRST_UNKNOWN_TAG, unknown)
    return found


def names_in(value: str) -> tuple[str, ...]:
    """The names in the value of a class or id attribute, in order, with 0 for every run of digits."""
    return _names_in(value) if len(value) <= LONG_TEXT else _names_in.__wrapped__(value)


@lru_cache(maxsize=20_000)  # values repeat from element to element and from page to page
def _names_in(value: str) -> tuple[str, ...]:
    return tuple(_DIGITS.sub("0", value).split())


class ElementNames(NamedTuple):
    """What one element is called."""

    classes: tuple[str, ...]
    every: tuple[str, ...]  # its classes, and its ids with their mark

    @classmethod
    def of(cls, classes: tuple[str, ...], ids: tuple[str, ...]) -> "ElementNames":
        if "#" in "".join(classes):  # no class name begins as ids do here
            classes = tuple(stripped for name in classes if (stripped := name.lstrip(ID_MARK)))
        classes = tuple(dict.fromkeys(classes))
        return cls(classes, (*classes, *dict.fromkeys([ID_MARK + name for name in ids])) if ids else classes)


_BY_KEY: dict[int, ElementNames] = {}  # pages of a site have nearly the same kinds


@dataclass(frozen=True)
class PageNames:
    """What all kinds of elements of a page are called."""

    kind_of_row: "memoryview[int]"
    tags: list[int]  # of kinds
    of_kinds: list[ElementNames]

    @cached_attribute
    def every(self) -> frozenset[str]:
        """Classes and ids, these with their mark."""
        return frozenset().union(*[names.every for names in self.of_kinds])

    def pairs(self) -> set[tuple[int, str]]:
        """Every tag with each of its class names."""
        return {(tag, name) for tag, names in zip(self.tags, self.of_kinds, strict=True) for name in names.classes}

    def with_first_classes(self, wanted: frozenset[str]) -> list[tuple[int, str, str]]:
        """Every tag with the first class name of an element, and each of its class names that is wanted."""
        kinds = zip(self.tags, self.of_kinds, strict=True)
        return [(tag, names.classes[0], name) for tag, names in kinds for name in names.classes if name in wanted]


def page_names(page: Page) -> PageNames:
    """The names of all elements of a page; a page that was asked before gives the same answer."""
    return page.cached("names", _read)


def _read(page: Page) -> PageNames:
    kinds, columns = element_kinds(page), page.columns
    if len(_BY_KEY) > _MOST_KEYS:
        _BY_KEY.clear()
    of_kinds = []
    for key, row in zip(kinds.key.tolist(), kinds.first.tolist(), strict=True):
        found = _BY_KEY.get(key)
        if found is None:
            found = ElementNames.of(*(names_in(page.string(int(column[row]))) for column in (columns.class_, columns.id_)))
            if sum(map(len, found.every)) <= LONG_TEXT:
                _BY_KEY[key] = found
        of_kinds.append(found)
    return PageNames(kinds.of_row.data, columns.tag[kinds.first].tolist(), of_kinds)


def names_of(page: Page, row: int) -> ElementNames:
    """The names of an element."""
    names = page_names(page)
    return names.of_kinds[names.kind_of_row[row]]


def counting_names(page: Page, row: int, counting: frozenset[str]) -> tuple[str, ...]:
    """The class names and ids of an element that count, ascending."""
    return those_that_count(names_of(page, row).every, counting)


def those_that_count(own: tuple[str, ...], counting: frozenset[str]) -> tuple[str, ...]:
    """The names that count, ascending."""
    if len(own) == 1:  # as most elements have
        return own if own[0] in counting else ()
    return () if counting.isdisjoint(own) else tuple(sorted(counting.intersection(own)))
