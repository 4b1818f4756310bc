"""What an element is called: its class names and ids, runs of digits as one, so that `post-18273` and `post-18274` are both `post-0`.

Many stages ask for the names of elements, so those of a page are read once, and those of a kind of element (`element_kinds`) once a site.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from sitelode.compiled.codes import LONG_TEXT
from sitelode.html.page import Page
from sitelode.paths.element_kinds import element_kinds

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


@dataclass(frozen=True, slots=True)
class PageNames:
    """What all elements of a page are called."""

    of_tags: list[tuple[int, tuple[str, ...]]]  # the tags that have class names, each with the names: every pair once
    every: frozenset[str]  # classes and ids


def page_names(page: Page, met: dict[int, ElementNames] | None = None) -> PageNames:
    """Look at every kind of element; a page that was asked before gives the same answer.

    Args:
        page: the page.
        met: the names of kinds on other pages, by their keys; those of this page are added.

    """
    return page.worked_out("names", lambda page: _read(page, {} if met is None else met))


def _read(page: Page, met: dict[int, ElementNames]) -> PageNames:
    columns, kinds = page.columns, element_kinds(page)
    keys, tags = kinds.key.tolist(), columns.tag[kinds.first].tolist()
    new = [place for place, key in enumerate(keys) if key not in met]
    if new:
        rows = kinds.first[new]
        attributes = list(zip(columns.class_[rows].tolist(), columns.id_[rows].tolist(), strict=True))
        met.update(zip([keys[place] for place in new], _names_of_all(page, attributes), strict=True))
    own = [met[key] for key in keys]
    page.derived["names of kinds"] = own, kinds.of_row.data
    of_tags = {(tag, names.classes): None for tag, names in zip(tags, own, strict=True) if names.classes}
    return PageNames(list(of_tags), frozenset(chain.from_iterable([names.every for names in own])))


def _names_of_all(page: Page, attributes: Sequence[tuple[int, int]]) -> list[ElementNames]:
    """The names in pairs of class and id."""
    wanted = list(dict.fromkeys(chain.from_iterable(attributes)))
    names = dict(zip(wanted, names_in_each([page.raw_string(number) for number in wanted]), strict=True))
    return [ElementNames.of(names[classes], names[ids]) for classes, ids in attributes]


def names_of(page: Page, row: int) -> ElementNames:
    """The names of an element; it may be asked for several times."""
    of_kinds: tuple[list[ElementNames], memoryview[int]] | None = page.derived.get("names of kinds")
    if of_kinds is not None:
        return of_kinds[0][of_kinds[1][row]]
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
