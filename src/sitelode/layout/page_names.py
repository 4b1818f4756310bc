"""The class names and ids of a page, without their numbers. Several stages ask for them: those of an element are read once."""

from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from sitelode.dom.element_kinds import element_kinds
from sitelode.dom.page import NO_STRING, Page
from sitelode.layout.attribute_names import digitless_names


class ElementNames(NamedTuple):
    """What one element is called."""

    classes: tuple[str, ...]
    every: tuple[str, ...]  # its classes, and its ids with a `#` before them, so that an id is no class name


@dataclass(frozen=True, slots=True)
class PageNames:
    """What all elements of a page are called."""

    of_tags: list[tuple[int, tuple[str, ...]]]  # the tags that have class names, each with the names: every pair once
    every: frozenset[str]  # classes and ids


_NO_NAMES = ElementNames((), ())


def page_names(page: Page, met: dict[int, ElementNames] | None = None) -> PageNames:
    """Look at every kind of element; a page that was asked before gives the same answer.

    Args:
        page: the page.
        met: the names of kinds on other pages, by their keys; those of this page are added.

    """
    known = page.derived.get("names")
    if known is None:
        known = page.derived["names"] = _read(page, {} if met is None else met)
    found: PageNames = known
    return found


def _read(page: Page, met: dict[int, ElementNames]) -> PageNames:
    columns, kinds = page.columns, element_kinds(page)
    values = columns.class_[kinds.first].tolist(), columns.id_[kinds.first].tolist()
    own = [met.get(key) or met.setdefault(key, _names(page, *each)) for key, *each in zip(kinds.key.tolist(), *values, strict=True)]
    page.derived["names of rows"] = dict(zip(kinds.first.tolist(), own, strict=True))
    of_tags = {(tag, names.classes): None for tag, names in zip(columns.tag[kinds.first].tolist(), own, strict=True) if names.classes}
    return PageNames(list(of_tags), frozenset(chain.from_iterable([names.every for names in own])))


def names_of(page: Page, row: int) -> ElementNames:
    """The names of an element; it may be asked for several times."""
    known: dict[int, ElementNames] | None = page.derived.get("names of rows")
    if known is None:
        known = page.derived["names of rows"] = {}
    found = known.get(row)
    if found is None:
        found = known[row] = _names(page, int(page.columns.class_[row]), int(page.columns.id_[row]))
    return found


def _names(page: Page, classes: int, ids: int) -> ElementNames:
    own = digitless_names(page.string(classes)) if classes != NO_STRING else ()
    if ids == NO_STRING:
        return ElementNames(own, own) if own else _NO_NAMES
    return ElementNames(own, (*own, *["#" + name for name in digitless_names(page.string(ids))]))
