"""The class names and ids of a page, without their numbers. Several stages ask for them: those of an element are read once."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from sitelode.html.page import Page
from sitelode.paths.attribute_names import digitless_names, digitless_names_of_all
from sitelode.paths.element_kinds import element_kinds


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
    keys, tags = kinds.key.tolist(), columns.tag[kinds.first].tolist()
    values = list(zip(columns.class_[kinds.first].tolist(), columns.id_[kinds.first].tolist(), strict=True))
    new = {key: each for key, each in zip(keys, values, strict=True) if key not in met} if met else dict(zip(keys, values, strict=True))
    met.update(zip(new, _names_of_all(page, list(new.values())), strict=True))
    own = [met[key] for key in keys]
    page.derived["names of kinds"] = own, kinds.of_row.data
    of_tags = {(tag, names.classes): None for tag, names in zip(tags, own, strict=True) if names.classes}
    return PageNames(list(of_tags), frozenset(chain.from_iterable([names.every for names in own])))


def names_of(page: Page, row: int) -> ElementNames:
    """The names of an element; it may be asked for several times."""
    of_kinds: tuple[list[ElementNames], memoryview[int]] | None = page.derived.get("names of kinds")
    if of_kinds is not None:
        return of_kinds[0][of_kinds[1][row]]
    known: dict[int, ElementNames] = page.derived.setdefault("names of rows", {})
    found = known.get(row)
    if found is None:
        classes, ids = int(page.columns.class_[row]), int(page.columns.id_[row])
        found = known[row] = _names(digitless_names(page.string(classes)), digitless_names(page.string(ids)))
    return found


def _names_of_all(page: Page, attributes: Sequence[tuple[int, int]]) -> list[ElementNames]:
    """The names in pairs of class and id."""
    wanted = list(dict.fromkeys(chain.from_iterable(attributes)))
    values = zip(wanted, digitless_names_of_all([page.raw_string(number) for number in wanted]), strict=True)
    names = dict(values)
    return [_names(names[classes], names[ids]) for classes, ids in attributes]


def _names(classes: tuple[str, ...], ids: tuple[str, ...]) -> ElementNames:
    if ids:
        return ElementNames(classes, (*classes, *["#" + name for name in ids]))
    return ElementNames(classes, classes) if classes else _NO_NAMES
